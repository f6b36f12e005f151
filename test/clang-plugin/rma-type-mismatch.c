// RUN: %clang -fplugin=%plugin %mpi-include -fplugin-arg-fencepost-rma-local-race=off -fplugin-arg-fencepost-rma-remote-race=off -fsyntax-only -Xclang -verify %s
// What rma-type-mismatch reports, and below what it must not.
#include <complex.h>
#include <mpi.h>
#include <stdint.h>

void signatures(MPI_Win win, double *d, int *i) {
  MPI_Put(d, 4, MPI_DOUBLE, 1, 0, 4, MPI_FLOAT, win); // expected-warning {{MPI_Put of MPI_DOUBLE at the origin and MPI_FLOAT at the target [rma-type-mismatch]}}
  MPI_Get(i, 4, MPI_INT, 1, 0, 2, MPI_LONG, win); // expected-warning {{MPI_Get of MPI_INT at the origin and MPI_LONG at the target [rma-type-mismatch]}}
  MPI_Put(i, 2, MPI_INT, 1, 0, 1, MPI_DOUBLE, win); // expected-warning {{MPI_Put of MPI_INT at the origin and MPI_DOUBLE at the target [rma-type-mismatch]}}
  MPI_Accumulate(d, 1, MPI_DOUBLE, 1, 0, 2, MPI_FLOAT, MPI_SUM, win); // expected-warning {{MPI_Accumulate of MPI_DOUBLE at the origin and MPI_FLOAT at the target [rma-type-mismatch]}}
}
void sizes(MPI_Win win, double *d) {
  MPI_Put(d, 4, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win); // expected-warning {{MPI_Put of 32 bytes at the origin and 16 at the target [rma-type-mismatch]}}
  MPI_Get(d, 2, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Get of 16 bytes at the origin and 32 at the target [rma-type-mismatch]}}
  MPI_Accumulate(d, 2, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, MPI_SUM, win); // expected-warning {{MPI_Accumulate of 16 bytes at the origin and 32 at the target [rma-type-mismatch]}}
}
void buffers(MPI_Win win, double *d, int *i, long *l, int n) {
  float f[4];
  MPI_Put(d, n, MPI_INT, 1, 0, n, MPI_INT, win); // expected-warning {{MPI_Put takes 'd', of 'double', for MPI_INT [rma-type-mismatch]}}
  MPI_Put(f, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); // expected-warning {{MPI_Put takes 'f', of 'float', for MPI_DOUBLE [rma-type-mismatch]}} expected-warning {{MPI_Put may still be reading 'f' when that goes out of scope [rma-buffer-lifetime]}}
  MPI_Get(i, n, MPI_FLOAT, 1, 0, n, MPI_FLOAT, win); // expected-warning {{MPI_Get takes 'i', of 'int', for MPI_FLOAT [rma-type-mismatch]}}
  MPI_Get(&l[2], n, MPI_INT, 1, 0, n, MPI_INT, win); // expected-warning {{MPI_Get takes '&l[2]', of 'long', for MPI_INT [rma-type-mismatch]}}
  MPI_Fetch_and_op(i, l, MPI_INT, 1, 0, MPI_SUM, win); // expected-warning {{MPI_Fetch_and_op takes 'l', of 'long', for MPI_INT [rma-type-mismatch]}}
}

struct found { double value; int at; };
struct pair { double x, y; };
struct segment { struct pair ends[2]; };
void variables(MPI_Win win, double *d, int *i) {
  MPI_Datatype type = MPI_DOUBLE, later;
  later = MPI_FLOAT;
  MPI_Put(i, 1, type, 1, 0, 1, type, win); // expected-warning {{MPI_Put takes 'i', of 'int', for MPI_DOUBLE [rma-type-mismatch]}}
  MPI_Put(d, 1, MPI_DOUBLE, 1, 0, 1, later, win); // expected-warning {{MPI_Put of MPI_DOUBLE at the origin and MPI_FLOAT at the target [rma-type-mismatch]}}
}
void wide(MPI_Win win, long long *n, double *d) {
  MPI_Put(n, 1, MPI_LONG_DOUBLE, 1, 0, 1, MPI_LONG_DOUBLE, win); // expected-warning {{MPI_Put takes 'n', of 'long long', for MPI_LONG_DOUBLE [rma-type-mismatch]}}
  MPI_Put(d, 1, MPI_DOUBLE, 1, 0, 1, MPI_LONG_DOUBLE, win); // expected-warning {{MPI_Put of MPI_DOUBLE at the origin and MPI_LONG_DOUBLE at the target [rma-type-mismatch]}}
}
void records(MPI_Win win, struct found *f, struct pair *p, struct segment *s) {
  MPI_Accumulate(f, 1, MPI_FLOAT_INT, 1, 0, 1, MPI_FLOAT_INT, MPI_MAXLOC, win); // expected-warning {{MPI_Accumulate takes 'f', of 'struct found', for MPI_FLOAT_INT [rma-type-mismatch]}}
  MPI_Accumulate(f, 1, MPI_2INT, 1, 0, 1, MPI_2INT, MPI_MINLOC, win); // expected-warning {{MPI_Accumulate takes 'f', of 'struct found', for MPI_2INT [rma-type-mismatch]}}
  MPI_Put(p, 4, MPI_FLOAT, 1, 0, 4, MPI_FLOAT, win); // expected-warning {{MPI_Put takes 'p', of 'double', for MPI_FLOAT [rma-type-mismatch]}}
  MPI_Get(s, 8, MPI_FLOAT, 1, 0, 8, MPI_FLOAT, win); // expected-warning {{MPI_Get takes 's', of 'double', for MPI_FLOAT [rma-type-mismatch]}}
}

