// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// Containers that are made as copies, or take copies, of what an operation may still be writing.

#include <algorithm>
#include <mpi.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

std::vector<std::vector<double>> all;
std::vector<double> flat;

double sum(std::vector<double> values) {
  double all = 0;
  for (double each : values)
    all += each;
  return all;
}

struct Fetch {
  MPI_Win win;
  int peer;
  Fetch(std::vector<double> &into, int peer, MPI_Win win) : win(win), peer(peer) {
    MPI_Get(into.data(), 8, MPI_DOUBLE, peer, 0, 8, MPI_DOUBLE, win);
  }
  ~Fetch() { MPI_Win_flush(peer, win); }
};

double copies(std::vector<double> &got, std::string &text, int peer, MPI_Win win) {
  double result = 0;
  {
    Fetch fetch(got, peer, win);
    auto copy = got; // expected-warning {{'got' is read while MPI_Get at line 26 may still be writing it}}
    std::vector<double> range(got.begin(), got.end()); // expected-warning {{'got' is read while MPI_Get at line 26 may still be writing it}}
    result += sum(got); // expected-warning {{'got' is read while MPI_Get at line 26 may still be writing it}}
  }
  {
    Fetch fetch(got, peer, win);
    flat.insert(flat.end(), got.begin(), got.end()); // expected-warning {{'got' is read by insert while MPI_Get at line 26 may still be writing it}}
  }
  {
    Fetch fetch(got, peer, win);
    flat.assign(got.begin(), got.begin() + 2); // expected-warning {{'got' is read by assign while MPI_Get at line 26 may still be writing it}}
  }
  {
    Fetch fetch(got, peer, win);
    all.push_back(got); // expected-warning {{'got' is read by push_back while MPI_Get at line 26 may still be writing it}}
  }
  MPI_Get(text.data(), 8, MPI_CHAR, peer, 64, 8, MPI_CHAR, win);
  std::string copy(text); // expected-warning {{'text' is read while MPI_Get}}
  MPI_Win_flush(peer, win);
  return result + copy.size();
}

double others(std::vector<double> &got, const std::vector<double> &other, int peer, MPI_Win win) {
  double result = 0;
  {
    Fetch fetch(got, peer, win);
    auto copy = other;
    std::vector<double> range(other.begin(), other.end());
    std::vector<double> behind(got.begin() + 8, got.end());
    std::vector<double> as(got.size(), 0.0), many(8, 1);
    result += sum(other);
    all.push_back(other);
    flat.insert(flat.end(), other.begin(), other.end());
    flat.insert(flat.end(), 3, 1.0);
    flat.assign(8, 1.0);
    auto same = std::move(got); // its elements stay where they are
    got.clear();
    MPI_Win_flush(peer, win);
    result += sum(same);
  }
  // What is read may be read.
  MPI_Put(other.data(), 8, MPI_DOUBLE, peer, 0, 8, MPI_DOUBLE, win);
  auto copy = other;
  all.push_back(other);
  MPI_Win_flush(peer, win);
  return result;
}

// A container of the program's own.
struct Stack {
  std::vector<double> *top = nullptr;
  int depth = 0;
  void push_back() { ++depth; }
  void push_back(std::vector<double> &values) { top = &values; }
};
void kept(Stack &stack, std::vector<double> &got, int peer, MPI_Win win) {
  MPI_Get(got.data(), 8, MPI_DOUBLE, peer, 0, 8, MPI_DOUBLE, win);
  stack.push_back();
  stack.push_back(got);
  MPI_Win_flush(peer, win);
}

// Algorithms that get another part of what is in flight.
void parts(std::vector<double> &got, std::vector<double> &to, std::span<double> all, int peer, MPI_Win win) {
  MPI_Get(got.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win);
  std::ranges::copy(std::span(got).subspan(4), to.begin());
  std::ranges::fill(std::span(got.data() + 4, 4), 0.0);
  std::ranges::fill(std::span(got).first(0), 0.0);
  std::ranges::fill(std::span(got), 0.0); // expected-warning {{is written by fill while MPI_Get}}
  MPI_Win_flush(peer, win);
  MPI_Get(all.data(), 4, MPI_DOUBLE, peer, 0, 4, MPI_DOUBLE, win);
  std::ranges::sort(all.subspan(4, 4));
  std::ranges::sort(all); // expected-warning {{'all' is written by sort while MPI_Get}}
  MPI_Win_flush(peer, win);
}
