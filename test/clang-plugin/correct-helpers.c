// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
// Epochs opened, completed and closed by other functions.
#include <mpi.h>
#include <stdlib.h>

MPI_Win global;
typedef struct {
  MPI_Win win;
  double *buffer, *spare;
  int target;
} Halo;

static void begin(MPI_Win win) { MPI_Win_lock_all(0, win); }
static void end(MPI_Win *win) { MPI_Win_unlock_all(*win); }
void unseen(void);
void unseenWindow(MPI_Win win);
void makeWindow(MPI_Win *win);
static void finish(void) { MPI_Win_flush_local_all(global); }
static void indirectly(void) { finish(); }

void byValueAndPointer(void) {
  int value = 1, mem = 0;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  begin(win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  end(&win);
  value = 2;
  MPI_Win_free(&win);
}

void madeElsewhere(void) {
  int value = 1;
  MPI_Win win;
  makeWindow(&win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  unseenWindow(win);
  value = 2;
  MPI_Win_free(&win);
}

void globalWindow(int n) {
  int value = 1;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, global);
  unseen();
  value = 2;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, global);
  indirectly();
  value = 3;
}

void parameter(MPI_Win win, int *value) {
  MPI_Put(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}

void member(Halo *halo) {
  MPI_Win_lock_all(0, halo->win);
  MPI_Put(halo->buffer, 4, MPI_DOUBLE, halo->target, 0, 4, MPI_DOUBLE, halo->win);
  double *other = halo->spare;
  halo->spare = halo->buffer;
  halo->buffer = other;
  halo->buffer[0] = 1; // the other one
  MPI_Win_flush_local(halo->target, halo->win);
  halo->spare[0] = 1;
  MPI_Win_unlock_all(halo->win);
}

void swapInHelper(Halo *halo, void (*swap)(Halo *)) {
  MPI_Put(halo->buffer, 4, MPI_DOUBLE, halo->target, 0, 4, MPI_DOUBLE, halo->win);
  swap(halo);
  halo->buffer[0] = 1;
}

void copies(MPI_Win win) {
  int value = 1;
  MPI_Win alias = win;
  MPI_Win windows[2] = {win, win};
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, alias);
  value = 2;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, windows[0]);
  MPI_Win_flush(0, windows[1]);
  value = 3;
  MPI_Win_unlock(0, alias);
}

void aliasOfLocal(void) {
  int value = 1, mem;
  MPI_Win win, alias;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  alias = win;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, alias);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, alias);
  value = 2;
  MPI_Win_free(&win);
}

static int compare(const void *a, const void *b) {
  MPI_Win_flush_all(global);
  return *(const int *)a - *(const int *)b;
}

void callback(int *numbers, int n) {
  int value = 1;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, global);
  qsort(numbers, n, sizeof *numbers, compare);
  value = 2;
}

void fortranPart(MPI_Fint *win);

void handedToFortran(int key) {
  int value = 1, mem;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Fint handle = MPI_Win_c2f(win);
  fortranPart(&handle);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  fortranPart(&handle);
  value = 2;
  MPI_Win_free(&win);
}

void keptAsAttribute(int key) {
  int value = 1, mem;
  MPI_Win win;
  MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &win);
  unseen();
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  unseen();
  value = 2;
  MPI_Win_free(&win);
}
