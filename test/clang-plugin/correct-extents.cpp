// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Near to displacements that leave the window in the last iteration, and to buffers that are too
// small: each of these ends before, moves nothing or goes to nobody.
#include <cstdint>
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

[[noreturn]] void stop();
void skip(int &i);
void check(int i);
void use(int value);


#define BEGIN(elements)                                                                            \
  MPI_Win win;                                                                                     \
  int *memory, x[400] = {};                                                                        \
  MPI_Win_allocate((elements) * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);               \
  MPI_Win_lock_all(0, win)
#define END                                                                                        \
  MPI_Win_unlock_all(win);                                                                         \
  MPI_Win_free(&win)
#define PUT(place) MPI_Put(&x[i], 1, MPI_INT, 1, place, 1, MPI_INT, win)

void toNobodyInTheEnd() {
  BEGIN(10);
  for (int i = 0; i < 20; i++) {
    int target = i < 10 ? 1 : MPI_PROC_NULL;
    MPI_Put(&x[i], 1, MPI_INT, target, i, 1, MPI_INT, win);
  }
  for (int i = 0; i < 20; i++)
    MPI_Put(&x[i + 20], 1, MPI_INT, i < 10 ? 2 : MPI_PROC_NULL, i, 1, MPI_INT, win);
  END;
}
void nothingInTheEnd(const int *counts) {
  BEGIN(10);
  for (int i = 0; i < 20; i++)
    MPI_Put(&x[i], counts[i], MPI_INT, 1, i, counts[i], MPI_INT, win);
  for (int i = 0; i < 20; i++) {
    int count = i < 10;
    MPI_Put(&x[i + 20], count, MPI_INT, 2, i, count, MPI_INT, win);
  }
  END;
}
void endsTheProgram() {
  BEGIN(10);
  for (int i = 0; i < 20; i++) {
    if (i >= 10)
      MPI_Abort(MPI_COMM_WORLD, 1);
    PUT(i);
  }
  for (int i = 0; i < 20; i++) {
    if (i == 10)
      std::exit(0);
    MPI_Put(&x[i + 20], 1, MPI_INT, 2, i, 1, MPI_INT, win);
  }
  for (int i = 0; i < 20; i++) {
    if (i >= 10)
      stop();
    MPI_Put(&x[i + 40], 1, MPI_INT, 3, i, 1, MPI_INT, win);
  }
  END;
}
void leftByException(std::vector<int> &values) {
  BEGIN(10);
  values.resize(10);
  try {
    for (int i = 0; i < 20; i++)
      MPI_Put(&values.at(i), 1, MPI_INT, 1, i, 1, MPI_INT, win);
  } catch (const std::out_of_range &) {
  }
  try {
    for (int i = 0; i < 20; i++) {
      check(i);
      MPI_Put(&x[i], 1, MPI_INT, 2, i, 1, MPI_INT, win);
    }
  } catch (const std::exception &) {
  }
  END;
}
void changedByReference() {
  BEGIN(10);
  for (int i = 0; i < 20; i++) {
    PUT(i);
    skip(i);
  }
  END;
}
void changedByAlias() {
  BEGIN(10);
  for (int i = 0; i < 20; i++) {
    PUT(i);
    int &same = i;
    if (same == 9)
      same = 100;
  }
  END;
}
void changedByLibrary() {
  BEGIN(10);
  for (int i = 0; i < 20; i++) {
    PUT(i);
    if (i == 9)
      std::exchange(i, 100);
  }
  END;
}
void changedByLambda() {
  BEGIN(10);
  int i;
  auto skipRest = [&] {
    if (i >= 9)
      i = 100;
  };
  for (i = 0; i < 20; i++) {
    PUT(i);
    skipRest();
  }
  END;
}
void narrowed() {
  BEGIN(256);
  for (int i = 0; i < 300; i++)
    MPI_Put(&x[i], 1, MPI_INT, i, (unsigned char)i, 1, MPI_INT, win);
  for (int i = 0; i < 300; i++)
    MPI_Put(&x[i], 1, MPI_INT, i, static_cast<std::uint8_t>(i + 3), 1, MPI_INT, win);
  END;
}
void wrapped() {
  BEGIN(10);
  for (unsigned i = 1; i < 11; i++)
    PUT(i + 0xffffffffU); // i - 1
  END;
}

void noOperand(MPI_Win win, MPI_Op op) {
  char unused = 0;
  long result[4];
  const MPI_Op none = MPI_NO_OP;
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&unused, &result[0], MPI_LONG, 1, 0, none, win);
  MPI_Get_accumulate(&unused, 2, MPI_LONG, &result[1], 2, MPI_LONG, 1, 8, 2, MPI_LONG, none, win);
  if (op == MPI_NO_OP)
    MPI_Fetch_and_op(&unused, &result[3], MPI_LONG, 1, 16, op, win);
  MPI_Win_unlock_all(win);
}
void smallForNobody(MPI_Win win) {
  int buffer[4] = {}, target = MPI_PROC_NULL;
  MPI_Win_lock_all(0, win);
  MPI_Put(buffer, 5, MPI_INT, target, 0, 5, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void viewItself(MPI_Win win) {
  std::string_view view = "five";
  MPI_Win_lock_all(0, win);
  MPI_Put(&view, sizeof view, MPI_BYTE, 1, 0, sizeof view, MPI_BYTE, win);
  MPI_Win_unlock_all(win);
}

void oneOrSeveral() {
  BEGIN(10);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0 && size == 1)
    MPI_Put(&x[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (size > 1)
    use(memory[0]);
  END;
}
void givesUpByThrow() {
  int rank;
  MPI_Win win;
  int *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank % 2 != 0)
    throw std::runtime_error("an even number of processes, please");
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
void neverIssued(MPI_Win win, int *x, int n) {
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    if (i == 0)
      stop();
    MPI_Put(&x[i], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  x[0] = 1;
  MPI_Win_unlock_all(win);
}
