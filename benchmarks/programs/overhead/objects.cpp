//===- objects.cpp - vectors, iterators, templates and virtual calls -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include <memory>
#include <numeric>
#include <vector>

namespace {

/// Puts containers into the window's memory.
template <typename T> struct InWindow {
  using value_type = T;
  static char *next;
  InWindow() = default;
  template <typename U> InWindow(const InWindow<U> &) {}
  T *allocate(std::size_t count) {
    char *memory = InWindow<char>::next;
    InWindow<char>::next += (count * sizeof(T) + 63) / 64 * 64;
    return reinterpret_cast<T *>(memory);
  }
  void deallocate(T *, std::size_t) {}
  bool operator==(const InWindow &) const { return true; }
};
template <typename T> char *InWindow<T>::next;
template <typename T> using Vector = std::vector<T, InWindow<T>>;

struct Particle {
  double position[3], velocity[3];
  int kind;
};

struct Law {
  virtual ~Law() = default;
  virtual double at(const Particle &particle) const = 0;
};
struct Spring : Law {
  double at(const Particle &particle) const override { return -particle.position[0]; }
};
struct Drag : Law {
  double at(const Particle &particle) const override { return -0.1 * particle.velocity[0]; }
};

template <typename Range> double energy(const Range &particles) {
  return std::accumulate(particles.begin(), particles.end(), 0.0, [](double sum, const Particle &p) {
    return sum + p.velocity[0] * p.velocity[0] + p.velocity[1] * p.velocity[1];
  });
}

void step(Vector<Particle> &particles, const std::vector<std::unique_ptr<Law>> &laws, double dt) {
  for (Particle &particle : particles) {
    particle.velocity[0] += dt * laws[static_cast<std::size_t>(particle.kind)]->at(particle);
    for (int d = 0; d < 3; ++d)
      particle.position[d] += dt * particle.velocity[d];
  }
}

} // namespace

int main(int argc, char **argv) {
  constexpr std::size_t kParticles = 50000;
  constexpr int kSteps = 300;
  InWindow<char>::next = static_cast<char *>(beginBench(&argc, &argv, kParticles * 64 + 4096));
  Vector<Particle> particles(kParticles);
  for (std::size_t i = 0; i < kParticles; ++i)
    particles[i] = {{double(i % 100), 1, 2}, {1, double(i % 10), 0}, static_cast<int>(i % 2)};
  std::vector<std::unique_ptr<Law>> laws;
  laws.push_back(std::make_unique<Spring>());
  laws.push_back(std::make_unique<Drag>());
  MPI_Win_fence(0, window);
  double began = cpuSeconds(), sum = 0;
  for (int t = 0; t < kSteps; ++t) {
    step(particles, laws, 1e-3);
    MPI_Win_fence(0, window);
    sum += energy(particles);
    MPI_Win_fence(0, window);
  }
  return endBench(began, sum);
}
