#include <mpi.h>
#include "race.h"
void call(int target, MPI_Win win, double *b) { race(target, win, b); }
