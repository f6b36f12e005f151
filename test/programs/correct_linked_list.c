// ranks: 4
// A list in a dynamic window, to which everybody appends with compare_and_swap on the last element's link; a traversal
// by gets follows when all are done.
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  int value;
  int next;        // rank of the next element's owner, -1: none
  MPI_Aint where;  // its address there
} Element;

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Aint here, head;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  Element *mine = (Element *)malloc(sizeof *mine);
  *mine = (Element){.value = rank + 1, .next = -1, .where = 0};
  MPI_Win_attach(win, mine, sizeof *mine);
  MPI_Get_address(mine, &here);
  MPI_Aint *addresses = (MPI_Aint *)malloc(size * sizeof *addresses);
  MPI_Allgather(&here, 1, MPI_AINT, addresses, 1, MPI_AINT, MPI_COMM_WORLD);
  head = addresses[0];

  MPI_Win_lock_all(0, win);
  if (rank != 0) {
    int at = 0, none = -1, seen;
    MPI_Aint place = head;
    for (;;) {
      MPI_Compare_and_swap(&rank, &none, &seen, MPI_INT, at, MPI_Aint_add(place, offsetof(Element, next)), win);
      MPI_Win_flush(at, win);
      if (seen == -1)
        break;
      at = seen;
      place = addresses[at];
    }
    // Only who linked itself writes the address, and nobody reads it before the barrier.
    MPI_Put(&here, 1, MPI_AINT, at, MPI_Aint_add(place, offsetof(Element, where)), 1, MPI_AINT, win);
    MPI_Win_flush(at, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);

  int sum = 0;
  MPI_Win_lock_all(0, win);
  Element element = {.next = -1};
  MPI_Aint place = head;
  for (int at = 0; at >= 0; at = element.next) {
    MPI_Get(&element, sizeof element, MPI_BYTE, at, place, sizeof element, MPI_BYTE, win);
    MPI_Win_flush(at, win);
    sum += element.value;
    place = element.where;
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, mine);
  MPI_Win_free(&win);
  free(mine);
  free(addresses);
  MPI_Finalize();
  return sum != size * (size + 1) / 2;
}
