// Calls that compute with the caller's memory only.
// mpi: openmpi mpich

#include <mpi.h>
#include <stdio.h>

static int rank, failed;

static void expect(int good, const char *what) {
  if (!good) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    failed = 1;
  }
}

int main(int argc, char **argv) {
  int in[4] = {1, 2, 3, 4}, out[4] = {0}, at = 0;
  char packed[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Pack(in, 2, MPI_INT, packed, sizeof(packed), &at, MPI_COMM_SELF);
  MPI_Pack(in + 2, 2, MPI_INT, packed, sizeof(packed), &at, MPI_COMM_SELF);
  const int size = at;
  at = 0;
  MPI_Unpack(packed, size, &at, out, 4, MPI_INT, MPI_COMM_SELF);
  expect(at == size && out[0] == 1 && out[3] == 4, "packed and unpacked");
  MPI_Reduce_local(in, out, 4, MPI_INT, MPI_SUM);
  expect(out[0] == 2 && out[3] == 8, "added");
#if MPI_VERSION >= 4
  MPI_Count place = 0;
  MPI_Pack_c(in, 4, MPI_INT, packed, sizeof(packed), &place, MPI_COMM_SELF);
  const MPI_Count bytes = place;
  place = 0;
  MPI_Unpack_c(packed, bytes, &place, out, 4, MPI_INT, MPI_COMM_SELF);
  expect(place == bytes && out[3] == 4, "large counts");
  MPI_Reduce_local_c(in, out, 4, MPI_INT, MPI_SUM);
  expect(out[3] == 8, "added with a large count");
#endif
  printf("%d local data %d\n", rank, out[3]);
  MPI_Finalize();
  return failed;
}
