// ranks: 2
// flags: -O2 -std=c++20 -pthread; -O0 -std=c++20 -pthread
// What C++ has to order threads: futures, barriers, latches, semaphores, atomics, locks.
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <mpi.h>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>
struct Comm { // a communication thread with a queue
  std::deque<std::function<void()>> q;
  std::mutex m;
  std::condition_variable cv;
  bool stop = false;
  std::thread t;
  Comm()
      : t([this] {
          for (;;) {
            std::function<void()> f;
            {
              std::unique_lock l(m);
              cv.wait(l, [&] { return stop || !q.empty(); });
              if (q.empty())
                return;
              f = std::move(q.front());
              q.pop_front();
            }
            f();
          }
        }) {}
  template <class F> std::future<void> post(F f) {
    auto p = std::make_shared<std::promise<void>>();
    auto fut = p->get_future();
    {
      std::lock_guard l(m);
      q.push_back([p, f] {
        f();
        p->set_value();
      });
    }
    cv.notify_one();
    return fut;
  }
  ~Comm() {
    {
      std::lock_guard l(m);
      stop = true;
    }
    cv.notify_all();
    t.join();
  }
};
int main(int c, char **v) {
  int pr, r, n;
  MPI_Init_thread(&c, &v, MPI_THREAD_MULTIPLE, &pr);
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int peer = (r + 1) % n;
  double *w;
  MPI_Win win;
  MPI_Win_allocate(512 * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
  static double buf[128];
  MPI_Win_lock_all(0, win);
  {
    Comm comm;
    for (int i = 0; i < 10; i++) {
      buf[i] = i;
      auto f = comm.post([=] {
        MPI_Put(&buf[i], 1, MPI_DOUBLE, peer, i, 1, MPI_DOUBLE, win);
        MPI_Win_flush(peer, win);
      });
      f.get();
      buf[i] = -i;
    }
  }
  { // async
    std::vector<std::future<double>> fs;
    for (int i = 0; i < 4; i++)
      fs.push_back(std::async(std::launch::async, [=] {
        double x[2];
        MPI_Get(x, 2, MPI_DOUBLE, peer, 100 + 2 * i, 2, MPI_DOUBLE, win);
        MPI_Win_flush_local(peer, win);
        return x[0] + x[1];
      }));
    double s = 0;
    for (auto &f : fs)
      s += f.get();
    buf[0] = s;
  }
  { // barrier, latch
    std::barrier<> b(3);
    std::latch l(3);
    std::vector<std::jthread> ts;
    for (int t = 0; t < 3; t++)
      ts.emplace_back([&, t] {
        for (int k = 0; k < 4; k++) {
          buf[16 + t] = k;
          b.arrive_and_wait();
          if (t == k % 3) {
            MPI_Put(buf + 16, 3, MPI_DOUBLE, peer, 200, 3, MPI_DOUBLE, win);
            MPI_Win_flush(peer, win);
          }
          b.arrive_and_wait();
        }
        l.count_down();
      });
    l.wait();
    buf[16] = buf[17] = 9;
  }
  { // semaphore ping pong
    std::binary_semaphore full{0}, empty{1};
    std::thread prod([&] {
      for (int i = 0; i < 8; i++) {
        empty.acquire();
        buf[40] = i;
        buf[41] = i;
        full.release();
      }
    });
    for (int i = 0; i < 8; i++) {
      full.acquire();
      MPI_Put(buf + 40, 2, MPI_DOUBLE, peer, 210, 2, MPI_DOUBLE, win);
      MPI_Win_flush(peer, win);
      empty.release();
    }
    prod.join();
    MPI_Win_flush(peer, win);
  }
  { // atomic flag with acquire/release, wait/notify
    std::atomic<int> turn{0};
    std::thread other([&] {
      for (int i = 0; i < 8; i++) {
        int s;
        while ((s = turn.load(std::memory_order_acquire)) != 2 * i + 1)
          turn.wait(s);
        buf[50] = i;
        turn.store(2 * i + 2, std::memory_order_release);
        turn.notify_all();
      }
    });
    for (int i = 0; i < 8; i++) {
      MPI_Get(buf + 50, 1, MPI_DOUBLE, peer, 220, 1, MPI_DOUBLE, win);
      MPI_Win_flush(peer, win);
      turn.store(2 * i + 1, std::memory_order_release);
      turn.notify_all();
      int s;
      while ((s = turn.load(std::memory_order_acquire)) != 2 * i + 2)
        turn.wait(s);
    }
    other.join();
  }
  {
    std::shared_mutex sm;
    std::vector<std::thread> ts;
    for (int t = 0; t < 3; t++)
      ts.emplace_back([&, t] {
        for (int i = 0; i < 5; i++) {
          if (t == 0) {
            std::unique_lock l(sm);
            MPI_Get(buf + 60, 4, MPI_DOUBLE, peer, 230, 4, MPI_DOUBLE, win);
            MPI_Win_flush(peer, win);
          } else {
            std::shared_lock l(sm);
            volatile double s = buf[60] + buf[61];
            (void)s;
          }
        }
      });
    for (auto &t : ts)
      t.join();
  }
  {
    static std::once_flag once;
    std::vector<std::thread> ts;
    static double table[4];
    for (int t = 0; t < 3; t++)
      ts.emplace_back([&] {
        std::call_once(once, [&] {
          MPI_Get(table, 4, MPI_DOUBLE, peer, 240, 4, MPI_DOUBLE, win);
          MPI_Win_flush(peer, win);
        });
        volatile double s = table[1];
        (void)s;
      });
    for (auto &t : ts)
      t.join();
    table[0] = 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
