// RUN: %clang++ -std=c++17 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// C++: RAII, lambdas, templates, containers, references, members.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mpi.h>
#include <utility>
#include <vector>

class Epoch {
public:
  explicit Epoch(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); }
  ~Epoch() { MPI_Win_unlock_all(win); }

private:
  MPI_Win win;
};

void raii(double *memory) {
  double value = 1;
  MPI_Win win;
  MPI_Win_create(memory, 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  {
    Epoch epoch(win);
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  value = 2;
  MPI_Win_free(&win);
}

void raiiParameter(MPI_Win win) {
  double value = 1;
  if (value > 0) {
    auto epoch = std::make_unique<Epoch>(win);
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  value = 2;
}

class Halo {
public:
  Halo(MPI_Comm comm, int n) : send(n), receive(n) {
    MPI_Win_create(receive.data(), n * sizeof(double), sizeof(double), MPI_INFO_NULL, comm, &win);
  }
  ~Halo() { MPI_Win_free(&win); }
  Halo(const Halo &) = delete;
  Halo &operator=(const Halo &) = delete;

  void begin() { MPI_Win_fence(0, win); }
  void put(int target) {
    MPI_Put(send.data(), static_cast<int>(send.size()), MPI_DOUBLE, target, 0,
            static_cast<int>(send.size()), MPI_DOUBLE, win);
  }
  void exchange(int target) {
    begin();
    put(target);
    end();
    send[0] = 0;
  }
  void direct(int target) {
    MPI_Put(&send[0], 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, win);
    end();
    send[0] = 0;
  }
  void end() { MPI_Win_fence(0, win); }

private:
  std::vector<double> send, receive;
  MPI_Win win = MPI_WIN_NULL;
};

void lambda(MPI_Win win) {
  int value = 1;
  auto flush = [&] { MPI_Win_flush_local_all(win); };
  std::function<void()> later = flush;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  flush();
  value = 2;
  MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  later();
  value = 3;
}

void lambdaOnLocal(int *memory) {
  int value = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  auto inEpoch = [&win](auto body) {
    MPI_Win_lock_all(0, win);
    body();
    MPI_Win_unlock_all(win);
  };
  inEpoch([&] { MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); });
  inEpoch([&, copy = win] { MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, copy); });
  value = 2;
  MPI_Win_free(&win);
}

void reference(MPI_Win &win, std::vector<int> &buffer) {
  MPI_Put(buffer.data(), 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win &same = win;
  MPI_Win_flush(0, same);
  buffer[0] = 1;
}

void swaps(MPI_Win win, int n) {
  std::vector<double> a(8), b(8);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; ++i) {
    a[0] = i;
    MPI_Win_flush_local_all(win);
    MPI_Put(a.data(), 8, MPI_DOUBLE, 0, 8, 8, MPI_DOUBLE, win);
    std::swap(a, b);
    a[0] = 2;
    std::vector<double> c(8);
    MPI_Put(c.data(), 8, MPI_DOUBLE, 0, 0, 8, MPI_DOUBLE, win);
    b.swap(c);
    c[0] = 2;
    MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
}

void loops(MPI_Win win, std::vector<std::array<int, 4>> &rows) {
  MPI_Win_lock_all(0, win);
  for (auto &row : rows) {
    row[0] = 1;
    MPI_Put(row.data(), 4, MPI_INT, 0, 0, 4, MPI_INT, win);
  }
  for (auto &row : rows) {
    int &first = row[1];
    first = 1;
    MPI_Put(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}

template <typename T> struct Datatype;
template <> struct Datatype<int> {
  static MPI_Datatype get() { return MPI_INT; }
};

template <typename T> void store(T value, int target, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Put(&value, 1, Datatype<T>::get(), target, 0, 1, Datatype<T>::get(), win);
  MPI_Win_unlock(target, win);
  value = T();
}

void instantiate(MPI_Win win) { store(1, 0, win); }

void exceptions(int *memory, void (*work)()) {
  int value = 1;
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  try {
    MPI_Win_lock_all(0, win);
    work();
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  } catch (...) {
    MPI_Win_unlock_all(win);
  }
  value = 3;
  MPI_Win_free(&win);
}

// The members of two bases are at different places of the object.
struct Left {
  double x;
};
struct Right {
  double y;
  void sendY(MPI_Win win, int t) { MPI_Put(&y, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win); }
};
struct Both : Left, Right {
  void direct(MPI_Win win, int t) {
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, win);
    y = 1;
    MPI_Win_fence(0, win);
    sendY(win, t);
    x = 1;
    MPI_Win_fence(0, win);
  }
};
void ofBases(Both &both, MPI_Win win, int t) {
  MPI_Win_fence(0, win);
  both.sendY(win, t);
  both.x = 1;
  MPI_Win_fence(0, win);
}
