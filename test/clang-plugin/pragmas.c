// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=expected,asked %s
// RUN: %clang -x c++ -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify=expected,asked %s
// RUN: %clang -fplugin=%plugin %mpi-include -fsyntax-only -Wno-unknown-warning-option -Xclang -verify %s
// Without the plugin clang does not know them.
// RUN: %clang %mpi-include -fsyntax-only %s 2>&1 | grep "unknown warning group '-Wrma-no-epoch'"
#include <mpi.h>

void reported(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}} expected-note@-1 {{closed here}}
}
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wrma-no-epoch"
void ignored(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win); // expected-warning {{[rma-unmatched-sync]}} expected-note@-2 {{closed here}}
}
#pragma clang diagnostic push
#pragma GCC diagnostic ignored "-Wrma"
void allIgnored(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
#pragma clang diagnostic pop
void ignoredAgain(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win); // expected-warning {{[rma-unmatched-sync]}} expected-note@-2 {{closed here}}
}
#pragma clang diagnostic pop
void reportedAgain(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}} expected-note@-1 {{closed here}}
}
void inside(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win); // expected-note {{closed here}}
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wrma-no-epoch\"")
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  _Pragma("clang diagnostic pop")
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}}
}
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wrma-no-epoch"
void error(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-error {{[rma-no-epoch]}} expected-note@-1 {{closed here}}
}
#pragma clang diagnostic pop
// What is no warning of ours clang still says.
#pragma clang	diagnostic	push
#pragma clang	diagnostic	ignored	"-Wrma-no-epoch"
void tabs(void) {
  MPI_Win win;
  MPI_Win_create(0, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_flush(0, win);
#pragma message("the next diagnostic pop is below") // expected-warning {{the next diagnostic pop is below}}
  MPI_Win_flush(1, win);
  MPI_Win_free(&win);
}
#pragma clang diagnostic pop
#pragma clang diagnostic push
#pragma clang diagnostic ignored \
    "-Wrma-no-epoch"
void continued(void) {
  MPI_Win win;
  MPI_Win_create(0, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_flush(0, win);
  MPI_Win_free(&win);
}
#pragma clang diagnostic pop

// In macros: written in full, from an argument, and around one.
#define PUSH _Pragma("clang diagnostic push")
#define POP _Pragma("clang diagnostic pop")
#define IGNORE _Pragma("clang diagnostic ignored \"-Wrma-no-epoch\"")
#define PRAGMA(words) _Pragma(#words)
#define IGNORE_ALL PRAGMA(clang diagnostic ignored "-Wrma")
#define WITHOUT(option) PRAGMA(clang diagnostic ignored option)
#define QUIETLY(statement) PUSH IGNORE statement; POP
#define TWICE _Pragma("clang diagnostic ignored \"-Wrma-no-epoch\"") _Pragma("clang diagnostic ignored \"-Wrma-local-race\"")
void macros(int *memory, MPI_Win win) {
  MPI_Win_unlock_all(win); // expected-note 3 {{closed here}}
  PUSH IGNORE
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  POP
  PUSH
  PRAGMA(clang diagnostic ignored "-Wrma-no-epoch")
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  POP
  PUSH IGNORE_ALL
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  POP
  PUSH WITHOUT("-Wrma-no-epoch")
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  POP
  PUSH WITHOUT("-Wrma-local-race")
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}}
  POP
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}}
  QUIETLY(MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win))
  PUSH TWICE
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  POP
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}}
}

#pragma clang diagnostic ignored "-Wrma-no-epok" // asked-warning {{unknown warning group '-Wrma-no-epok', ignored}}
#pragma clang diagnostic ignored "-Wno-such"     // asked-warning {{unknown warning group '-Wno-such', ignored}}
#pragma clang diagnostic warning "-Wrma-no-epoch"
#pragma clang diagnostic ignored "-Wunused-variable"
#pragma clang diagnostic ignored "-Wrma-local-race"
#pragma clang diagnostic ignored "-Wnone-such" // asked-warning {{unknown warning group '-Wnone-such', ignored}}
void lastly(int *memory, MPI_Win win) {
  int unused;
  MPI_Win_unlock_all(win);
  MPI_Put(memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // expected-warning {{[rma-no-epoch]}} expected-note@-1 {{closed here}}
}
