// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
//
// A start opens an epoch to the processes of its group and no others.

#include <mpi.h>
#include <stdlib.h>

static void toAThird(int size) {
  int rank;
  int *memory, value = 4, zero = 0, both[2] = {1, 2};
  MPI_Win win;
  MPI_Group world, partners;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (size < 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank == 0) {
    MPI_Group_incl(world, 1, both, &partners);
    MPI_Win_start(partners, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Put is '2', which is not in the group of the epoch}}
    MPI_Win_complete(win);
    MPI_Group_free(&partners);
  } else if (rank == 1) {
    MPI_Group_incl(world, 1, &zero, &partners);
    MPI_Win_post(partners, 0, win);
    MPI_Win_wait(win);
    MPI_Group_free(&partners);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

static void toItself() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *memory, value = 4, other = 1 - rank;
  MPI_Win win;
  MPI_Group world, partner;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank != 3) {
    int result = MPI_Group_incl(world, 1, &other, &partner);
    result = MPI_Group_incl(world, 1, (int[]){other}, &partner);
    if (result != MPI_SUCCESS)
      return;
    MPI_Win_post(partner, 0, win);
    MPI_Win_start(partner, 0, win);
    MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win); // expected-warning {{the target of MPI_Get is 'rank', which is not in the group of the epoch}}
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&partner);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

// Correct from here on.

static void toBoth(int rank, int size) {
  int *memory, value = 4, zero = 0, both[] = {1, 2};
  MPI_Win win;
  MPI_Group world, partners;
  if (size < 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank == 0) {
    MPI_Group_incl(world, 2, both, &partners);
    MPI_Win_start(partners, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else if (rank < 3) {
    MPI_Group_incl(world, 1, &zero, &partners);
    MPI_Win_post(partners, 0, win);
    MPI_Win_wait(win);
  }
  if (rank < 3)
    MPI_Group_free(&partners);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

/// One partner after the other: the group is another one in each turn.
static void oneByOne(int rank, int size) {
  int *memory, value = 4, zero = 0, target = 1;
  MPI_Win win;
  MPI_Group world, partner;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank == 0) {
    MPI_Group_incl(world, 1, &target, &partner);
    for (int i = 1; i < size; i++) {
      MPI_Win_start(partner, 0, win);
      MPI_Put(&value, 1, MPI_INT, i, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
      target = i + 1;
      MPI_Group_free(&partner);
      if (target < size)
        MPI_Group_incl(world, 1, &target, &partner);
    }
  } else {
    MPI_Group_incl(world, 1, &zero, &partner);
    MPI_Win_post(partner, 0, win);
    MPI_Win_wait(win);
    MPI_Group_free(&partner);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

/// The ranks of another communicator, and of the rest of one.
static void otherRanks(int rank) {
  int *memory, value = 4, zero = 0, one = 1;
  MPI_Win win;
  MPI_Comm reversed;
  MPI_Group group, partner;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(reversed, &group);
  MPI_Group_incl(group, 1, rank == 0 ? &zero : &one, &partner);
  if (rank == 0) {
    MPI_Win_start(partner, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(partner, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&partner);
  MPI_Group_excl(group, 1, &one, &partner);
  MPI_Group_free(&partner);
  MPI_Group_free(&group);
  MPI_Comm_free(&reversed);
  MPI_Win_free(&win);
}

/// Which ranks is decided under way.
static void chosen(int rank, int size) {
  int *memory, value = 4, zero = 0, ranks[1] = {1};
  MPI_Win win;
  MPI_Group world, partner;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  ranks[0] = size - 1;
  if (rank == 0) {
    MPI_Group_incl(world, 1, ranks, &partner);
    if (getenv("FIRST")) {
      MPI_Group_free(&partner);
      MPI_Group_incl(world, 1, &(int){2}, &partner);
    }
    MPI_Win_start(partner, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Group_free(&partner);
  } else if (rank == 2) {
    MPI_Group_incl(world, 1, &zero, &partner);
    MPI_Win_post(partner, 0, win);
    MPI_Win_wait(win);
    MPI_Group_free(&partner);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  toAThird(size);
  toItself();
  toBoth(rank, size);
  oneByOne(rank, size);
  otherRanks(rank);
  chosen(rank, size);
  MPI_Finalize();
}
