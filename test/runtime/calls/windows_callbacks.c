// findings: rma-bad-target
// Attributes and error handlers of the program on windows, and a window that is freed by a callback.

#include "Inputs/check.h"

static int copies, deletions, errors;

static int onDelete(MPI_Win win, int keyval, void *value, void *extra) {
  (void)win, (void)keyval;
  deletions += *(int *)value + *(int *)extra;
  return MPI_SUCCESS;
}

static void onError(MPI_Win *win, int *code, ...) {
  (void)win;
  int class;
  MPI_Error_class(*code, &class);
  errors += class == MPI_ERR_RANK || class == MPI_ERR_OTHER ? 1 : 100;
}

/// Frees the window that is the value of a communicator's attribute.
static int freeWindow(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)extra;
  return MPI_Win_free((MPI_Win *)value);
}

int main(void) {
  begin();
  int memory[4] = {0}, keyval, extra = 10, value = 1, found, *got;
  MPI_Win win;
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, onDelete, &keyval, &extra);
  MPI_Win_set_attr(win, keyval, &value);
  MPI_Win_get_attr(win, keyval, &got, &found);
  REQUIRE(found && got == &value);
  MPI_Win_delete_attr(win, keyval);
  REQUIRE(deletions == 11);
  MPI_Win_set_attr(win, keyval, &value);

  MPI_Errhandler handler, now;
  MPI_Win_create_errhandler(onError, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Win_get_errhandler(win, &now);
  REQUIRE(now == handler);
  MPI_Errhandler_free(&now);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  REQUIRE(errors == 1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  const int result = MPI_Put(&value, 1, MPI_INT, size + extra, 0, 1, MPI_INT, win);
  REQUIRE(result != MPI_SUCCESS && errors == 2);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Errhandler_free(&handler);
  MPI_Win_free(&win);
  REQUIRE(deletions == 22);
  MPI_Win_free_keyval(&keyval);
  printf("%d deletions %d errors %d\n", rank, deletions, errors);

  // A library's window, kept at the communicator that it was made for.
  MPI_Comm own;
  int freeing;
  static MPI_Win kept;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freeWindow, &freeing, NULL);
  MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, own, &kept);
  MPI_Comm_set_attr(own, freeing, &kept);
  MPI_Win_fence(0, kept);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, kept);
  MPI_Win_fence(0, kept);
  REQUIRE(memory[1] == 1 - rank);
  MPI_Comm_free(&own);
  REQUIRE(kept == MPI_WIN_NULL);
  MPI_Comm_free_keyval(&freeing);
  // Where the window was, the program may do as it likes.
  memory[1] = 9;
  printf("%d kept %d %d\n", rank, memory[1], copies);
  MPI_Finalize();
  return 0;
}
