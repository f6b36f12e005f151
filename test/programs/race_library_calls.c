// Functions of the C library access window memory while puts may still write it.
// flags: -O0; -O2
// languages: c cpp
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank;
  char *memory, local[64] = "text of the origin";
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(512, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 'x', 512);
  for (int i = 63; i < 512; i += 64)
    memory[i] = '\0';
  FILE *file = tmpfile();
  fputs("contents of the file", file);
  rewind(file);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    for (int i = 0; i < 8; ++i)
      MPI_Put(local, 32, MPI_CHAR, 1, 64 * i, 32, MPI_CHAR, win); // expect: rma-remote-race #1, rma-remote-race #2, rma-remote-race #3, rma-remote-race #4, rma-remote-race #5, rma-remote-race #6, rma-remote-race #7, rma-remote-race #8
  } else {
    memcpy(memory, local, 20);                // expect: rma-remote-race #1 // warn: rma-remote-race
    strcpy(memory + 64, local);               // expect: rma-remote-race #2 // warn: rma-remote-race
    printf("%d %s\n", rank, memory + 128);    // expect: rma-remote-race #3 // warn: rma-remote-race
    if (fread(memory + 192, 1, 10, file) < 9) // expect: rma-remote-race #4 // warn: rma-remote-race
      return 1;
    snprintf(memory + 256, 10, "%d", rank);   // expect: rma-remote-race #5 // warn: rma-remote-race
    sscanf("1", "%d", (int *)(memory + 320)); // expect: rma-remote-race #6
    fwrite(memory + 384, 4, 2, file);         // expect: rma-remote-race #7 // warn: rma-remote-race
    char *copy = strdup(memory + 448);        // expect: rma-remote-race #8 // warn: rma-remote-race
    puts(copy);
    free(copy);
  }
  MPI_Win_fence(0, win);
  fclose(file);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
