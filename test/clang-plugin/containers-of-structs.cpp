// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
//
// What containers do with structs of plain data runs no code of the program, and leaves the windows
// as they are; with classes that have code of their own it may do anything.

#include <mpi.h>
#include <vector>

struct Event {
  double when, what;
};

class Guard {
public:
  explicit Guard(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); }
  Guard(const Guard &) = delete;
  ~Guard() { MPI_Win_unlock_all(win); } // expected-note {{the epoch was closed here}}

private:
  MPI_Win win;
};

class Epoch {
public:
  explicit Epoch(MPI_Win win) : win(win) { MPI_Win_lock_all(0, win); }
  Epoch(const Epoch &) = delete;
  Epoch(Epoch &&other) noexcept : win(other.win) { other.win = MPI_WIN_NULL; }
  ~Epoch() {
    if (win != MPI_WIN_NULL)
      MPI_Win_unlock_all(win);
  }

private:
  MPI_Win win;
};

struct Log {
  std::vector<Event> events;
  MPI_Win win;

  void ship() const {
    Guard{win};
    MPI_Aint slot = 0;
    for (const Event &event : events)
      MPI_Put(&event, 2, MPI_DOUBLE, 0, slot++, 2, MPI_DOUBLE, win); // expected-warning {{MPI_Put on window 'win', which has no epoch open}}
  }
  void shipInOne() const {
    Guard open{win};
    MPI_Aint slot = 0;
    for (const Event &event : events)
      MPI_Put(&event, 2, MPI_DOUBLE, 0, slot++, 2, MPI_DOUBLE, win);
  }
  void note(double when) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&events.front(), 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, win);
    events.push_back({when, 0});
    MPI_Win_unlock_all(win);
  }
};

static void shipAll(MPI_Win win, const std::vector<Event> &events) {
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  std::vector<Epoch> open;
  open.emplace_back(win);
  for (const Event &event : events)
    MPI_Put(&event, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, win);
}

void run(Log &log) {
  log.ship();
  log.shipInOne();
  log.note(1);
  shipAll(log.win, log.events);
}
