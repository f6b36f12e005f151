// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Containers that get other memory, or none, while theirs is in use.
#include <mpi.h>
#include <vector>
#include <string>
#include <utility>
#include <memory>
void shrink(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.resize(4);
  MPI_Win_unlock_all(w); }
void insertBegin(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.insert(v.begin(), 1.0); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void eraseBegin(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.erase(v.begin()); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void insertEnd(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.insert(v.end(), 1.0);
  MPI_Win_unlock_all(w); }
void resizeGrow(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.resize(v.capacity() + 1);
  MPI_Win_unlock_all(w); }
void pop(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 7, MPI_DOUBLE, t, 0, 7, MPI_DOUBLE, w);
  v.pop_back();
  MPI_Win_unlock_all(w); }
void reuseAfterPush(MPI_Win w, int t) {
  std::vector<double> v(8);
  v.reserve(100);
  MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.push_back(1);
  v[0] = 2;
  MPI_Win_unlock_all(w); }
void strClear(MPI_Win w, int t) { std::string s = "abc"; MPI_Win_lock_all(0, w);
  MPI_Put(s.data(), 3, MPI_CHAR, t, 0, 3, MPI_CHAR, w);
  s.clear(); // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void strAssign(MPI_Win w, int t) { std::string s = "abc"; MPI_Win_lock_all(0, w);
  MPI_Put(s.data(), 3, MPI_CHAR, t, 0, 3, MPI_CHAR, w);
  s = "xyz"; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void strAppend(MPI_Win w, int t) { std::string s = "abc"; MPI_Win_lock_all(0, w);
  MPI_Put(s.data(), 3, MPI_CHAR, t, 0, 3, MPI_CHAR, w);
  s += "xyz";
  MPI_Win_unlock_all(w); }
void swapOut(MPI_Win w, int t) { std::vector<double> v(8), u(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::swap(u, v);
  v[0] = 1;
  MPI_Win_unlock_all(w); }
void swapIdiom(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  std::vector<double>().swap(v); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void assignEmpty(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v = {}; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w); }
void assignTemp(MPI_Win w, int t) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v = std::vector<double>(8); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void resetUp(MPI_Win w, int t) { auto p = std::make_unique<double[]>(8); MPI_Win_lock_all(0, w);
  MPI_Put(p.get(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  p = nullptr; // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void resetUp2(MPI_Win w, int t) { auto p = std::make_unique<double[]>(8); MPI_Win_lock_all(0, w);
  MPI_Put(p.get(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  p = std::make_unique<double[]>(9); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_unlock_all(w); }
void moved(MPI_Win w, int t) { auto p = std::make_unique<double[]>(8); MPI_Win_lock_all(0, w);
  MPI_Put(p.get(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  auto q = std::move(p); p.reset();
  MPI_Win_unlock_all(w); }
void winMem(MPI_Comm c) {
  std::vector<double> v(8);
  MPI_Win w;
  MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w);
  MPI_Win_fence(0, w);
  v.clear(); v.shrink_to_fit();
  MPI_Win_fence(0, w);
  MPI_Win_free(&w); }
void winMem2(MPI_Comm c) {
  MPI_Win w;
  {
    std::vector<double> v(8);
    MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_fence(0, w); }
  MPI_Win_fence(0, w);
  MPI_Win_free(&w); }
void winMem3(MPI_Comm c) {
  MPI_Win w;
  std::vector<double> v(8);
  MPI_Win_create(v.data(), 64, 8, MPI_INFO_NULL, c, &w);
  MPI_Win_fence(0, w);
  std::vector<double>().swap(v); // expected-warning {{[rma-buffer-lifetime]}}
  MPI_Win_fence(0, w);
  MPI_Win_free(&w); }
void ranges(MPI_Win w, int t, int n, std::vector<double> &other) { std::vector<double> v(8); MPI_Win_lock_all(0, w);
  MPI_Put(v.data(), 8, MPI_DOUBLE, t, 0, 8, MPI_DOUBLE, w);
  v.insert(v.begin(), other.begin(), other.end()); // of none perhaps
  v.insert(v.begin(), n, 1.0);
  v.erase(v.begin(), v.begin() + n);
  MPI_Win_unlock_all(w); }
