// Pointers are left alone in a file that calls no one-sided function; in one that knows nothing of MPI also integers
// in objects that hold pointers. Elements of arrays and floating-point members are followed in all.
// RUN: %clang -fplugin=%plugin -O2 -g1 -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck --check-prefixes=CHECK,NONE %s
// RUN: %clang -fplugin=%plugin -O2 -g1 -DWITH_MPI -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck --check-prefixes=CHECK,MPI %s
// RUN: %clang -fplugin=%plugin -O2 -g1 -DCALLS_MPI -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck --check-prefixes=CHECK,MPI %s
// RUN: %clang -fplugin=%plugin -O2 -g1 -DWITH_RMA -fno-discard-value-names -S -emit-llvm -o - %s | %FileCheck --check-prefixes=CHECK,RMA %s

#if defined WITH_MPI || defined WITH_RMA
typedef struct opaque *MPI_Win;
#endif
#ifdef WITH_RMA
int MPI_Win_fence(int assert, MPI_Win win);
void synchronize(MPI_Win win) { MPI_Win_fence(0, win); }
#endif
#ifdef CALLS_MPI
int MPI_Barrier(int comm);
void barrier(int comm) { MPI_Barrier(comm); }
#endif

struct list {
  struct list *next;
  int count;
  double weight;
};

struct range {
  int first, last;
};

// CHECK-LABEL: @length(
// NONE-NOT: call {{.*}}{{[@%]}}fencepost.
// MPI-NOT: call {{.*}}{{[@%]}}fencepost.
// RMA: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret i32
int length(const struct list *at) {
  int result = 0;
  for (; at; at = at->next)
    ++result;
  return result;
}

// CHECK-LABEL: @increase(
// NONE-NOT: call {{.*}}{{[@%]}}fencepost.
// MPI: call {{.*}}@fencepost.access.8(
// RMA: call {{.*}}@fencepost.access.8(
// CHECK: ret void
void increase(struct list *at) { at->count += 1; }

// What others may be ordered by is told in any case.
// CHECK-LABEL: @isReady(
// CHECK: call {{.*}}@fencepost.access.{{4|8}}(
// CHECK: ret i32
struct queue {
  struct list *first;
  _Atomic int ready;
};
int isReady(struct queue *queue) { return queue->ready; }

// CHECK-LABEL: @weigh(
// CHECK: call {{.*}}@fencepost.access.8(
// CHECK: ret void
void weigh(struct list *at) { at->weight *= 2; }

// CHECK-LABEL: @narrow(
// CHECK: call {{.*}}@fencepost.access.4(
// CHECK: ret void
void narrow(struct range *range) { range->first += 1; }

// CHECK-LABEL: @element(
// CHECK: call {{.*}}@fencepost.access.4(
// CHECK: ret i32
int element(const int *numbers, int index) { return numbers[index]; }

struct text {
  char *begin;
  long size;
};

struct block {
  char *begin;
  long sizes[4];
};

// A copy, or a variable whose address goes elsewhere, is left alone where it holds no data.
// CHECK-LABEL: @copies(
// NONE-NOT: call {{.*}}{{[@%]}}fencepost.
// MPI: call {{.*}}{{[@%]}}fencepost.
// RMA: call {{.*}}{{[@%]}}fencepost.
// CHECK: ret void
struct three {
  struct text texts[3];
};
void fill(struct three *texts);
void copies(void) {
  struct three local;
  fill(&local);
}

// CHECK-LABEL: @ends(
// CHECK: call {{.*}}%fencepost.released{{[0-9]*}}(
// CHECK: ret void
void fill_block(struct block *block);
void ends(void) {
  struct block local;
  fill_block(&local);
}

// Where nothing is known of MPI, loops over characters are about text and their checks are calls.
// CHECK-LABEL: @find(
// NONE: call {{.*}}@fencepost.access.1(
// MPI: call {{.*}}%fencepost.tracked.1{{[0-9]*}}(
// RMA: call {{.*}}%fencepost.tracked.1{{[0-9]*}}(
// CHECK: ret i64
long find(const char *text, char looked) {
  const char *at = text;
  while (*at && *at != looked)
    ++at;
  return at - text;
}
