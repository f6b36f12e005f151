// What functions of the C library access, byte by byte: the program says what it expects, the trace
// must say the same.
//
// REQUIRES: openmpi
// RUN: env OMPI_CC=%fencepost-cc mpicc -O0 -fno-builtin -w %s -o %t-0
// RUN: env FENCEPOST_OPTIONS=access=every:trace=%t.0 %mpirun -n 1 %t-0 %t.txt | grep -v '#' | sort > %t.0.expected
// RUN: %python %S/Inputs/library-accesses.py %otf2-print %t.0/traces.otf2 | diff %t.0.expected -
// RUN: env OMPI_CC=%fencepost-cc mpicc -O2 -fno-builtin -D__NO_INLINE__ -w %s -o %t-2
// RUN: env FENCEPOST_OPTIONS=access=every:trace=%t.2 %mpirun -n 1 %t-2 %t.txt | grep -v '#' | sort > %t.2.expected
// RUN: %python %S/Inputs/library-accesses.py %otf2-print %t.2/traces.otf2 | diff %t.2.expected -
// RUN: test $(wc -l < %t.2.expected) -gt 120
//
// Every function of the table is called here.
// RUN: sed -n '/releases(/d; s/^LIBRARY\(_WIDE\|_INT\)*(\([A-Za-z_0-9]*\),.*/\2/p' %source/model/libraryCalls.def > %t.names
// RUN: while read name; do grep -q "$name(" %s || { echo "no call of $name"; exit 1; }; done < %t.names

#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wchar.h>

enum { kSize = 1 << 18 };
static char *memory; // the window
static int rank_of_nobody;
static long next;    // where the next call finds its memory
static const char *name;
static volatile long sink; // results that somebody uses

static char *place(void) {
  next += 256;
  return memory + next;
}

// Stores that are no call.
static char *put(const char *text) {
  volatile char *to = place();
  for (long i = 0; i == 0 || text[i - 1]; ++i)
    to[i] = text[i];
  return (char *)to;
}
static wchar_t *putWide(const char *text) {
  volatile wchar_t *to = (wchar_t *)place();
  for (long i = 0; i == 0 || text[i - 1]; ++i)
    to[i] = text[i];
  return (wchar_t *)to;
}

static void expect(const char *kind, const void *address, long bytes) {
  fprintf(stdout, "%s %s %ld %ld\n", name, kind, (long)((const char *)address - memory), bytes);
}
#define READS(address, bytes) expect("load", address, bytes)
#define WRITES(address, bytes) expect("store", address, bytes)

static int ascending(const void *a, const void *b) { return 0; }
static int ascendingWith(const void *a, const void *b, void *c) { return 0; }

static void memoryFunctions(void) {
  char *a = place(), *b = place();
  name = "memcpy", memcpy(a, b, 10), WRITES(a, 10), READS(b, 10);
  name = "memmove", memmove(a + 3, b + 20, 11), WRITES(a + 3, 11), READS(b + 20, 11);
  name = "mempcpy", mempcpy(a + 30, b + 40, 12), WRITES(a + 30, 12), READS(b + 40, 12);
  name = "memset", memset(a + 60, 0, 13), WRITES(a + 60, 13);
  a = place(), b = place();
  name = "bcopy", bcopy(a, b, 14), READS(a, 14), WRITES(b, 14);
  name = "bzero", bzero(a + 40, 15), WRITES(a + 40, 15);
  name = "explicit_bzero", explicit_bzero(a + 80, 16), WRITES(a + 80, 16);
  // Up to the first difference, and no further.
  a = put("abcdefgh"), b = put("abcxefgh");
  name = "memcmp", sink += (long)memcmp(a, b, 8), READS(a, 4), READS(b, 4);
  name = "memcmp", sink += (long)memcmp(a + 1, b + 1, 2), READS(a + 1, 2), READS(b + 1, 2);
  a = put("abcdefgh"), b = put("xbcxefgh");
  name = "bcmp", sink += (long)bcmp(a, b, 8), READS(a, 1), READS(b, 1);
  name = "memchr", sink += (long)memchr(a + 1, 'd', 7), READS(a + 1, 3);
  name = "memchr", sink += (long)memchr(b + 1, 'q', 5), READS(b + 1, 5);
  // Longer than a page.
  name = "memset", memset(memory + kSize / 2, 0, 9000);
  WRITES(memory + kSize / 2, 9000);
  int *numbers = (int *)place();
  name = "qsort", qsort(numbers, 5, sizeof(int), ascending);
  READS(numbers, 20), WRITES(numbers, 20);
  name = "qsort_r", numbers = (int *)place(), qsort_r(numbers, 6, sizeof(int), ascendingWith, 0);
  READS(numbers, 24), WRITES(numbers, 24);
  qsort(numbers + 10, 1, sizeof(int), ascending);
}

