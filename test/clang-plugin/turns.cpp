// RUN: %clang++ -std=c++20 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note %s
// Buffers that take turns in a loop: where nothing completes the operation, a later turn meets it.
#include <mpi.h>
#include <utility>
#include <vector>

constexpr int N = 64;
void flush(MPI_Win w) { MPI_Win_flush_local(1, w); }
void use(double *x);

void flips(MPI_Win w, int steps) {
  double buffer[2][N];
  int now = 0;
  MPI_Win_lock_all(0, w);              // expected-note {{the epoch was opened here}}
  for (int s = 0; s < steps; ++s) {    // expected-note {{a later iteration of this loop comes back to it before any completes it}}
    for (int i = 0; i < N; ++i)
      buffer[now][i] = s;              // expected-warning {{'buffer[now][i]' is written while MPI_Put}}
    MPI_Put(buffer[now], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w); // expected-note {{MPI_Put reads 'buffer[now]'}}
    now ^= 1;
  }
  MPI_Win_unlock_all(w);
}
void flipsAndFlushes(MPI_Win w, int steps) {
  double buffer[2][N];
  int now = 0;
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    if (s > 1)
      MPI_Win_flush_local_all(w);
    buffer[now][0] = s;
    MPI_Put(buffer[now], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    now = 1 - now;
  }
  MPI_Win_unlock_all(w);
}
double pipeline(MPI_Win w, int steps) {
  double buffer[2][N], sum = 0;
  int now = 0;
  MPI_Win_lock_all(0, w); // expected-note 2 {{the epoch was opened here}}
  MPI_Get(buffer[0], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  for (int s = 1; s < steps; ++s) { // expected-note 2 {{comes back to it}}
    int next = !now;
    MPI_Get(buffer[next], N, MPI_DOUBLE, 1, s * N, N, MPI_DOUBLE, w); // expected-warning {{MPI_Get writes 'buffer[next]' while the one issued in an earlier iteration may still be writing it}} expected-note 2 {{MPI_Get writes 'buffer[next]'}}
    sum += buffer[now][0]; // expected-warning {{'buffer[now][0]' is read while MPI_Get}}
    now = next;
  }
  MPI_Win_unlock_all(w);
  return sum;
}
double pipelineOfHelper(MPI_Win w, int steps) {
  double buffer[2][N], sum = 0;
  int now = 0;
  MPI_Win_lock_all(0, w);
  MPI_Get(buffer[0], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  for (int s = 1; s < steps; ++s) {
    flush(w);
    MPI_Get(buffer[1 - now], N, MPI_DOUBLE, 1, s * N, N, MPI_DOUBLE, w);
    sum += buffer[now][0];
    now = 1 - now;
  }
  MPI_Win_unlock_all(w);
  return sum;
}
void byRest(MPI_Win w, int steps, double (*buffer)[N]) {
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    buffer[s % 3][0] = s; // expected-warning {{'buffer[s % 3][0]' is written while MPI_Put}}
    MPI_Put(buffer[s % 3], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < 3; ++s) { // as many as there are
    buffer[s % 3][0] = s;
    MPI_Put(buffer[s % 3], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) { // each its own
    buffer[s][0] = s;
    MPI_Put(buffer[s], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w);
}
void pointers(MPI_Win w, int steps, double *a, double *b) {
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < N; ++i)
      b[i] = a[i] + 1; // expected-warning {{'b[i]' is written while MPI_Put}}
    MPI_Put(b, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    double *other = a;
    a = b;
    b = other;
  }
  MPI_Win_unlock_all(w);
}
void pointersOfUse(MPI_Win w, int steps, double *a, double *b) {
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    b[0] = a[0] + 1;
    MPI_Put(b, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    std::swap(a, b);
    MPI_Win_flush(1, w);
  }
  MPI_Win_unlock_all(w);
}
void readOnly(MPI_Win w, int steps, double *a, double *b) {
  double sum = 0;
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    MPI_Put(b, N, MPI_DOUBLE, 1, s, N, MPI_DOUBLE, w);
    sum += a[0];
    std::swap(a, b);
  }
  MPI_Win_unlock_all(w);
  use(&sum);
}
void newEachTime(MPI_Win w, int steps, double *a, double *spare) {
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    a[0] = s;
    MPI_Put(a, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    a = spare;
    spare += N;
  }
  MPI_Win_unlock_all(w);
}
void vectors(MPI_Win w, int steps) {
  std::vector<double> now(N), next(N);
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    MPI_Get(next.data(), N, MPI_DOUBLE, 1, s * N, N, MPI_DOUBLE, w); // expected-warning {{MPI_Get writes 'next.data()' while the one issued in an earlier iteration}}
    for (double &x : now) // expected-warning {{'now' is written while MPI_Get}}
      x *= 2;
    std::swap(now, next);
  }
  MPI_Win_unlock_all(w);
}
void vectorsOf(MPI_Win w, int steps) {
  std::vector<double> buffer[2] = {std::vector<double>(N), std::vector<double>(N)};
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    buffer[s & 1][0] = s; // expected-warning {{'buffer[s & 1][0]' is written while MPI_Put}}
    MPI_Put(buffer[s & 1].data(), N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w);
  for (int s = 0; s < steps; ++s) {
    MPI_Wait(&request[s % 2], MPI_STATUS_IGNORE);
    buffer[s % 2][0] = s;
    MPI_Rput(buffer[s % 2].data(), N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &request[s % 2]);
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
// Loops that may end before all had their turn.
void ends(MPI_Win w, int steps, double *a, double *b) {
  double buffer[2][N];
  int now = 0, s = 0;
  MPI_Win_lock_all(0, w);
#define PUT                                                                                        \
  buffer[now][0] = s;                                                                              \
  MPI_Put(buffer[now], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w)
  for (s = 0; s < steps; s++) {
    PUT;
    if (s == 1)
      break;
    now ^= 1;
  }
  MPI_Win_flush(1, w);
  for (bool done = false; !done; s++) {
    PUT;
    if (s > 0)
      done = true;
    now ^= 1;
  }
  MPI_Win_flush(1, w);
  do {
    PUT;
    now ^= 1;
  } while (now);
  MPI_Win_flush(1, w);
  for (;;) {
    a[0] = 1;
    MPI_Put(a, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    if (a == b)
      break;
    std::swap(a, b);
  }
  MPI_Win_flush(1, w);
  s = 2;
  while (s--) {
    PUT;
    now ^= 1;
  }
  MPI_Win_flush(1, w);
  for (int side : {1, 2}) {
    buffer[now][0] = side;
    MPI_Put(buffer[now], N, MPI_DOUBLE, side, 0, N, MPI_DOUBLE, w);
    now ^= 1;
  }
  MPI_Win_flush_all(w);
  s = 0;
  while (s < steps) {
    buffer[now][0] = s; // expected-warning {{'buffer[now][0]' is written while MPI_Put}}
    MPI_Put(buffer[now], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w);
    now ^= 1;
    s++;
  }
  MPI_Win_unlock_all(w);
}
void forAll(MPI_Win w, const std::vector<int> &peers) {
  double buffer[2][N];
  int now = 0;
  MPI_Win_lock_all(0, w);
  for (int peer : peers) {
    buffer[now][0] = peer; // expected-warning {{'buffer[now][0]' is written while MPI_Put}}
    MPI_Put(buffer[now], N, MPI_DOUBLE, peer, 0, N, MPI_DOUBLE, w);
    now = 1 - now;
  }
  MPI_Win_unlock_all(w);
}

// ---- requests that take turns with the buffers: what comes before the wait for one meets its operation

double usesBeforeWait(MPI_Win w) {
  double buffer[2][N], sum = 0;
  MPI_Request requests[2];
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  MPI_Rget(buffer[0], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &requests[0]);
  for (int i = 0; i < 10; ++i) { // expected-note {{a later iteration of this loop comes back to it}}
    if (i + 1 < 10)
      MPI_Rget(buffer[(i + 1) % 2], N, MPI_DOUBLE, 1, (i + 1) * N, N, MPI_DOUBLE, w, // expected-note {{MPI_Rget writes}}
               &requests[(i + 1) % 2]);
    sum += buffer[i % 2][0]; // expected-warning {{'buffer[i % 2][0]' is read while MPI_Rget}}
    MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(w);
  return sum;
}
double flipsBeforeWait(MPI_Win w, int n) {
  double buffer[2][N], sum = 0;
  MPI_Request requests[2];
  int now = 0;
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  MPI_Rget(buffer[0], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &requests[0]);
  for (int i = 0; i < n; ++i) { // expected-note {{a later iteration of this loop comes back to it}}
    if (i < n - 1)
      MPI_Rget(buffer[now ^ 1], N, MPI_DOUBLE, 1, (i + 1) * N, N, MPI_DOUBLE, w, &requests[now ^ 1]); // expected-note {{MPI_Rget writes}}
    sum += buffer[now][0]; // expected-warning {{'buffer[now][0]' is read while MPI_Rget}}
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
    now ^= 1;
  }
  MPI_Win_unlock_all(w);
  return sum;
}
void refillsOneTooEarly(MPI_Win w) {
  double buffer[3][N];
  MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w); // expected-note {{the epoch was opened here}}
  for (int i = 0; i < 10; ++i) { // expected-note {{a later iteration of this loop comes back to it}}
    buffer[i % 3][0] = i; // expected-warning {{'buffer[i % 3][0]' is written while MPI_Rput}}
    MPI_Wait(&requests[i % 3], MPI_STATUS_IGNORE);
    MPI_Rput(buffer[i % 3], N, MPI_DOUBLE, 1, i * N, N, MPI_DOUBLE, w, &requests[i % 3]); // expected-note {{MPI_Rput reads}}
  }
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
double waitsBeforeUse(MPI_Win w, int n) {
  double buffer[2][N], sum = 0;
  MPI_Request requests[2];
  int now = 0;
  MPI_Win_lock_all(0, w);
  MPI_Rget(buffer[0], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &requests[0]);
  for (int i = 0; i < n; ++i) {
    if (i < n - 1)
      MPI_Rget(buffer[now ^ 1], N, MPI_DOUBLE, 1, (i + 1) * N, N, MPI_DOUBLE, w, &requests[now ^ 1]);
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
    now ^= 1;
    sum += buffer[now ^ 1][0];
  }
  MPI_Win_unlock_all(w);
  return sum;
}
void waitsInTime(MPI_Win w) {
  double buffer[3][N];
  MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 10; ++i) {
    buffer[i % 3][0] = i;
    MPI_Rput(buffer[i % 3], N, MPI_DOUBLE, 1, i * N, N, MPI_DOUBLE, w, &requests[i % 3]);
    MPI_Wait(&requests[(i + 1) % 3], MPI_STATUS_IGNORE);
  }
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
}
double getsOnlyTheLast(MPI_Win w, int n) {
  double buffer[2][N] = {}, sum = 0;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; ++i) {
    if (i + 1 == n)
      MPI_Rget(buffer[(i + 1) % 2], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &requests[(i + 1) % 2]);
    sum += buffer[i % 2][0];
    MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w);
  return sum;
}
double inPairs(MPI_Win w, int n) {
  double buffer[2][N] = {}, sum = 0;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i += 2) {
    MPI_Rget(buffer[i % 2], N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, w, &requests[i % 2]);
    sum += buffer[(i + 1) % 2][0];
    MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(w);
  return sum;
}
