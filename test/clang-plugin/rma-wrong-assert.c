// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify %s
// What rma-wrong-assert reports, and below what it must not.
#include <mpi.h>

static void put(MPI_Win win, int *v) { MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }

void precedes(MPI_Win win, int *v) {
  MPI_Win_fence(0, win);
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{the operation is issued here}}
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win); // expected-warning-re {{MPI_MODE_NOPRECEDE, but MPI_Put at line {{[0-9]+}} precedes this fence of window 'win' [rma-wrong-assert]}}
}
void succeeds(MPI_Win win, int *v) {
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win); // expected-note {{the fence is here}}
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}}
}
void precedesInLoop(MPI_Win win, int *v, int n) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Put(v, 1, MPI_INT, 0, i, 1, MPI_INT, win); // expected-note {{the operation is issued here}}
    MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE, win); // expected-warning-re {{MPI_MODE_NOPRECEDE, but MPI_Put at line {{[0-9]+}} precedes this fence of window 'win' [rma-wrong-assert]}}
  }
}

// ---- quiet
void right(MPI_Win win, int *v) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put(win, v);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put(win, v);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}
void otherEpoch(MPI_Win win, int *v) {
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock_all(0, win);
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}
void oneWay(MPI_Win win, int *v, int first) {
  MPI_Win_fence(0, win);
  if (!first)
    put(win, v);
  if (first)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  else
    MPI_Win_fence(0, win);
}
void twoWindows(MPI_Win a, MPI_Win b, int *v) {
  MPI_Win_fence(0, a);
  put(a, v);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, b);
  put(b, v);
}
void chosen(MPI_Win win, int *v, int last) {
  MPI_Win_fence(last ? MPI_MODE_NOSUCCEED : 0, win);
  if (!last)
    MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}

// In helpers: what they are sure to do first.
static void closeEpoch(MPI_Win win) { MPI_Win_fence(MPI_MODE_NOPRECEDE, win); } // #close
static void lastFence(MPI_Win win) { MPI_Win_fence(MPI_MODE_NOSUCCEED, win); } // expected-note {{the fence is here}}
static void get(MPI_Win win, int *v) { MPI_Get(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); } // #get
void helperPrecedes(MPI_Win win, int *v) {
  MPI_Win_fence(0, win);
  MPI_Get(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-note {{the operation is issued here}}
  closeEpoch(win); // expected-warning@#close {{MPI_MODE_NOPRECEDE, but MPI_Get at line 68 precedes this fence of window 'win' [rma-wrong-assert]}} expected-note {{called from here}}
}
void helperFollows(MPI_Win win, int *v) {
  lastFence(win);
  get(win, v); // expected-warning@#get {{MPI_Get on window 'win' follows a fence with MPI_MODE_NOSUCCEED [rma-wrong-assert]}} expected-note {{called from here}}
}
void helpersInOrder(MPI_Win win, int *v) {
  closeEpoch(win); // quiet
  get(win, v);
  lastFence(win);
  closeEpoch(win); // quiet
}
void toNobody(MPI_Win win, int *b) {
  MPI_Win_fence(0, win);
  MPI_Put(b, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
}
void noPut(MPI_Win win, int *b) {
  MPI_Win_fence(MPI_MODE_NOPUT, win); // expected-note {{the fence is here}}
  MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // expected-warning {{MPI_Put on window 'win' is in the epoch of a fence with MPI_MODE_NOPUT, which its target called, too}}
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOPUT, win); // quiet: what only reads
  MPI_Get(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Fetch_and_op(0, b + 1, MPI_INT, 1, 1, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win); // says it of what follows
}
// Who is the target says nothing of the kind.
void noPutByRank(MPI_Win win, int *b) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    MPI_Win_fence(0, win);
  }
  MPI_Win_fence(0, win);
}
static void root(MPI_Win win, int *b) {
  MPI_Win_fence(MPI_MODE_NOPUT, win);
  MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
void noPutOfRoot(MPI_Win win, int *b, int rank) {
  if (rank == 0) {
    root(win, b);
  } else {
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
  }
}
void noStore(MPI_Comm comm, int value) {
  int *memory, other[4];
  MPI_Win win;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  memory[1] = value; // expected-note {{it is written here}}
  MPI_Win_fence(MPI_MODE_NOSTORE, win); // expected-warning {{MPI_MODE_NOSTORE, but 'memory[1]' of window 'win' is written at line 127, before this fence}}
  other[0] = memory[0];
  MPI_Win_fence(MPI_MODE_NOSTORE, win); // quiet: nothing since
  memory[2] = value;
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  if (value)
    memory[3] = value;
  MPI_Win_fence(value ? 0 : MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
}
#define LAST(w) MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, w)
#define FENCE(assertion, w) MPI_Win_fence(assertion, w)
void inMacro(MPI_Win win, int *v) {
  MPI_Win_fence(0, win);
  LAST(win); // expected-note {{the fence is here}}
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{follows a fence with MPI_MODE_NOSUCCEED}}
  FENCE(0, win);
  put(win, v);
  FENCE(MPI_MODE_NOSUCCEED, win); // expected-note {{the fence is here}}
  MPI_Put(v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{follows a fence with MPI_MODE_NOSUCCEED}}
  LAST(win);
}
void noStoreInLoop(MPI_Comm comm, int value) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 8; i++)
    memory[i] = value; // expected-note {{it is written here}}
  MPI_Win_fence(MPI_MODE_NOSTORE, win); // expected-warning {{MPI_MODE_NOSTORE, but 'memory[i]' of window 'win' is written}}
  for (int i = 0; i < 8; i++) {
    memory[i] = value;
    MPI_Win_fence(0, win);
  }
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  for (int i = 0; i < 8; i++)
    value += memory[i];
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Win_free(&win);
}