static void strings(void) {
  char *a = put("hello"), *b = place(), local[256] = "hello";
  name = "strlen", sink += (long)strlen(a), READS(a, 6);
  name = "strnlen", sink += (long)strnlen(a, 3), READS(a, 3), sink += (long)strnlen(a + 1, 9), READS(a + 1, 5);
  name = "strspn", sink += (long)strspn(a, "he"), READS(a, 3);
  name = "strcspn", sink += (long)strcspn(a, "o"), READS(a, 5);
  name = "strchr", sink += (long)strchr(a, 'l'), READS(a, 3), sink += (long)strchr(a + 1, 'q'), READS(a + 1, 5);
  name = "strrchr", sink += (long)strrchr(a, 'l'), READS(a, 6);
  name = "strpbrk", sink += (long)strpbrk(a, "lo"), READS(a, 3);
  name = "strstr", sink += (long)strstr(a, "ll"), READS(a, 3), sink += (long)strstr("oh", put("h") + 0), READS(memory + next, 2);
  name = "strcmp", sink += (long)strcmp(a, "help"), READS(a, 4);
  name = "strcasecmp", sink += (long)strcasecmp(a, "HELLO"), READS(a, 6);
  name = "strncmp", sink += (long)strncmp(a, "hello", 2), READS(a, 2);
  name = "strncasecmp", sink += (long)strncasecmp(a, "HExxx", 5), READS(a, 3);
  name = "strcpy", strcpy(b, a), WRITES(b, 6), READS(a, 6);
  name = "stpcpy", stpcpy(b + 10, local), WRITES(b + 10, 6);
  // Pads its target.
  name = "strncpy", strncpy(b + 20, a, 9), WRITES(b + 20, 9), READS(a, 6);
  name = "stpncpy", stpncpy(b + 40, a, 3), WRITES(b + 40, 3), READS(a, 3);
  char *c = put("ab");
  name = "strcat", strcat(c, a), READS(c, 3), WRITES(c + 2, 6), READS(a, 6);
  c = put("ab");
  name = "strncat", strncat(c, a, 2), READS(c, 3), WRITES(c + 2, 3), READS(a, 2);
  name = "strdup", free(strdup(a)), READS(a, 6);
  name = "strndup", free(strndup(a, 2)), READS(a, 2);
}

static void numbers(void) {
  char *a = put(" -12x");
  name = "atoi", sink += (long)atoi(a), READS(a, 5);
  name = "atol", sink += (long)atol(a + 1), READS(a + 1, 4);
  name = "atoll", sink += (long)atoll(a + 2), READS(a + 2, 3);
  name = "atof", sink += (long)atof(a + 3), READS(a + 3, 2);
  a = put("7");
  name = "strtol", sink += (long)strtol(a, 0, 10), READS(a, 2);
  name = "strtoul", sink += (long)strtoul(a, 0, 10), READS(a, 2);
  name = "strtoll", sink += (long)strtoll(a, 0, 10), READS(a, 2);
  name = "strtoull", sink += (long)strtoull(a, 0, 10), READS(a, 2);
  name = "strtof", sink += (long)strtof(a, 0), READS(a, 2);
  name = "strtod", sink += (long)strtod(a, 0), READS(a, 2);
  name = "strtold", sink += (long)strtold(a, 0), READS(a, 2);
}

static void wide(void) {
  wchar_t *a = putWide("abc"), *b = (wchar_t *)place();
  name = "wmemcpy", wmemcpy(b, a, 2), WRITES(b, 8), READS(a, 8);
  name = "wmemmove", wmemmove(b + 4, a, 2), WRITES(b + 4, 8), READS(a, 8);
  name = "wmemset", wmemset(b + 8, 0, 3), WRITES(b + 8, 12);
  name = "wmemcmp", sink += (long)wmemcmp(a, b, 3), READS(a, 12), READS(b, 12);
  name = "wcslen", sink += (long)wcslen(a), READS(a, 16);
  name = "wcscmp", sink += (long)wcscmp(a, L"abx"), READS(a, 12);
  name = "wcscpy", wcscpy(b, a), WRITES(b, 16), READS(a, 16);
  name = "wcsncpy", wcsncpy(b + 20, a, 2), WRITES(b + 20, 8), READS(a, 8);
  name = "wcschr", sink += (long)wcschr(a, L'b'), READS(a, 8);
  b = putWide("x");
  name = "wcscat", wcscat(b, a), READS(b, 8), WRITES(b + 1, 16), READS(a, 16);
}

