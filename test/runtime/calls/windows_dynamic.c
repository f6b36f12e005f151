// Memory attached to a dynamic window: several regions, neighbours, the same one again.

#include "Inputs/check.h"

static MPI_Win win;

static MPI_Aint addressOf(const void *where) {
  MPI_Aint address;
  MPI_Get_address(where, &address);
  return address;
}

static void putTo(int target, MPI_Aint address, int value) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Put(&value, 1, MPI_INT, target, address, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
}

int main(void) {
  begin();
  int peer = 1 - rank, flavorFound, *flavor, *model;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flavorFound);
  REQUIRE(flavorFound && *flavor == MPI_WIN_FLAVOR_DYNAMIC);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flavorFound);

  static int regions[4][256];
  int *heap = calloc(64, sizeof(int));
  // Two that touch, one apart, one of the heap.
  MPI_Win_attach(win, regions[0], sizeof(regions[0]));
  MPI_Win_attach(win, regions[1], sizeof(regions[1]));
  MPI_Win_attach(win, regions[3], sizeof(regions[3]));
  MPI_Win_attach(win, heap, 64 * sizeof(int));
  int *const places[] = {&regions[0][255], &regions[1][0], &regions[3][17], &heap[5]};
  MPI_Aint mine[4], theirs[4];
  for (int i = 0; i < 4; ++i)
    mine[i] = addressOf(places[i]);
  MPI_Sendrecv(mine, 4, MPI_AINT, peer, 0, theirs, 4, MPI_AINT, peer, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; ++i)
    putTo(peer, theirs[i], 10 * (i + 1) + rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 4; ++i)
    REQUIRE(*places[i] == 10 * (i + 1) + peer);
  printf("%d attached %d %d %d %d\n", rank, *places[0], *places[1], *places[2], *places[3]);

  // Nobody accesses what is detached; then the same memory in two pieces.
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, regions[0]);
  MPI_Win_detach(win, heap);
  free(heap);
  MPI_Win_attach(win, regions[0], 128 * sizeof(int));
  MPI_Win_attach(win, &regions[0][128], 128 * sizeof(int));
  mine[0] = addressOf(&regions[0][130]);
  MPI_Sendrecv(mine, 1, MPI_AINT, peer, 0, theirs, 1, MPI_AINT, peer, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  putTo(peer, MPI_Aint_add(theirs[0], sizeof(int)), 77);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(regions[0][131] == 77);
  printf("%d again %d\n", rank, regions[0][131]);

  // The origin by its absolute address.
  int value = 5 + rank;
  MPI_Datatype absolute;
  MPI_Aint origin = addressOf(&value);
  int one = 1;
  MPI_Type_create_hindexed(1, &one, &origin, MPI_INT, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Put(MPI_BOTTOM, 1, absolute, peer, theirs[0], 1, MPI_INT, win);
  MPI_Win_unlock(peer, win);
  MPI_Type_free(&absolute);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(regions[0][130] == 5 + peer);
  printf("%d bottom %d\n", rank, regions[0][130]);

  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, regions[0]);
  MPI_Win_detach(win, &regions[0][128]);
  MPI_Win_detach(win, regions[1]);
  MPI_Win_detach(win, regions[3]);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
