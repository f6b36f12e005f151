// What the programs here share: they end with an error when a result is not as expected.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: line %d: not %s\n", rank, __LINE__, #condition);                        \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \
    }                                                                                              \
  } while (0)

static inline void begin(void) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}