static void output(FILE *file) {
  char *a = put("hello");
  name = "fputs", fputs(a, file), READS(a, 6);
  name = "fwrite", fwrite(a, 2, 2, file), READS(a, 4);
  name = "fwrite_unlocked", fwrite_unlocked(a, 3, 1, file), READS(a, 3);
  fflush(file);
  name = "write", write(fileno(file), a, 2), READS(a, 2), write(-1, a, 2);
  name = "pwrite", pwrite(fileno(file), a, 3, 0), READS(a, 3);
  name = "pwrite64", pwrite64(fileno(file), a, 1, 0), READS(a, 1);
  int number = 5, pair[2];
  name = "fprintf";
  fprintf(file, "%d%% %s|%5.2f|%-8s|%.3s|%.*s|%c|%ld|%p\n", 1, a, 2.0, a + 1, a, 2, a + 1, 'x', 4L, a);
  READS(a, 6), READS(a + 1, 5), READS(a, 3), READS(a + 1, 2);
  fprintf(file, "%Lf %*d %hhd %s\n", 1.0L, 3, number, 4, a + 2), READS(a + 2, 4);
  fprintf(file, a + 5), READS(a + 5, 1); // the format is read, too
  name = "dprintf", dprintf(fileno(file), "%s", a), READS(a, 6);
  char *b = place(), local[32], *made;
  name = "sprintf", sprintf(b, "%d-%s", 12, a), WRITES(b, 9), READS(a, 6);
  sprintf(local, "%s", a), READS(a, 6);
  int *count = (int *)place();
  sprintf(local, "ab%n%hhn", count, (signed char *)(count + 2)), WRITES(count, 4), WRITES(count + 2, 1);
  name = "snprintf", snprintf(b + 20, 4, "%s", a), WRITES(b + 20, 4), READS(a, 6);
  snprintf(b + 30, 40, "%d", 123), WRITES(b + 30, 4);
  snprintf(b + 60, 0, "x");
  name = "asprintf", asprintf(&made, "%s", a), READS(a, 6), free(made);
  int sockets[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
  name = "send", send(sockets[0], a, 5, 0), READS(a, 5);
  name = "sendto", sendto(sockets[0], a, 4, 0, 0, 0), READS(a, 4);
  name = "recv", recv(sockets[1], b + 80, 2, 0), WRITES(b + 80, 2);
  name = "recvfrom", recvfrom(sockets[1], b + 90, 20, 0, 0, 0), WRITES(b + 90, 7);
}

static void input(FILE *file, const char *path) { // "first line\nsecond\n12 abc 0.5 x"
  char *a = place(), *line = 0;
  size_t capacity = 0;
  name = "fgets", fgets(a, 100, file), WRITES(a, 12);
  name = "fread", fread(a + 20, 2, 2, file), WRITES(a + 20, 4);
  name = "fread_unlocked", fread_unlocked(a + 30, 1, 1, file), WRITES(a + 30, 1);
  line = place(), capacity = 100;
  name = "getline", getline(&line, &capacity, file), WRITES(line, 3);
  long at = ftell(file);
  line = place(), capacity = 100;
  name = "getdelim", getdelim(&line, &capacity, 'b', file), WRITES(line, 6);
  fseek(file, at, SEEK_SET);
  int *number = (int *)place();
  char *word = place(), *letter = word + 40;
  double *real = (double *)place();
  name = "fscanf", fscanf(file, "%d %s %lf %c %d", number, word, real, letter, number + 1);
  WRITES(number, 4), WRITES(word, 4), WRITES(real, 8), WRITES(letter, 1);
  fgets(a + 100, 100, file); // the end: nothing is written
  name = "pread", pread(fileno(file), a + 40, 6, 0), WRITES(a + 40, 6);
  name = "pread64", pread64(fileno(file), a + 50, 7, 0), WRITES(a + 50, 7);
  lseek(fileno(file), 0, SEEK_SET);
  name = "read", read(fileno(file), a + 60, 1000 / 200), WRITES(a + 60, 5);
  short *halves = (short *)place();
  char *text = put("3 4 5 xyz");
  name = "sscanf", sscanf(text, "%hd %*d %ld %2[xy]", halves, (long *)(halves + 4), (char *)(halves + 10));
  READS(text, 1), WRITES(halves, 2), WRITES(halves + 4, 8), WRITES(halves + 10, 3);
  sscanf("9", "%hd%n", halves + 20, (int *)(halves + 30)), WRITES(halves + 20, 2);
  fflush(file);
  freopen(path, "r", stdin);
  name = "scanf", scanf("fir%c", letter + 8), WRITES(letter + 8, 1);
}

static void mpi(void) {
  MPI_Comm world = MPI_COMM_WORLD, line;
  MPI_Group group;
  int *a = (int *)place(), one = 1, zero = 0;
  MPI_Comm_group(world, &group);
  name = "MPI_Comm_rank", MPI_Comm_rank(world, a), WRITES(a, 4);
  name = "MPI_Comm_size", MPI_Comm_size(world, a + 2), WRITES(a + 2, 4);
  name = "MPI_Comm_test_inter", MPI_Comm_test_inter(world, a + 4), WRITES(a + 4, 4);
  name = "MPI_Group_rank", MPI_Group_rank(group, a + 6), WRITES(a + 6, 4);
  name = "MPI_Group_size", MPI_Group_size(group, a + 8), WRITES(a + 8, 4);
  name = "MPI_Type_size", MPI_Type_size(MPI_INT, a + 10), WRITES(a + 10, 4);
  name = "MPI_Error_class", MPI_Error_class(MPI_SUCCESS, a + 12), WRITES(a + 12, 4);
  name = "MPI_Initialized", MPI_Initialized(a + 14), WRITES(a + 14, 4);
  name = "MPI_Finalized", MPI_Finalized(a + 16), WRITES(a + 16, 4);
  name = "MPI_Is_thread_main", MPI_Is_thread_main(a + 18), WRITES(a + 18, 4);
  name = "MPI_Query_thread", MPI_Query_thread(a + 20), WRITES(a + 20, 4);
  name = "MPI_Topo_test", MPI_Topo_test(world, a + 22), WRITES(a + 22, 4);
  int *b = (int *)place();
  *(volatile int *)b = 0;
  name = "MPI_Group_translate_ranks", MPI_Group_translate_ranks(group, 1, b, group, b + 2), READS(b, 4), WRITES(b + 2, 4);
  ((volatile int *)b)[4] = 0, ((volatile int *)b)[5] = 0;
  name = "MPI_Dims_create", MPI_Dims_create(6, 2, b + 4), READS(b + 4, 8), WRITES(b + 4, 8);
  MPI_Cart_create(world, 1, &one, &one, 0, &line);
  name = "MPI_Cart_rank", MPI_Cart_rank(line, &zero, b + 8), WRITES(b + 8, 4);
  name = "MPI_Cart_shift", MPI_Cart_shift(line, 0, 1, b + 10, b + 12), WRITES(b + 10, 4), WRITES(b + 12, 4);
  MPI_Status status;
  MPI_Sendrecv(&one, 1, MPI_INT, 0, 0, &zero, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
  name = "MPI_Get_count", MPI_Get_count(&status, MPI_INT, b + 14), WRITES(b + 14, 4);
  name = "MPI_Get_elements", MPI_Get_elements(&status, MPI_INT, b + 16), WRITES(b + 16, 4);
  char *processor = place();
  name = "MPI_Get_processor_name", MPI_Get_processor_name(processor, &one);
  WRITES(processor, one + 1);
  if (rank_of_nobody)
    MPI_Comm_remote_size(world, a);
}

int main(int argc, char **argv) {
  MPI_Win window;
  MPI_Init(&argc, &argv);
  memory = aligned_alloc(4096, kSize);
  MPI_Win_create(memory, kSize, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  memoryFunctions();
  strings();
  numbers();
  wide();
  mpi();
  FILE *file = fopen(argv[1], "w+");
  output(file);
  freopen(argv[1], "w+", file);
  fprintf(file, "first line\nsecond\n12 abc 0.5 x");
  rewind(file);
  input(file, argv[1]);
  fclose(file);
  char *last = put("# printf and puts");
  name = "printf", printf("# %s\n", last), READS(last, 18);
  last[0] = '#';
  name = "puts", puts(last), READS(last, 18);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  free(memory);
  MPI_Finalize();
  return 0;
}
