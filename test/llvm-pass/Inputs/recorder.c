//===- recorder.c - prints what instrumented code tells the runtime -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every page counts as tracked: the shadow is one byte, and the mask leads all
// page numbers to it. Addresses are printed relative to `origin`, which the
// program sets; an access elsewhere is not printed.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct Site {
  const char *record;
  uint32_t id, followed;
};
struct PageShadow {
  const uint8_t *pages;
  uint64_t mask;
  struct FollowedRange *followed; // as it was: nothing
};
struct ListedAccess {
  uint32_t site;
  int32_t offset;
  uint32_t access;
};
struct Check {
  const void *noted;
  const struct ListedAccess *list;
  struct Site *sites;
  uint64_t ofRuntime[2];
};
struct Entries {
  void *access[4], *spread[4], *tracked[4], *matters;
  void *range, *call, *released, *freed, *deleted, *strided, *nest;
};
struct Module {
  uint32_t version, siteCount;
  struct Site *sites;
  struct PageShadow *shadow;
  struct Entries *entries;
  uint32_t vectors;
};

char *origin;
static const uint8_t tracked = 1;

// The field of a record, counted from 0.
static const char *field(const struct Site *site, int index, char *text) {
  const char *at = site->record;
  while (index--)
    at = strchr(at, '\t') + 1;
  size_t length = strcspn(at, "\t");
  memcpy(text, at, length);
  text[length] = '\0';
  return text;
}

static void print(const char *what, struct Site *site, const void *address, uint64_t bytes) {
  char line[16];
  long offset = (const char *)address - origin;
  if (origin && offset >= -4096 && offset < 1 << 20)
    printf("%s line %s offset %ld bytes %lu\n", what, field(site, 5, line), offset,
           (unsigned long)bytes);
}

void __fencepost_load(struct Site *site, const void *address, uint64_t bytes) {
  print("load", site, address, bytes);
}

void __fencepost_store(struct Site *site, const void *address, uint64_t bytes) {
  print("store", site, address, bytes);
}

static void each(const void *address, const struct Check *check) {
  for (const struct ListedAccess *list = check->list;; ++list) {
    print(list->access >> 31 ? "store" : "load", &check->sites[list->site],
          (const char *)address + list->offset, list->access & 0x3fffffff);
    if (list->access & 0x40000000)
      return;
  }
}

// What leaves registers to its caller (model/Abi.h).
#ifdef __x86_64__
#define PRESERVE_ALL __attribute__((preserve_all))
#define PRESERVE_MOST __attribute__((preserve_most))
#else
#define PRESERVE_ALL
#define PRESERVE_MOST
#endif

PRESERVE_ALL static void access(const void *address, struct Check *check) { each(address, check); }

PRESERVE_ALL static void spread(const void *address, struct Check *check, uint64_t last) {
  (void)last;
  each(address, check);
}

PRESERVE_ALL static uint64_t trackedAccess(const void *address, struct Check *check) {
  each(address, check);
  return 0;
}

PRESERVE_ALL static uint64_t matters(const void *first, const void *last) {
  (void)first, (void)last;
  return 1;
}

static void strided(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                    uint64_t count) {
  char kind[16];
  field(site, 1, kind);
  for (uint64_t i = 0; i < count; ++i)
    print(*kind == 'L' ? "load-range" : "store-range", site,
          (const char *)address + (int64_t)i * stride, bytes);
}

PRESERVE_ALL static uint64_t range(struct Site *site, const void *address, uint64_t bytes) {
  strided(site, address, bytes, 0, 1);
  return 0;
}

static void nest(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                 uint64_t count, int64_t outerStride, uint64_t outerCount) {
  for (uint64_t i = 0; i < outerCount; ++i)
    strided(site, (const char *)address + (int64_t)i * outerStride, bytes, stride, count);
}

PRESERVE_MOST static void call(struct Site *site) {
  char name[64], line[16];
  printf("call %s line %s\n", field(site, 2, name), field(site, 5, line));
}

void __fencepost_register(const struct Module *module) {
  printf("register version %u\n", module->version);
  module->shadow->pages = &tracked;
  module->shadow->mask = 0;
  struct Entries *entries = module->entries;
  for (int shift = 0; shift < 4; ++shift) {
    entries->access[shift] = access;
    entries->spread[shift] = spread;
    entries->tracked[shift] = trackedAccess;
  }
  entries->matters = matters;
  entries->range = range;
  entries->call = call;
  entries->strided = strided;
  entries->nest = nest;
}
