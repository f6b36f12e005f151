// What the pass makes of a program, by hand: sites and page checks for tests that must know
// exactly which accesses are reported (model/Abi.h).
#include <mpi.h>
#include <stdint.h>

typedef struct {
  const char *record;
  uint32_t id, followed;
} Site;
typedef struct {
  uint64_t end, limit;
} FollowedRange;
typedef struct {
  const uint8_t *pages;
  uint64_t mask;
  FollowedRange *followed;
} PageShadow;
typedef struct {
  void *access[4], *spread[4], *tracked[4], *matters;
  void (*range)(Site *site, const void *address, uint64_t bytes);
  void (*call)(Site *site);
  void *released, *freed, *deleted;
  void (*strided)(Site *site, const void *address, uint64_t bytes, int64_t stride, uint64_t count);
  void *nest, *enter, *leave;
} Entries;
typedef struct {
  uint32_t version, siteCount;
  Site *sites;
  PageShadow *shadow;
  Entries *entries;
  uint32_t vectors;
} Module;

void __fencepost_register(const Module *module);
void __fencepost_load(Site *site, const void *address, uint64_t bytes);
void __fencepost_store(Site *site, const void *address, uint64_t bytes);

static FollowedRange zeros;
static PageShadow shadow = {(const uint8_t *)&zeros, 0, &zeros};
static Entries entries;

__attribute__((constructor)) static void announce(void) {
  static const Module module = {10, 0, 0, &shadow, &entries, 0};
  __fencepost_register(&module);
}

#define SITE(name, kind, call, line, column, function, window, expression, inlinedAt)              \
  static Site name = {"fp1\t" kind "\t" call "\tprogram.c\t/src\t" #line "\t" #column              \
                      "\t" function "\t" window "\t" expression "\t" inlinedAt}
#define TRACKED(lvalue) (shadow.pages[((uint64_t) & (lvalue) >> 12) & shadow.mask])
#define STORE(site, lvalue, value)                                                                 \
  do {                                                                                             \
    if (TRACKED(lvalue))                                                                           \
      __fencepost_store(&site, &(lvalue), sizeof(lvalue));                                         \
    (lvalue) = (value);                                                                            \
  } while (0)
#define LOAD(site, lvalue)                                                                         \
  (TRACKED(lvalue) ? __fencepost_load(&site, &(lvalue), sizeof(lvalue)), (lvalue) : (lvalue))
