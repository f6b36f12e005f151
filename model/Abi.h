//===- Abi.h - what instrumented code and the runtime agree on --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass emits calls to these functions as weak references behind a test for
// null, so that an instrumented object also links and runs without the runtime.
//
// Each module has a constructor that passes its Module to
// __fencepost_register; the runtime fills in the module's PageShadow there.
// Before that, and without the runtime, the shadow is {address of zeros, 0, the same
// address}: every page check reads a zero byte there and fails, and nothing is followed.
//
// It fills in the module's Entries, too, by which what is not checked in line is called: each
// leads to a function of the module that does nothing, or gives 0, before. Those for accesses
// leave to their caller all registers, vectors too, but one that linkers use themselves (LLVM's
// preserve_all), those of single events all but floating point (preserve_most). Other systems than
// x86-64 with ELF call them all as C does.
//
// The page check of an access to address a (DESIGN 5c):
//
//     shadow.pages[(a >> kPageShift) & shadow.mask] != 0
//
// It speaks for the access's first kCheckedBytes bytes, wherever a page ends among
// them: pages just before memory that matters are marked too. Of a longer one both
// ends are checked.
//
// A range of bytes [a, b) that a site accesses is checked before its pages are: where
// it goes on as the runtime expects, the code of the program notes it and calls nothing:
//
//     followed = shadow.followed[site.followed]
//     a == followed.end and b <= followed.limit: followed.end = b
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_ABI_H
#define FENCEPOST_MODEL_ABI_H

#include <cstdint>

namespace fencepost {

inline constexpr uint32_t kAbiVersion = 10;
inline constexpr unsigned kPageShift = 12;
inline constexpr unsigned kCheckedBytes = 64;

/// One instrumented call or access. Lives in writable data of the module.
struct Site {
  const char *record; // Site.h
  uint32_t id;        // 0 until the runtime has met it
  uint32_t followed;  // index of its FollowedRange; none is 0
};

/// What a site accesses without gaps, all of it in one window. Number 0 stays as it is: zero.
struct FollowedRange {
  uint64_t end;   // where the next access has to begin
  uint64_t limit; // and behind which none may end; 0: not followed
};

/// A load or store of a list: accesses at constant offsets from one address that one check covers.
struct ListedAccess {
  uint32_t site;   // index in the module's sites
  int32_t offset;  // from the list's address
  uint32_t access; // bytes, kListedStore, kLastListed
};
inline constexpr uint32_t kListedStore = uint32_t{1} << 31;
inline constexpr uint32_t kLastListed = uint32_t{1} << 30;
inline constexpr uint32_t kListedBytes = kLastListed - 1;

struct PageShadow {
  const uint8_t *pages; // one byte a page: zero where no access matters
  uint64_t mask;
  FollowedRange *followed;
};

inline constexpr unsigned kMostCheckShift = 3;
struct Check; // Checks.h

struct Entries {
  // The accesses of a check at an address, a multiple of 1 << shift: one for each shift.
  void (*access[kMostCheckShift + 1])(const void *address, Check *check);
  // The same whose last access begins that far behind the address.
  void (*spread[kMostCheckShift + 1])(const void *address, Check *check, uint64_t last);
  // The same. All ones, or 0 if checks have lost their places.
  uint64_t (*tracked[kMostCheckShift + 1])(const void *address, Check *check);

  // Not 0 where a byte between these two, in either order, may be on a tracked page.
  uint64_t (*matters)(const void *first, const void *last);

  // So many bytes from an address on, which a site loads or stores. As `tracked`.
  uint64_t (*range)(Site *site, const void *address, uint64_t bytes);

  // The MPI call that this thread makes next is at that site.
  void (*call)(Site *site);
  // Before memory dies, if it is tracked: so many bytes, or what malloc or new made.
  void (*released)(Site *site, const void *address, uint64_t bytes);
  void (*freed)(Site *site, const void *address);
  void (*deleted)(Site *site, const void *address);

  // `count` accesses of `bytes` bytes each, `stride` bytes apart (may be negative), as a loop makes
  // them, and `outerCount` times these, `outerStride` bytes apart. As C calls functions.
  void (*strided)(Site *site, const void *address, uint64_t bytes, int64_t stride, uint64_t count);
  void (*nest)(Site *site, const void *address, uint64_t bytes, int64_t stride, uint64_t count,
               int64_t outerStride, uint64_t outerCount);

  // The program enters code of a library, whose accesses are told at that site. Returns what `leave`
  // is to be given behind the call. As C calls functions.
  uint64_t (*enter)(Site *site);
  void (*leave)(uint64_t before);
};
inline constexpr unsigned kEntries = sizeof(Entries) / sizeof(void (*)());

/// Which vector registers the code of a module may keep values in over such calls, on x86-64.
enum class Vectors : uint32_t { xmm, ymm };

struct Module {
  uint32_t version; // kAbiVersion
  uint32_t siteCount;
  Site *sites;
  PageShadow *shadow;
  Entries *entries;
  Vectors vectors;
};

} // namespace fencepost

extern "C" {
/// Not 0 once the process has several threads: what orders them is told from then on.
extern uint8_t __fencepost_threaded;

/// An atomic or fence of this thread that acquired, or is about to release. The guard of a static
/// variable counts as an atomic.
void __fencepost_acquire(const void *address);
void __fencepost_release(const void *address);
void __fencepost_acquire_fence();
void __fencepost_release_fence();

/// An exchange that may leave all as it is, a turn of a loop that waits: `changes` says whether it
/// seems to change something. When it did all the same, the result is passed to the second.
uint64_t __fencepost_release_if(const void *address, uint64_t changes);
void __fencepost_released(const void *address, uint64_t time);

/// Announces a module. Called once for each, from a constructor.
void __fencepost_register(const fencepost::Module *module);

/// An access of `bytes` bytes at `address`, whose page check succeeded.
void __fencepost_load(fencepost::Site *site, const void *address, uint64_t bytes);
void __fencepost_store(fencepost::Site *site, const void *address, uint64_t bytes);

/// A call of a function of libraryCalls.def, `function` its row, has returned `returned` (an
/// integer or pointer; else 0), and one of the pages it was given is tracked. Behind that come the
/// arguments that its row speaks of, 64 bits each, and those of a format as they were passed.
void __fencepost_library_call(fencepost::Site *reads, fencepost::Site *writes, uint64_t function,
                              uint64_t returned, ...);

/// Around a realloc of that address to `bytes` bytes. The first returns the old size, which the
/// second is given, or 0 when it does not matter.
uint64_t __fencepost_before_realloc(const void *address);
void __fencepost_after_realloc(fencepost::Site *site, const void *address, uint64_t oldBytes,
                               const void *result, uint64_t bytes);
}

#endif // FENCEPOST_MODEL_ABI_H
