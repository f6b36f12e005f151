// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// Windows that containers and smart pointers keep.
#include <algorithm>
#include <array>
#include <memory>
#include <mpi.h>
#include <span>
#include <vector>
void put(double *x, MPI_Win w) { MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, w); }
void ofArray(std::array<MPI_Win, 4> &wins, double *x) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, wins[0]);
  MPI_Win_unlock(1, wins[0]); // expected-note {{the epoch was closed here}}
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[0]); // expected-warning {{MPI_Put on window 'wins[0]', which has no epoch open}}
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[1]); // quiet
}
void ofVector(std::vector<MPI_Win> &wins, std::span<MPI_Win> others, double *x, unsigned i) {
  MPI_Win_lock_all(0, wins[i]); // expected-note {{the epoch was opened here}}
  MPI_Win_lock_all(0, wins.at(i)); // expected-warning {{MPI_Win_lock_all on window 'wins[i]' while}}
  MPI_Win_lock_all(0, others[i]); // quiet
}
struct Owner {
  MPI_Win w;
};
void ofPointers(std::unique_ptr<Owner> &one, std::shared_ptr<Owner> other, std::unique_ptr<MPI_Win> handle, double *x) {
  MPI_Win_fence(MPI_MODE_NOSUCCEED, one->w); // expected-note {{the fence is here}}
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, one->w); // expected-warning {{follows a fence with MPI_MODE_NOSUCCEED}}
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, other->w); // quiet
  MPI_Win_unlock_all(*handle); // expected-note {{the epoch was closed here}}
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, *handle); // expected-warning {{which has no epoch open}}
}

// What is kept changes.
void changes(std::vector<MPI_Win> wins, std::array<MPI_Win, 2> pair, MPI_Win w, double *x) {
  MPI_Win_unlock_all(wins[0]);
  wins.erase(wins.begin());
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[0]); // quiet
  MPI_Win_unlock_all(wins[0]);
  std::reverse(wins.begin(), wins.end());
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[0]); // quiet
  MPI_Win_unlock_all(wins[0]);
  wins[0] = w;
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[0]); // quiet
  MPI_Win_unlock_all(pair[0]);
  std::swap(pair[0], pair[1]);
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, pair[0]); // quiet
  MPI_Win_unlock_all(pair[0]);
  pair = {w, w};
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, pair[0]); // quiet
}
void moves(std::shared_ptr<Owner> one, std::shared_ptr<Owner> other, std::unique_ptr<Owner> sole, double *x) {
  MPI_Win_unlock_all(one->w);
  one = other;
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, one->w); // quiet
  MPI_Win_unlock_all(sole->w);
  sole.reset(new Owner{other->w});
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, sole->w); // quiet
  MPI_Win_unlock_all(sole->w);
  sole->w = other->w;
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, sole->w); // quiet
}
void maker(MPI_Win a, MPI_Win b, double *x) {
  std::vector<MPI_Win> wins{a, b};
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, wins[0]); // quiet
  std::array<MPI_Win, 2> pair{a, b};
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, pair[0]); // quiet
  std::span<MPI_Win> both(pair);
  MPI_Put(x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, both[0]); // quiet
}
