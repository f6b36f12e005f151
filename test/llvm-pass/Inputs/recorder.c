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
struct Module {
  uint32_t version, siteCount;
  struct Site *sites;
  struct PageShadow *shadow;
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

void __fencepost_register(const struct Module *module) {
  printf("register version %u\n", module->version);
  module->shadow->pages = &tracked;
  module->shadow->mask = 0;
}

void __fencepost_call(struct Site *site) {
  char call[64], line[16];
  printf("call %s line %s\n", field(site, 2, call), field(site, 5, line));
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

struct ListedAccess {
  uint32_t site;
  int32_t offset;
  uint32_t access;
};

struct Check {
  const void *noted;
  const struct ListedAccess *list;
  uint64_t ofRuntime[2];
};

void __fencepost_checked(struct Site *sites, const void *address, const struct Check *check,
                         uint64_t shift) {
  (void)shift;
  for (const struct ListedAccess *list = check->list;; ++list) {
    print(list->access >> 31 ? "store" : "load", &sites[list->site],
          (const char *)address + list->offset, list->access & 0x3fffffff);
    if (list->access & 0x40000000)
      return;
  }
}

void __fencepost_load_range(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                            uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    print("load-range", site, (const char *)address + (int64_t)i * stride, bytes);
}

void __fencepost_load_nest(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                           uint64_t count, int64_t outerStride, uint64_t outerCount) {
  for (uint64_t i = 0; i < outerCount; ++i)
    __fencepost_load_range(site, (const char *)address + (int64_t)i * outerStride, bytes, stride,
                           count);
}

void __fencepost_store_range(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                             uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    print("store-range", site, (const char *)address + (int64_t)i * stride, bytes);
}

void __fencepost_store_nest(struct Site *site, const void *address, uint64_t bytes, int64_t stride,
                            uint64_t count, int64_t outerStride, uint64_t outerCount) {
  for (uint64_t i = 0; i < outerCount; ++i)
    __fencepost_store_range(site, (const char *)address + (int64_t)i * outerStride, bytes, stride,
                            count);
}
