// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Vectors that grow while an operation, or a window, has their elements.
#include <mpi.h>
#include <utility>
#include <vector>
#define BEGIN MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w)
#define PUT MPI_Put(v.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w)
#define END MPI_Win_unlock(1, w)
#define MAKE MPI_Win_create(v.data(), 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w)

void pushes(MPI_Win w) {
  std::vector<int> v(4);
  BEGIN;
  PUT;
  v.push_back(1); // expected-warning {{'v' is freed by push_back while MPI_Put at line 14 may still be reading it}}
  END;
}
void listed(MPI_Win w) {
  std::vector<int> v{1, 2, 3, 4};
  BEGIN;
  PUT;
  v.emplace_back(1); // expected-warning {{'v' is freed by emplace_back while MPI_Put}}
  END;
}
void resizes(MPI_Win w, int n) {
  std::vector<int> v(4, n);
  BEGIN;
  PUT;
  v.resize(8); // expected-warning {{'v' is freed by resize while MPI_Put}}
  END;
}
void doubles(MPI_Win w, int n) {
  std::vector<int> v(n);
  BEGIN;
  PUT;
  v.resize(2 * v.size()); // expected-warning {{'v' is freed by resize while MPI_Put}}
  END;
}
void window() {
  std::vector<int> v(4);
  MPI_Win w;
  MAKE;
  v.push_back(1); // expected-warning {{'v', the memory of window 'w', is released before the window is freed}}
  MPI_Win_free(&w);
}
void windowOfGrown(int n) {
  std::vector<int> v;
  v.resize(n);
  MPI_Win w;
  MAKE;
  v.clear(); // expected-warning {{'v', the memory of window 'w', is released before the window is freed}}
  MPI_Win_free(&w);
}
MPI_Win leaves(int n) {
  std::vector<int> v;
  v.resize(n);
  MPI_Win w;
  MAKE; // expected-warning {{the memory of window 'w', 'v', goes out of scope before the window is freed}}
  return w;
}

void reserved(MPI_Win w) {
  std::vector<int> v(4);
  v.reserve(16);
  BEGIN;
  PUT;
  v.push_back(1);
  END;
}
void grown(MPI_Win w) {
  std::vector<int> v(4);
  v.push_back(0);
  BEGIN;
  PUT;
  v.push_back(1); // has room
  END;
}
void assigned(MPI_Win w) {
  std::vector<int> v(4), u;
  u.reserve(16);
  v = std::move(u);
  v.push_back(0);
  BEGIN;
  PUT;
  END;
}
void given(MPI_Win w, std::vector<int> v, std::vector<int> &u) {
  BEGIN;
  PUT;
  v.push_back(1);
  END;
  BEGIN;
  MPI_Put(u.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  u.push_back(1);
  END;
}
void reserve(std::vector<int> &v);
void elsewhere(MPI_Win w) {
  std::vector<int> v(4);
  reserve(v);
  BEGIN;
  PUT;
  v.push_back(1);
  END;
}
void byReference(MPI_Win w) {
  std::vector<int> v(4);
  auto &u = v;
  u.reserve(16);
  BEGIN;
  PUT;
  v.push_back(1);
  END;
}
void byLambda(MPI_Win w) {
  std::vector<int> v(4);
  auto prepare = [&] { v.reserve(16); };
  prepare();
  BEGIN;
  PUT;
  v.push_back(1);
  END;
}
void shrinks(MPI_Win w, int n) {
  std::vector<int> v(8), u(n);
  BEGIN;
  PUT;
  v.resize(4);
  MPI_Win_flush(1, w);
  MPI_Put(u.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  u.resize(n / 2);
  END;
}
void after(MPI_Win w) {
  std::vector<int> v(4);
  BEGIN;
  PUT;
  END;
  v.push_back(1);
}
void windowFreed() {
  std::vector<int> v(4);
  MPI_Win w;
  MAKE;
  MPI_Win_free(&w);
  v.push_back(1);
}
void windowMoved(int n) {
  std::vector<int> v, u;
  v.resize(n);
  MPI_Win w;
  MAKE;
  u.swap(v);
  v.clear();
  MPI_Win_free(&w);
}
void windowAgain(int n) {
  std::vector<int> v;
  MPI_Win w;
  for (int i = 1; i < n; ++i) {
    v.resize(i);
    MAKE;
    MPI_Win_free(&w);
  }
}
void shrunk(MPI_Win w) {
  std::vector<int> v(4), u(4);
  v.pop_back();
  BEGIN;
  MPI_Put(v.data(), 3, MPI_INT, 1, 0, 3, MPI_INT, w);
  v.push_back(1); // has room
  END;
  u.erase(u.begin());
  BEGIN;
  MPI_Put(u.data(), 3, MPI_INT, 1, 0, 3, MPI_INT, w);
  u.emplace_back(1);
  END;
}