// ---- names in constants and variables

enum { kClosing = MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, kOpening = MPI_MODE_NOPRECEDE };

static void byNames(MPI_Win win, double *p, int given) {
  const int closes = MPI_MODE_NOPRECEDE;
  int said = MPI_MODE_NOPRECEDE, grows = MPI_MODE_NOSTORE;
  grows |= given;
  MPI_Win_fence(kOpening, win);
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  MPI_Win_fence(closes | MPI_MODE_NOSTORE, win); // expected-warning {{MPI_MODE_NOPRECEDE, but MPI_Get}}
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  MPI_Win_fence(kClosing, win); // expected-warning {{MPI_MODE_NOPRECEDE, but MPI_Get}}
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(grows, win); // quiet
  MPI_Win_fence(kOpening, win); // quiet
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(given, win); // quiet
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  MPI_Win_fence(said | MPI_MODE_NOSUCCEED, win); // expected-warning {{MPI_MODE_NOPRECEDE, but MPI_Get}}
}

// ---- what precedes on some way, or in another iteration

static void onSomeWay(MPI_Win win, double *p, int rank) {
  MPI_Win_fence(0, win);
  if (rank != 0)
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win); // expected-warning {{MPI_MODE_NOPRECEDE, but MPI_Get}}
}
static void inTheIterationBefore(MPI_Win win, double *p, int n) {
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win); // expected-warning {{MPI_MODE_NOPRECEDE, but MPI_Get}}
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); // expected-note {{the operation is issued here}}
  }
  MPI_Win_fence(0, win);
}
static void onlyAtFirst(MPI_Win win, double *p, int n, int right) {
  int first = 1;
  for (int i = 0; i < n; i++) {
    if (first)
      MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    else
      MPI_Win_fence(0, win);
    first = 0;
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  }
  MPI_Win_fence(0, win);
  if (right != MPI_PROC_NULL) {
    MPI_Get(p, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  }
}

enum { kDebug = 0 };
static void onNoWay(MPI_Win win, double *p, int rank) {
  const int warm = 0;
  int talks = 0, nobody = MPI_PROC_NULL;
  MPI_Win_fence(0, win);
  if (kDebug)
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  if (talks)
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  for (int i = 0; i < warm; i++)
    MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  MPI_Get(p, 1, MPI_DOUBLE, nobody, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
}

// ---- an exposure without puts

static void postsWithoutPuts(MPI_Comm comm, double *p, int right) {
  MPI_Win win;
  MPI_Group group;
  double *memory;
  MPI_Comm_group(comm, &group);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_post(group, MPI_MODE_NOPUT, win); // expected-note {{it is posted here}}
  MPI_Win_start(group, 0, win);
  MPI_Get(p, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  MPI_Put(p + 1, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put on window 'win' goes into an epoch that its target posted with MPI_MODE_NOPUT}}
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
}
static void postsForPuts(MPI_Comm comm, double *p, int rank) {
  MPI_Win win;
  MPI_Group group;
  double *memory;
  MPI_Comm_group(comm, &group);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_post(group, rank == 0 ? MPI_MODE_NOPUT : 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Put(p, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_post(group, MPI_MODE_NOPUT, win);
  MPI_Win_start(group, 0, win);
  MPI_Get(p, 1, MPI_DOUBLE, 1, 1, 1, MPI_DOUBLE, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
}
void stored(MPI_Group group) {
  int *memory;
  MPI_Win win;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[1] = 4; // expected-note {{it is written here}}
  MPI_Win_post(group, MPI_MODE_NOSTORE, win); // expected-warning {{MPI_MODE_NOSTORE, but 'memory[1]' of window 'win' is written at line}}
  MPI_Win_wait(win);
  memory[2] = memory[1];
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
  int sum = memory[1] + memory[2];
  MPI_Win_post(group, MPI_MODE_NOSTORE, win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  (void)sum;
}