// ---- quiet
enum colour { RED };
void fits(MPI_Win win, double *d, int *i, int n, MPI_Datatype type) {
  MPI_Put(d, 2, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win); // room is left over
  MPI_Get(d, 4, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
  MPI_Put(d, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, win);
  MPI_Put(d, n, type, 1, 0, n, MPI_INT, win);
  MPI_Put(d, 1, type, 1, 0, 1, type, win);
  MPI_Put(i, 4, MPI_INT, 1, 0, 4, MPI_UNSIGNED, win);
  MPI_Put(d, 0, MPI_DOUBLE, 1, 0, 0, MPI_INT, win);
}
void bytes(MPI_Win win, double *d, char *c, unsigned char *u, void *v, int n) {
  MPI_Put(d, 8 * n, MPI_BYTE, 1, 0, 8 * n, MPI_BYTE, win);
  MPI_Put(d, n, MPI_DOUBLE, 1, 0, 8 * n, MPI_BYTE, win);
  MPI_Put(c, n, MPI_DOUBLE, 1, 0, n, MPI_DOUBLE, win);
  MPI_Put(u, n, MPI_INT, 1, 0, n, MPI_INT, win);
  MPI_Put(v, n, MPI_INT, 1, 0, n, MPI_INT, win);
}
void same(MPI_Win win, long *l, unsigned *u, int32_t *i, uint64_t *w, struct pair *p, enum colour *e) {
  MPI_Put(l, 1, MPI_INT64_T, 1, 0, 1, MPI_LONG, win);
  MPI_Put(l, 1, MPI_LONG_LONG, 1, 0, 1, MPI_LONG_LONG, win);
  MPI_Put(u, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Put(i, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Put(w, 1, MPI_AINT, 1, 0, 1, MPI_AINT, win);
  MPI_Put(p, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
  MPI_Put(e, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
void shapes(MPI_Win win, double (*rows)[8], double _Complex *z, double *d, float cube[2][3][4]) {
  MPI_Put(rows, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, win);
  MPI_Put(rows[1], 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, win);
  MPI_Put(z, 1, MPI_C_DOUBLE_COMPLEX, 1, 0, 1, MPI_C_DOUBLE_COMPLEX, win);
  MPI_Put(z, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
  MPI_Put(d, 1, MPI_C_DOUBLE_COMPLEX, 1, 0, 1, MPI_C_DOUBLE_COMPLEX, win);
  MPI_Put(&cube[1][2][0], 4, MPI_FLOAT, 1, 0, 4, MPI_FLOAT, win);
}
void onPurpose(MPI_Win win, double *d, double *old, double *seen, double *none) {
  MPI_Put((int *)d, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  MPI_Put((void *)d, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  MPI_Compare_and_swap(d, old, seen, MPI_INT64_T, 1, 0, win);
  MPI_Get_accumulate(none, 0, MPI_INT, d, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_NO_OP, win);
  MPI_Put(d, 1, MPI_INT, MPI_PROC_NULL, 0, 2, MPI_DOUBLE, win);
}
struct version { int number, owner; };
struct located { double value; int at, from; };
union bits { double d; float f[2]; };
void rightVariables(MPI_Win win, double *d, int *i, int isWide, MPI_Datatype want) {
  MPI_Datatype which = MPI_FLOAT == want ? MPI_INT : MPI_DOUBLE;
  if (want != MPI_FLOAT)
    MPI_Put(d, 1, which, 1, 0, 1, which, win);
  MPI_Datatype type = MPI_DOUBLE, other = isWide ? MPI_DOUBLE : MPI_INT, changed = MPI_INT;
  MPI_Put(d, 1, type, 1, 0, 1, type, win);
  MPI_Put(i, 1, other, 1, 0, 1, other, win);
  changed = MPI_DOUBLE;
  MPI_Put(d, 1, changed, 1, 0, 1, changed, win);
}
void rightRecords(MPI_Win win, struct found *f, struct pair *p, struct segment *s, struct version *v,
                  struct version *old, struct version *seen, struct located *l, union bits *b) {
  MPI_Accumulate(f, 1, MPI_DOUBLE_INT, 1, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
  MPI_Accumulate(v, 1, MPI_2INT, 1, 0, 1, MPI_2INT, MPI_MAXLOC, win);
  MPI_Accumulate(l, 1, MPI_DOUBLE_INT, 1, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win); // its first two
  MPI_Put(p, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
  MPI_Put(f, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
  MPI_Put(&f->at, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Get(s, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
  MPI_Put(p, 16, MPI_BYTE, 1, 0, 16, MPI_BYTE, win);
  MPI_Put(p, 2, MPI_INT64_T, 1, 0, 2, MPI_INT64_T, win); // bits
  MPI_Compare_and_swap(v, old, seen, MPI_INT64_T, 1, 0, win);
  MPI_Put(b, 2, MPI_FLOAT, 1, 0, 2, MPI_FLOAT, win);
}
