// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=wrong -DWRONG %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right %s
// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=right -DWRONG -DCHANGED %s
// right-no-diagnostics
//
// Loops of which nobody knows what they do change what they assign to, and the containers that they
// fill; the members beside these are known still.

#include <cmath>
#include <complex>
#include <cstddef>
#include <deque>
#include <mpi.h>
#include <string>
#include <vector>

struct Particle {
  double x, v;
};

struct Inbox {
  int count;
  Particle data[64];
};

class Domain {
public:
  explicit Domain(MPI_Comm comm) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Win_create(&inbox, sizeof inbox, 1, MPI_INFO_NULL, comm, &win);
    MPI_Group all;
    MPI_Comm_group(comm, &all);
    const int left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Group_incl(all, 1, &left, &from);
    MPI_Group_incl(all, 1, &right, &to);
    MPI_Group_free(&all);
    for (int i = 0; i < 100; ++i)
      mine.push_back({rank + i / 100.0, 0.05 + 0.001 * i});
  }
  ~Domain() {
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Win_free(&win);
  }
  void move(double dt) {
    leaving.clear();
    std::deque<Particle> stay;
    std::complex<double> sum;
    std::string text;
    for (auto p : mine) {
      p.x += p.v * dt;
      sum += std::polar(p.x, p.v);
      text += std::to_string(p.x);
      if (p.x >= rank + 1)
        leaving.push_back(p);
      else
        stay.push_back(p);
#ifdef CHANGED
      if (p.x > 3)
        right = rank;
#endif
    }
    mine.swap(stay);
    for (int edge : {0, 1})
      ends[edge] = edge == 0 ? left() : right;
  }
  void migrate() {
    const int n = static_cast<int>(leaving.size());
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&n, 1, MPI_INT, ends[1], offsetof(Inbox, count), 1, MPI_INT, win); // wrong-note {{complete when its target has returned from MPI_Win_wait}}
    MPI_Win_complete(win);
#ifndef WRONG
    MPI_Win_wait(win);
#endif
    for (int i = 0; i < inbox.count; ++i) // wrong-warning {{'inbox.count' is read while another process's MPI_Put}}
      mine.push_back(inbox.data[i]);
#ifdef WRONG
    MPI_Win_wait(win);
#endif
  }

private:
  int left() const { return (rank + size - 1) % size; }

  int rank = 0, size = 0, right = 0, ends[2] = {};
  Inbox inbox{};
  std::vector<Particle> leaving;
  std::deque<Particle> mine;
  MPI_Group from{}, to{};
  MPI_Win win{};
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  {
    Domain domain(MPI_COMM_WORLD);
    for (int step = 0; step < 3; ++step) {
      domain.move(0.5);
      domain.migrate();
    }
  }
  MPI_Finalize();
}
