// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -Xclang -verify-ignore-unexpected=note %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -Xclang -verify-ignore-unexpected=note -DWRONG %s
// right-no-diagnostics
//
// What opens and closes epochs without a call in the function's own text.
#include <functional>
#include <future>
#include <mpi.h>

static MPI_Win shared;
static int begin() { return MPI_Win_lock_all(0, shared); }
struct Guard {
  MPI_Win win;
  Guard(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); }
  virtual ~Guard() { MPI_Win_unlock_all(win); }
};

// A member is given its value where the class declares it.
struct Session {
  int code = begin();
  ~Session() { MPI_Win_unlock_all(shared); }
};
void ofMember(int target, int value) {
  {
    Session session;
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, shared);
  }
  value = 2;
}

// A constructor is the base's, or of a base that the most derived class alone makes.
struct Inherits : Guard {
  using Guard::Guard;
};
struct One : virtual Guard {
  One(MPI_Win win) : Guard(win) {}
};
struct Other : virtual Guard {
  Other(MPI_Win win) : Guard(win) {}
};
struct Both : One, Other {
  Both(MPI_Win win) : Guard(win), One(win), Other(win) {}
};
template <class G> void ofBase(MPI_Win win, int target, int value) {
  {
    G guard(win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  }
  value = 2;
}
template void ofBase<Inherits>(MPI_Win, int, int);
template void ofBase<Both>(MPI_Win, int, int);

// A loop's own declaration ends behind the loop.
void ofLoop(MPI_Win win, int target, int (&values)[3]) {
  for (Guard guard(win); int &value : values)
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
  for (Guard guard(win); int &value : values)
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
}

// The library calls what it is given, now or when its result is asked for.
static int end(MPI_Win win) { return MPI_Win_unlock_all(win); }
void ofPointer(MPI_Win win, int target, int value) {
  int (*pointer)(MPI_Win) = end;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
#ifdef WRONG
  value = 3; // wrong-warning {{'value' is written while MPI_Put at line 67 may still be reading it}}
#endif
  std::invoke(pointer, win);
  value = 2;
}
void ofTask(MPI_Win win, int target, int value) {
  MPI_Win_lock_all(0, win);
  auto task = std::async(std::launch::deferred, [&] { MPI_Win_flush_all(win); });
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
#ifdef WRONG
  value = 3; // wrong-warning {{'value' is written while MPI_Put at line 77 may still be reading it}}
#endif
  task.get();
  value = 2;
  MPI_Win_unlock_all(win);
}
