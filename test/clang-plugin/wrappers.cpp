// RUN: %clang -fplugin=%plugin %mpi-include -std=c++17 -fsyntax-only -Xclang -verify %s
// Windows and datatypes behind methods and functions that do nothing but return them; operations of
// methods whose target is a member.
#include <mpi.h>
#include <type_traits>

template <typename T> MPI_Datatype typeOf() {
  static_assert(std::is_arithmetic_v<T>);
  if constexpr (std::is_same_v<T, int>)
    return MPI_INT;
  else
    return MPI_DOUBLE;
}
template <typename T> struct TypeOf;
template <> struct TypeOf<double> {
  static MPI_Datatype get() { return MPI_DOUBLE; }
};
static const MPI_Datatype real = MPI_DOUBLE;

class Window {
public:
  explicit Window(MPI_Comm comm) { MPI_Win_allocate(64, 8, MPI_INFO_NULL, comm, &memory, &win); }
  ~Window() { MPI_Win_free(&win); }
  operator MPI_Win() const { return win; }
  MPI_Win get() const { return win; }
  MPI_Win current(bool other) const { return other ? spare : win; }

private:
  double *memory = nullptr;
  MPI_Win win = MPI_WIN_NULL, spare = MPI_WIN_NULL;
};

void noEpoch(MPI_Comm comm, int target) {
  Window window(comm);
  double value = 1;
  MPI_Put(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, window); // expected-warning {{MPI_Put on window 'window', which has no epoch open [rma-no-epoch]}}
  MPI_Put(&value, 1, MPI_DOUBLE, target, 1, 1, MPI_DOUBLE, window.get()); // expected-warning {{MPI_Put on window 'window', which has no epoch open [rma-no-epoch]}}
  MPI_Put(&value, 1, MPI_DOUBLE, target, 2, 1, MPI_DOUBLE, window.current(target)); // who knows which; expected-warning {{goes out of scope}}
}
void epoch(MPI_Comm comm, int target) {
  Window window(comm);
  double value = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
  MPI_Put(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, window.get());
  MPI_Win_flush(target, window);
  value = 2;
  MPI_Win_unlock(target, window.get()); // expected-note {{the epoch was closed here}}
  MPI_Win_flush(target, window); // expected-warning {{MPI_Win_flush on window 'window', which has no epoch open [rma-no-epoch]}}
}

static MPI_Win shared;
static MPI_Win sharedWindow() { return shared; }
void everybodys(int target) {
  double value = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, sharedWindow());
  MPI_Put(&value, 1, real, target, 0, 1, real, shared);
  MPI_Win_unlock(target, sharedWindow()); // expected-note {{the epoch was closed here}}
  MPI_Put(&value, 1, real, target, 0, 1, real, shared); // expected-warning {{which has no epoch open [rma-no-epoch]}}
}

template <typename T> T fetch(MPI_Win win, int target) {
  T value;
  MPI_Get(&value, 1, typeOf<T>(), target, 0, 1, typeOf<T>(), win); // expected-note {{MPI_Get writes}} expected-warning {{goes out of scope}}
  return value; // expected-warning {{'value' is read while MPI_Get}}
}
template <typename T> T fetchRightly(MPI_Win win, int target) {
  T value;
  MPI_Get(&value, 1, typeOf<T>(), target, 0, 1, typeOf<T>(), win);
  MPI_Win_flush_local(target, win);
  return value;
}
template int fetch<int>(MPI_Win, int);
template double fetch<double>(MPI_Win, int);
template int fetchRightly<int>(MPI_Win, int);
void mixed(MPI_Win win, int target, int *values) {
  MPI_Put(values, 1, TypeOf<double>::get(), target, 0, 1, MPI_INT, win); // expected-warning {{MPI_DOUBLE at the origin and MPI_INT at the target}} expected-warning {{takes 'values', of 'int', for MPI_DOUBLE}}
}

struct Halo {
  MPI_Win win;
  int neighbour;
  double edge[4];
  void open() { MPI_Win_lock(MPI_LOCK_SHARED, neighbour, 0, win); } // expected-note 2 {{the epoch was opened here}}
  void put() { MPI_Put(edge, 4, MPI_DOUBLE, neighbour, 0, 4, MPI_DOUBLE, win); } // expected-note 2 {{MPI_Put reads 'edge'}}
  void flush() { MPI_Win_flush(neighbour, win); }
  void pack() {
    for (int i = 0; i < 4; ++i)
      edge[i] = i; // expected-note 2 {{it is written here}}
  }
  void close() { MPI_Win_unlock(neighbour, win); }
};
void packsTooEarly(Halo &halo) {
  halo.pack();
  halo.open();
  halo.put();  // expected-note {{it is issued by this call}}
  halo.pack(); // expected-warning {{'halo.edge' is written by pack while MPI_Put}}
  halo.close();
}
void packsTooEarly(Halo *halo) {
  halo->open();
  halo->put();  // expected-note {{it is issued by this call}}
  halo->pack(); // expected-warning {{'halo->edge' is written by pack while MPI_Put}}
  halo->close();
}
void packsInTime(Halo &halo, Halo &other) {
  halo.open();
  halo.put();
  halo.flush();
  halo.pack();
  halo.put();
  other.pack();
  halo.close();
  halo.pack();
}
