// A window as a class, as C++ programs have it.
#include <mpi.h>
#include <vector>
#include <string>
#include <map>
#include <unordered_map>
#include <array>
#include <memory>
#include <optional>
#include <functional>
#include <utility>
#include <tuple>
#include <variant>
#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <cstring>
#include <deque>
#include <list>
#include <coroutine>
#include <thread>
#include <mutex>
#include <ranges>
struct Err : std::runtime_error { using runtime_error::runtime_error; };
inline void ck(int rc) { if (rc != MPI_SUCCESS) throw Err("mpi"); }
class Window { MPI_Win w_ = MPI_WIN_NULL; double *base_ = nullptr; public:
  Window(MPI_Comm c, std::size_t n) { ck(MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, c, &base_, &w_)); }
  Window(Window &&o) noexcept : w_(std::exchange(o.w_, MPI_WIN_NULL)), base_(std::exchange(o.base_, nullptr)) {
  }
  Window &operator=(Window o) noexcept { swap(*this, o); return *this; }
  friend void swap(Window &a, Window &b) noexcept { using std::swap; swap(a.w_, b.w_); swap(a.base_, b.base_); }
  ~Window() { if (w_ != MPI_WIN_NULL) MPI_Win_free(&w_); }
  MPI_Win get() const { return w_; }
  operator MPI_Win() const { return w_; }
  std::span<double> local(std::size_t n) { return {base_, n}; }
  void lock(int t, bool ex = false) { ck(MPI_Win_lock(ex ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, t, 0, w_)); }
  void unlock(int t) { ck(MPI_Win_unlock(t, w_)); }
  void fence() { ck(MPI_Win_fence(0, w_)); }
  void put(std::span<const double> s, int t, MPI_Aint d) {
    ck(MPI_Put(s.data(), (int)s.size(), MPI_DOUBLE, t, d, (int)s.size(), MPI_DOUBLE, w_));
  }
};
