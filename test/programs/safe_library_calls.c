// The same calls leave the bytes alone that a put may still write: they end before those, or begin
// behind them.
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
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 'x', 1024);
  for (int i = 7; i < 1024; i += 64) // the first 8 bytes of each 64 are a string
    memory[i] = '\0';
  FILE *file = tmpfile();
  fputs("contents", file);
  rewind(file);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    for (int i = 0; i < 16; ++i)
      MPI_Put(local, 32, MPI_CHAR, 1, 64 * i + 8, 32, MPI_CHAR, win);
  } else {
    memcpy(memory, local, 8);
    memset(memory + 40, 0, 8);
    strcpy(memory + 64, "7 bytes");
    printf("%d %s %.*s\n", rank, memory + 128, 6, memory + 129);
    if (fread(memory + 192, 1, 10, file) != 8) // 10 were asked for, and there is room for them
      return 1;
    snprintf(memory + 256, 20, "%d", rank);
    fgets(memory + 320, 20, file); // the end of the file
    sscanf("12 abcdefg", "%*d %20s %d", memory + 384, (int *)(memory + 392));
    if (memcmp(memory + 448, "xy", 20 - 18) == 0 || strncmp(memory + 512, "xxxxxxx", 30) != 0)
      return 1;
    char *copy = (char *)malloc(64);
    strcpy(copy, memory + 576);
    strcat(copy, memory + 640);
    puts(copy);
    free(copy);
    if (strlen(memory + 704) != 7 || !memchr(memory + 768, '\0', 20) || atoi(memory + 832) != 0)
      return 1;
    free(strndup(memory + 896, 8));
    qsort(memory + 960, 1, 60, (int (*)(const void *, const void *))strcmp);
  }
  MPI_Win_fence(0, win);
  fclose(file);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
