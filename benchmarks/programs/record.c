// `record PATTERN ITERATIONS` prints the nanoseconds of processor time that one iteration of a usual
// pattern takes.
// Ranks work in pairs; one alone is its own partner.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int partner;
static double data[16], *memory;
static MPI_Win window;
static MPI_Group group;

static void putFence(void) {
  MPI_Put(data, 8, MPI_DOUBLE, partner, 0, 8, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
}

static void put(void) { MPI_Put(data, 8, MPI_DOUBLE, partner, 0, 8, MPI_DOUBLE, window); }

static void lockPutUnlock(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, partner, 0, window);
  MPI_Put(data, 8, MPI_DOUBLE, partner, 0, 8, MPI_DOUBLE, window);
  MPI_Win_unlock(partner, window);
}

static void postStartPut(void) {
  MPI_Win_post(group, 0, window);
  MPI_Win_start(group, 0, window);
  MPI_Put(data, 8, MPI_DOUBLE, partner, 0, 8, MPI_DOUBLE, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
}

static void isendIrecv(void) {
  MPI_Request requests[2];
  MPI_Irecv(data + 8, 8, MPI_DOUBLE, partner, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(data, 8, MPI_DOUBLE, partner, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static const struct Pattern {
  const char *name;
  void (*iteration)(void);
} kPatterns[] = {
    {"put+fence", putFence},
    {"put", put},
    {"lock+put+unlock", lockPutUnlock},
    {"post+start+put+complete+wait", postStartPut},
    {"isend+irecv+waitall", isendIrecv},
};

/// Time of this thread on a core: what others do on the machine does not count.
static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double measure(const struct Pattern *pattern, int count) {
  const int isPut = pattern->iteration == put, fences = pattern->iteration == putFence;
  if (fences)
    MPI_Win_fence(0, window);
  if (isPut)
    MPI_Win_lock(MPI_LOCK_SHARED, partner, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = seconds();
  for (int i = 0; i < count; ++i) {
    pattern->iteration();
    if (isPut && i % 64 == 63)
      MPI_Win_flush(partner, window);
  }
  const double end = seconds();
  if (isPut)
    MPI_Win_unlock(partner, window);
  if (fences)
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  return (end - begin) / count * 1e9;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  partner = (rank ^ 1) < size ? rank ^ 1 : rank;
  MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &window);
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &group);
  for (size_t i = 0; argc > 2 && i < sizeof(kPatterns) / sizeof(*kPatterns); ++i)
    if (strcmp(kPatterns[i].name, argv[1]) == 0) {
      measure(&kPatterns[i], atoi(argv[2]) / 10 + 1);
      const double each = measure(&kPatterns[i], atoi(argv[2]));
      if (rank == 0)
        printf("%.1f\n", each);
    }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
