// ranks: 2
// features: openmp
// flags: -O2 -fopenmp; -O0 -fopenmp
// Threads hand operations over by messages, through another rank, by barriers and requests.
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
int main(int c, char **v) {
  int p, r, n;
  MPI_Init_thread(&c, &v, MPI_THREAD_MULTIPLE, &p);
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int peer = (r + 1) % n;
  int *w;
  MPI_Win win;
  MPI_Win_allocate(256 * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
  int buf[32] = {0};
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2)
  {
    int t = omp_get_thread_num();
    int tok = 0;
    for (int i = 0; i < 5; i++) {
      if (t == 0) {
        MPI_Put(buf, 8, MPI_INT, peer, 0, 8, MPI_INT, win);
        MPI_Send(&tok, 1, MPI_INT, r, i, MPI_COMM_WORLD);
        MPI_Recv(&tok, 1, MPI_INT, r, 100 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        buf[0] = i;
        MPI_Win_flush(peer, win);
      } else {
        MPI_Recv(&tok, 1, MPI_INT, r, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_flush(peer, win);
        buf[3] = i;
        MPI_Send(&tok, 1, MPI_INT, r, 100 + i, MPI_COMM_WORLD);
      }
    }
// through another rank: thread 0 puts, tells rank peer, which tells thread 1 of rank r
#pragma omp barrier
    for (int i = 0; i < 5; i++) {
      if (t == 0) {
        MPI_Put(buf + 8, 4, MPI_INT, peer, 20, 4, MPI_INT, win);
        MPI_Send(&tok, 1, MPI_INT, peer, 200, MPI_COMM_WORLD);
        int x;
        MPI_Recv(&x, 1, MPI_INT, (r + n - 1) % n, 200, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&x, 1, MPI_INT, (r + n - 1) % n, 201, MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, r, 202, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      } else {
        int x;
        MPI_Recv(&x, 1, MPI_INT, peer, 201, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_flush(peer, win);
        buf[9] = i;
        MPI_Send(&x, 1, MPI_INT, r, 202, MPI_COMM_WORLD);
      }
    }
#pragma omp barrier
    // both threads flush, each uses the buffer half after its own flush
    for (int i = 0; i < 5; i++) {
#pragma omp master
      { MPI_Put(buf, 8, MPI_INT, peer, 0, 8, MPI_INT, win); }
#pragma omp barrier
      MPI_Win_flush(peer, win);
      buf[t] = i;
#pragma omp barrier
    }
    // requests waited for by the other thread
    static MPI_Request q;
    for (int i = 0; i < 3; ++i) {
      if (t == 0) {
        buf[24] = i;
        MPI_Ibcast(&buf[24], 2, MPI_INT, 0, MPI_COMM_WORLD, &q);
      }
#pragma omp barrier
      if (t == 1) {
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        buf[24]++;
      }
#pragma omp barrier
    }
    for (int i = 0; i < 5; i++) {
      if (t == 0)
        MPI_Rget(buf + 16, 4, MPI_INT, peer, 40, 4, MPI_INT, win, &q);
#pragma omp barrier
      if (t == 1) {
        MPI_Wait(&q, MPI_STATUS_IGNORE);
        buf[16]++;
      }
#pragma omp barrier
      if (t == 0)
        buf[17]++;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
