// A window that begins and ends within a page, and what it takes to work in it function by function.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define BYTES (1 << 16)

static MPI_Win window;
static char *memory;       // of the window, behind some bytes that are not
static volatile long zero; // unknown to the optimizer
static volatile double sink;

// Each call is a segment.
#define SEGMENT(call) ((call), MPI_Win_fence(0, window))

static inline void begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  char *page = (char *)aligned_alloc(4096, BYTES + 8192);
  for (int i = 0; i < BYTES + 8192; ++i)
    page[i] = (char)(i * 37 % 101);
  memory = page + 4096 + 40;
  MPI_Win_create(memory, BYTES - 100, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
}

static inline int end(void) {
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
