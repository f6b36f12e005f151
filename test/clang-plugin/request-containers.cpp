// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unused -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Requests in containers, some of which grow.
#include <mpi.h>
#include <array>
#include <vector>
#include <span>
void vec1(MPI_Win w, double *x, int t) {
  std::vector<MPI_Request> r(2);
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Waitall(2, r.data(), MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void vec2(MPI_Win w, double *x, int t, int n) {
  std::vector<MPI_Request> r;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    r.emplace_back();
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &r.back());
  }
  MPI_Waitall(static_cast<int>(r.size()), r.data(), MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void vec3(MPI_Win w, double *x, int t, int n) {
  std::vector<MPI_Request> r;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    MPI_Request one;
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, i, 1, MPI_DOUBLE, w, &one);
    r.push_back(one);
  }
  MPI_Waitall(static_cast<int>(r.size()), r.data(), MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void arr1(MPI_Win w, double *x, int t) {
  std::array<MPI_Request, 2> r;
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]); // expected-warning {{[rma-request-leak]}}
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  x[0] = 1;
  x[1] = 1; // expected-warning {{[rma-local-race]}}
  MPI_Win_unlock_all(w);
}
void arr2(MPI_Win w, double *x, int t) {
  std::array<MPI_Request, 2> r;
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  for (auto &q : r)
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  x[0] = 1;
  x[1] = 1;
  MPI_Win_unlock_all(w);
}
void rangeFor(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  int i = 0;
  for (auto &q : r) {
    MPI_Rput(x + i, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &q);
    ++i;
  }
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void lambdaWait(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  auto wait = [&] { MPI_Waitall(2, r, MPI_STATUSES_IGNORE); };
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  wait();
  x[0] = 1;
  MPI_Win_unlock_all(w);
}
void ref(MPI_Win w, double *x, int t) {
  MPI_Request r[2];
  MPI_Request &last = r[1];
  MPI_Win_lock_all(0, w);
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &r[0]);
  MPI_Rput(x + 1, 1, MPI_DOUBLE, t, 8, 1, MPI_DOUBLE, w, &r[1]);
  MPI_Wait(&last, MPI_STATUS_IGNORE);
  x[1] = 1;
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(w);
}
struct Pending {
  std::vector<MPI_Request> requests;
  MPI_Win win;
  void put(const double *x, int n, int t) {
    MPI_Request r;
    MPI_Rput(x, n, MPI_DOUBLE, t, 0, n, MPI_DOUBLE, win, &r);
    requests.push_back(r);
  }
  void wait() { MPI_Waitall((int)requests.size(), requests.data(), MPI_STATUSES_IGNORE); requests.clear(); }
};
void pend(Pending &p, double *x, int t) {
  p.put(x, 4, t);
  x[0] = 2; // expected-warning {{[rma-local-race]}}
  p.wait();
  x[0] = 3;
}
struct One {
  MPI_Request r = MPI_REQUEST_NULL;
  ~One() { wait(); }
  void wait() { if (r != MPI_REQUEST_NULL) MPI_Wait(&r, MPI_STATUS_IGNORE); }
};
void one(MPI_Win w, double *x, int t) {
  {
    One o;
    MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &o.r);
  }
  x[0] = 1;
}
void one2(MPI_Win w, double *x, int t) {
  One o;
  MPI_Rput(x, 1, MPI_DOUBLE, t, 0, 1, MPI_DOUBLE, w, &o.r);
  x[0] = 1; // expected-warning {{[rma-local-race]}}
  o.wait();
  x[0] = 1;
}
