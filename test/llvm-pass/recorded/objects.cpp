// Objects on the heap that only the module knows of, beside the same in the window, and virtual calls whose functions are
// all in sight: what is told of them is what they access.
// REQUIRES: openmpi
// RUN: env PYTHONPATH=%source/test/support %python -m recorded --build %build --mpicc %mpicc-plain --otf2-print %otf2-print --work %t.work --levels 123 %s | %FileCheck %s
// CHECK: 1 programs: {{.*}}, 0 differ

#include "Inputs/window.h"

#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace {

struct Body {
  double at[3], by[3];
  int kind;
};

struct Law {
  virtual ~Law() = default;
  virtual double of(Body &body) = 0;
};
struct Spring : Law {
  double stiffness = 1;
  double of(Body &body) override { return -stiffness * body.at[0]; }
};
struct Counting : Law { // in its own memory and in the body's
  int count = 0;
  double of(Body &body) override {
    body.at[2] = ++count;
    return 1;
  }
};
struct Fencing : Law { // ends the segment
  double of(Body &body) override {
    if (body.kind == 5)
      MPI_Win_fence(0, window);
    return body.by[1];
  }
};
struct Throwing : Law {
  double of(Body &body) override {
    if (body.kind == 7)
      throw 1;
    return body.by[2];
  }
};

using Laws = std::vector<std::unique_ptr<Law>>;

NOINLINE void quiet(Body *bodies, int n, Spring *a, Counting *b) {
  Law *laws[2] = {a, b};
  for (int i = 0; i < n; ++i) {
    bodies[i].by[0] += laws[i % 2]->of(bodies[i]);
    bodies[i].at[1] = bodies[i].by[0];
  }
}
NOINLINE void step(Body *bodies, int n, const Laws &laws) {
  for (int i = 0; i < n; ++i) {
    bodies[i].by[0] += laws[static_cast<std::size_t>(bodies[i].kind) % laws.size()]->of(bodies[i]);
    for (int d = 0; d < 2; ++d)
      bodies[i].at[d] += bodies[i].by[d];
  }
}
NOINLINE void trying(Body *bodies, int n, Laws &laws) {
  try {
    step(bodies, n, laws);
  } catch (int) {
    bodies[0].kind = 3;
  }
}

// Nodes on the heap that point to each other, and to the window.
struct Node {
  Node *next;
  long *value;
  long own;
};
NOINLINE Node *add(Node *list, long *value) { return new Node{list, value, 1}; }
NOINLINE long count(Node *list) {
  long sum = 0;
  for (; list; list = list->next)
    sum += ++list->own;
  return sum;
}
NOINLINE void write(Node *list) {
  for (; list; list = list->next)
    *list->value += list->own;
}
NOINLINE void freeAll(Node *list) {
  while (list) {
    Node *next = list->next;
    delete list;
    list = next;
  }
}
NOINLINE long lists(long *p, int n) {
  Node *list = nullptr, *inWindow = nullptr;
  for (int i = 0; i < n; ++i)
    list = add(list, p + i);
  for (int i = 0; i < n; ++i)
    inWindow = new (p + 100 + 3 * i) Node{inWindow, p + 50 + i, i};
  write(list);
  write(inWindow);
  const long sum = count(list);
  freeAll(list);
  return sum;
}
// The same function for a list of its own and one of the window's.
NOINLINE long mixed(long *p, int n) {
  Node own[2] = {{&own[1], p + 1, 0}, {nullptr, p + 2, 0}};
  Node *there = new (p + 8) Node{nullptr, p + 20, n};
  const long sum = count(n % 2 ? own : there);
  write(n % 2 ? own : there);
  return sum;
}

// Pointers that travel as bytes, as numbers, by memcpy.
NOINLINE void bytes(void *to, const void *from, std::size_t size) {
  volatile char *d = static_cast<volatile char *>(to);
  const volatile char *s = static_cast<const volatile char *>(from);
  while (size--)
    *d++ = *s++;
}
NOINLINE void travelling(long *p, int n) {
  auto *slots = new long *[4];
  auto *spare = new long[8]();
  for (int i = 0; i < 4; ++i)
    slots[i] = spare;
  long *at = p + n;
  bytes(&slots[0], &at, sizeof at);
  memcpy(&slots[1], &at, sizeof at);
  auto number = reinterpret_cast<std::uintptr_t>(at + 7);
  slots[2] = reinterpret_cast<long *>(number ^ 0);
  std::uintptr_t masked = ~number;
  memcpy(&slots[3], &(masked = ~masked), sizeof masked);
  for (int i = 0; i < 4; ++i)
    *slots[(i + n) % 4] += i;
  delete[] spare;
  delete[] slots;
}

// Memory that is a window's because a structure with its address went out of sight.
struct Exposed {
  long *memory;
  long size;
};
NOINLINE void expose(Exposed *what, MPI_Win *result) {
  MPI_Win_create(what->memory, what->size * 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, result);
}

} // namespace

int main(int argc, char **argv) {
  begin(&argc, &argv);
  auto *bodies = reinterpret_cast<Body *>(memory + 8);
  auto *longs = reinterpret_cast<long *>(memory + 8);
  Laws laws, fencing, throwing;
  laws.push_back(std::make_unique<Spring>());
  laws.push_back(std::make_unique<Counting>());
  fencing.push_back(std::make_unique<Fencing>());
  throwing.push_back(std::make_unique<Throwing>());
  Spring spring;
  Counting counting;
  auto *springThere = new (memory + 8000) Spring;
  auto *countingThere = new (memory + 8800) Counting;
  for (int n = 0; n < 40; n += 13) {
    const int k = n + static_cast<int>(zero);
    for (int i = 0; i < k; ++i)
      bodies[i].kind = i % 9;
    SEGMENT(quiet(bodies, k, &spring, &counting));
    SEGMENT(quiet(bodies, k, springThere, countingThere));
    SEGMENT(step(bodies, k, laws));
    SEGMENT(step(bodies, k, fencing));
    SEGMENT(trying(bodies, k, throwing));
    SEGMENT(sink = static_cast<double>(lists(longs, k)));
    SEGMENT(sink = static_cast<double>(mixed(longs, k)));
    SEGMENT(travelling(longs, k));
  }
  Exposed exposed = {longs, 100};
  MPI_Win other;
  expose(&exposed, &other);
  for (int i = 0; i < 100; ++i)
    exposed.memory[i] = i;
  MPI_Win_free(&other);
  return end();
}
