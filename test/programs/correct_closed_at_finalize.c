// ranks: 2
// A library closes its window where MPI_Finalize deletes the attribute that holds it.
#include <mpi.h>
#include <stdlib.h>

struct state {
  MPI_Win win;
  MPI_Request request;
  int value;
};

static int close_window(MPI_Comm comm, int keyval, void *attribute, void *extra) {
  struct state *state = attribute;
  (void)comm, (void)keyval, (void)extra;
  MPI_Wait(&state->request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(state->win);
  MPI_Win_free(&state->win);
  free(state);
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, keyval, *memory;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct state *state = malloc(sizeof *state);
  state->value = rank;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &state->win);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, close_window, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, state);
  MPI_Comm_free_keyval(&keyval);
  MPI_Win_lock_all(0, state->win);
  MPI_Rput(&state->value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, state->win, &state->request);
  MPI_Finalize();
}
