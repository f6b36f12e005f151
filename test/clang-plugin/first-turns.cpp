// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// What is in flight when a loop begins, and completed in each turn of it: the first turn meets it,
// where it comes to the buffer before the completion.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <utility>
#include <vector>

void use(int value);
static int sum(const int *values, int count) {
  int all = 0;
  for (int i = 0; i < count; ++i)
    all += values[i];
  return all;
}
static void useLater(const int *values, int turn) {
  if (turn > 0)
    use(values[0]);
}
static void save(std::FILE *file, const int *values, int count) {
  std::fwrite(values, sizeof *values, count, file);
}

struct Epoch {
  MPI_Win win;
  int target;
  Epoch(MPI_Win win, int target) : win(win), target(target) {
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  }
  ~Epoch() { MPI_Win_unlock(target, win); }
  void get(int *to, int count) { MPI_Get(to, count, MPI_INT, target, 0, count, MPI_INT, win); }
  void flush() { MPI_Win_flush(target, win); }
};

#define DURING(name, ...)                                                                          \
  void name(MPI_Win win, int target, int turns, std::FILE *file, std::vector<int> &seen) {         \
    int v[8] = {}, have = 0;                                                                       \
    Epoch epoch(win, target);                                                                      \
    epoch.get(v, 4);                                                                               \
    __VA_ARGS__                                                                                    \
  }

// The first turn comes to it.
DURING(readFirst, for (int i = 0; i < turns; ++i) { use(v[0]); epoch.flush(); }) // expected-warning {{may still be writing it [rma-local-race]}}
DURING(writtenFirst, for (int i = 0; i < turns; ++i) { v[0] = i; epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(inDo, int i = 0; do { use(v[0]); epoch.flush(); } while (++i < turns);) // expected-warning {{[rma-local-race]}}
DURING(inCondition, while (v[0] == 0) { epoch.get(v, 1); epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(eachElement, for (int i = 0; i < turns; ++i) { for (int &x : v) ++x; epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(sorted, for (int i = 0; i < turns; ++i) { std::sort(v, v + 8); epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(written, for (int i = 0; i < turns; ++i) { std::fwrite(v, 4, 8, file); epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(writtenSome, for (int i = 0; i < 3; ++i) { std::fwrite(v, 4, turns, file); epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(sent, for (int i = 0; i < 3; ++i) { MPI_Send(v, 8, MPI_INT, target, 0, MPI_COMM_SELF); epoch.flush(); }) // expected-warning {{[rma-local-race]}}
DURING(innerLoop, epoch.flush(); for (int k = 0; k < 3; ++k) { epoch.get(v, 1); for (int i = 0; i < turns; ++i) { v[0] = i; epoch.flush(); } }) // expected-warning {{[rma-local-race]}}
DURING(known, int first = 1; for (int i = 0; i < turns; ++i) { if (first) epoch.flush(); use(v[0]); first = 0; })

// It does not: completed first, on another condition, elsewhere.
DURING(flushedFirst, for (int i = 0; i < turns; ++i) { epoch.flush(); use(v[0]); })
DURING(flushedBefore, epoch.flush(); while (v[0] == 0) { epoch.get(v, 1); epoch.flush(); })
DURING(flushedIfSome, if (turns > 0) epoch.flush(); for (int i = 0; i < turns; ++i) { use(v[0]); epoch.flush(); })
DURING(later, for (int i = 0; i < turns; ++i) { if (i > 0) use(v[0]); epoch.flush(); })
DURING(laterByFlag, bool is = false; for (int i = 0; i < turns; ++i) { if (is) use(v[0]); epoch.flush(); is = true; })
DURING(laterInside, for (int i = 0; i < turns; ++i) { for (int k = 0; k < i; ++k) use(v[k]); epoch.flush(); })
DURING(laterInCall, for (int i = 0; i < turns; ++i) { useLater(v, i); epoch.flush(); })
DURING(laterInLambda, auto f = [&](int i) { if (i > 0) use(v[0]); }; for (int i = 0; i < turns; ++i) { f(i); epoch.flush(); })
DURING(laterInPart, for (int i = 0; i < turns; ++i) { use(i > 0 ? v[0] : 0); use(i && v[1]); epoch.flush(); })
DURING(laterSeen, for (int i = 0; i < turns; ++i) { for (int k : seen) use(v[k]); epoch.flush(); seen.push_back(0); })
DURING(elsewhere, for (int i = 4; i < 8; ++i) { use(v[i]); epoch.flush(); })
DURING(downwards, for (int i = 7; i >= 0; --i) { use(v[i]); epoch.flush(); })
DURING(fromSomewhere, for (int i = turns; i < 8; ++i) { use(v[i]); epoch.flush(); })
DURING(intoTheMiddle, int i = turns; goto in; while (i--) { use(v[0]); in: epoch.flush(); })
DURING(exchanged, int u[8] = {}; int *now = u; int *next = v; for (int i = 0; i < turns; ++i) { use(now[0]); epoch.flush(); std::swap(now, next); })
DURING(otherPlace, int at = 4; for (int i = 0; i < turns; ++i) { use(v[at]); epoch.flush(); at = 0; })

DURING(notBoth, epoch.flush(); if (target % 2) epoch.get(v, 4); for (int i = target % 2 ? turns : 0; i < turns; ++i) { v[0] = i; epoch.flush(); })

// A call may have nothing to do yet.
DURING(writtenNothing, for (int i = 0; i < turns; ++i) { std::fwrite(v, 4, have, file); epoch.flush(); have = 8; })
DURING(copiedNothing, int to[8]; for (int i = 0; i < turns; ++i) { std::memcpy(to, v, have * sizeof *v); epoch.flush(); have = 8; use(to[0]); })
DURING(sentNothing, for (int i = 0; i < turns; ++i) { MPI_Send(v, have, MPI_INT, target, i, MPI_COMM_SELF); epoch.flush(); have = 8; })
DURING(sentNowhere, int to = MPI_PROC_NULL; for (int i = 0; i < turns; ++i) { MPI_Send(v, 8, MPI_INT, to, i, MPI_COMM_SELF); epoch.flush(); to = target; })
DURING(putNothing, for (int i = 0; i < turns; ++i) { MPI_Put(v, have, MPI_INT, target, 8, have, MPI_INT, win); epoch.flush(); have = 8; })
DURING(savedNothing, for (int i = 0; i < turns; ++i) { save(file, v, have); epoch.flush(); have = 8; })
DURING(summedNothing, for (int i = 0; i < turns; ++i) { use(sum(v, have)); epoch.flush(); have = 8; })
DURING(counted, for (int i = 0; i < turns; ++i) { std::fwrite(v, 4, i, file); epoch.flush(); })
