// RUN: %clang -std=c11 -fplugin=%plugin %mpi-include -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note %s
// The first iteration of loops of all kinds, and the last element of buffers.
#include <mpi.h>
#include <stddef.h>

#define GET(buffer, count) MPI_Get(buffer, count, MPI_INT, 1, 0, count, MPI_INT, w)
#define BEGIN MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w)
#define END MPI_Win_unlock(1, w)

int whileLoop(MPI_Win w, int *b, int n) {
  int sum = 0, i = 0;
  BEGIN;
  GET(b, n);
  while (i < n) {
    sum += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
    i++;
  }
  END;
  return sum;
}
int whileLater(MPI_Win w, int *b, int n) {
  int sum = 0, i = 0;
  BEGIN;
  GET(b, 4);
  i = 4;
  while (i < n) {
    sum += b[i]; // begins behind it
    i++;
  }
  i = 0;
  while (i < n) {
    i++; // moves on first
    sum += b[i + 3];
  }
  END;
  return sum;
}
int doLoop(MPI_Win w, int *b, int n) {
  int sum = 0, i = 0;
  BEGIN;
  GET(b, n);
  do {
    sum += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
    ++i;
  } while (i < n);
  END;
  return sum;
}
int down(MPI_Win w, int *b, int n) {
  int sum = 0;
  BEGIN;
  GET(b, n);
  for (int i = n - 1; i >= 0; --i)
    sum += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
  END;
  return sum;
}
int downAhead(MPI_Win w, int *b, int n) {
  int sum = 0;
  BEGIN;
  GET(b, n);
  for (int i = n; i-- > 0;)
    sum += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
  END;
  return sum;
}
int downAbove(MPI_Win w, int *b, int n) {
  int sum = 0;
  BEGIN;
  GET(b, 8);
  for (int i = 9; i-- > 8;) // b[8] alone
    sum += b[i];
  for (int i = 12; i >= 8; --i)
    sum += b[i];
  END;
  return sum;
}
int pointer(MPI_Win w, int *b, int n) {
  int sum = 0;
  BEGIN;
  GET(b, n);
  for (const int *p = b; p != b + n; ++p)
    sum += *p; // expected-warning {{'*p' is read while MPI_Get}}
  END;
  return sum;
}
int pointerBehind(MPI_Win w, int *b, int n) {
  int sum = 0;
  BEGIN;
  GET(b, 4);
  for (const int *p = b + 4; p != b + n; ++p)
    sum += *p;
  for (const int *p = b + 3; p > b; --p)
    sum += p[1];
  END;
  return sum;
}
int last(MPI_Win w, int *b, int n) {
  BEGIN;
  GET(b, n);
  int value = b[n - 1]; // expected-warning {{'b[n - 1]' is read while MPI_Get}}
  END;
  return value;
}
int behindLast(MPI_Win w, int *b, int n, int m) {
  BEGIN;
  GET(b, n);
  int value = b[n] + b[m - 1];
  END;
  return value;
}
int otherLast(MPI_Win w, int *b, int n) {
  BEGIN;
  GET(b, n);
  n += 10;
  int value = b[n - 1];
  END;
  return value;
}
int otherSize(MPI_Win w, int *b, int n) {
  BEGIN;
  MPI_Get(b, n, MPI_BYTE, 1, 0, n, MPI_BYTE, w); // a fourth of it
  int value = b[n - 1];
  END;
  return value;
}
int fromStart(MPI_Win w, int *b, int start, int end) {
  int sum = 0;
  BEGIN;
  GET(&b[start], 4);
  for (int i = start; i < end; ++i)
    sum += b[i]; // expected-warning {{'b[i]' is read while MPI_Get}}
  for (int i = start + 4; i < end; ++i)
    sum += b[i];
  END;
  return sum;
}
int unlooked(MPI_Win w, int *b) {
  MPI_Request request;
  int done, answered;
  BEGIN;
  MPI_Rget(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w, &request);
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  int value = b[0]; // expected-warning {{'b[0]' is read while MPI_Rget}}
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Rget(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w, &request);
  do
    MPI_Test(&request, &answered, MPI_STATUS_IGNORE);
  while (!answered);
  value += b[0];
  END;
  return value;
}
int compared(MPI_Win w, int *b) {
  MPI_Request request;
  int done;
  BEGIN;
  MPI_Rget(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w, &request);
  while (request != MPI_REQUEST_NULL)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  int value = b[0];
  END;
  return value;
}
#define GHOSTS 0
int none(MPI_Win w, int *b) {
  const int layers = 0;
  BEGIN;
  MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  for (int i = 0; i < GHOSTS; ++i)
    b[i] = 0;
  for (int i = 0; i < layers; ++i)
    b[i] = 0;
  for (int i = 0; i > 0; --i)
    b[i] = 0;
  int i = 0;
  while (i < GHOSTS) {
    b[i] = 0;
    i++;
  }
  END;
  return 0;
}
int otherwise(MPI_Win w, int *b, int rank, int n) {
  BEGIN;
  if (rank == 0)
    MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  for (int i = 0; i < rank && i < 4; ++i)
    b[i] = 0;
  END;
  BEGIN;
  if (rank == 0)
    MPI_Put(b, 4, MPI_INT, 1, 0, 4, MPI_INT, w);
  for (int i = 0; i < n; ++i)
    b[i] = 0; // expected-warning {{is written while MPI_Put}}
  END;
  return 0;
}
int countsInCondition(MPI_Win w, int *b, int n) {
  BEGIN;
  MPI_Get(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  int i = n;
  while (i--)
    b[i] = 0; // expected-warning {{'b[i]' is written while MPI_Get}}
  END;
  BEGIN;
  MPI_Get(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  int twos = 0, left = n;
  while (left-- > 0) {
    if (left == 2)
      twos++;
    b[left] += 1; // expected-warning {{'b[left]' is written while MPI_Get}}
  }
  END;
  return n;
}
int countsElsewhere(MPI_Win w, int *b, int n) {
  int i = 0;
  BEGIN;
  MPI_Get(b, n, MPI_INT, 1, 0, n, MPI_INT, w);
  while (i--)
    b[i] = 0; // never
  i = 2 * n;
  while (i--) {
    if (i < n)
      break;
    b[i] = 0; // behind the buffer
  }
  END;
  return n;
}

int checked(MPI_Win w, int *b, int n) {
  BEGIN;
  for (int i = 0; i < n; ++i) {
    b[0] = i; // expected-warning {{'b[0]' is written while MPI_Put}}
    int rc = MPI_Put(b, 1, MPI_INT, 1, i, 1, MPI_INT, w);
    if (rc != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, rc);
  }
  END;
  BEGIN;
  for (int i = 0; i < n; ++i) {
    b[0] = i; // expected-warning {{'b[0]' is written while MPI_Put}}
    if (MPI_Put(b, 1, MPI_INT, 1, i, 1, MPI_INT, w))
      goto failed;
  }
  END;
  return 0;
failed:
  END;
  return 1;
}
int retried(MPI_Win w, int *b) {
  BEGIN;
  for (int i = 0; i < 3; ++i) {
    b[0] = i;
    if (MPI_Put(b, 1, MPI_INT, 1, 0, 1, MPI_INT, w) == MPI_SUCCESS)
      break;
  }
  END;
  return 0;
}
int leavesOneOut(MPI_Win w, int *b, int rank, int n, int small) {
  int message;
  BEGIN;
  for (int i = 0; i < n; ++i) {
    if (i == rank)
      continue;
    message = i; // expected-warning {{'message' is written while MPI_Put}}
    MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
  }
  END;
  BEGIN;
  for (int i = 0; i < n; ++i)
    if (small > 4) {
      message = i; // expected-warning {{'message' is written while MPI_Put}}
      MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
    }
  END;
  return 0;
}
int takesOne(MPI_Win w, int *b, int rank, int n) {
  int message, done = 0;
  BEGIN;
  for (int i = 0; i < n; ++i) {
    if (i != rank)
      continue;
    message = i;
    MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
  }
  END;
  BEGIN;
  for (int i = 0; i < 2; ++i) {
    if (i == rank)
      continue;
    message = i;
    MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
  }
  END;
  BEGIN;
  for (int i = 0; i < n; ++i) {
    if (done)
      continue;
    message = i;
    MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
    done = 1;
  }
  END;
  BEGIN;
  for (int i = 0; i < n; ++i) {
    int mine = b[i];
    if (mine > 3) {
      message = i;
      MPI_Put(&message, 1, MPI_INT, 1, i, 1, MPI_INT, w);
    }
  }
  END;
  return 0;
}
