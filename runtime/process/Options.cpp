//===- Options.cpp - FENCEPOST_OPTIONS ------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Options.h"

#include "model/Journal.h"
#include "runtime/base/Lock.h"
#include "runtime/base/Message.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace fencepost::runtime {

bool isFirstRank() {
  for (const char *variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char *rank = std::getenv(variable))
      return std::strcmp(rank, "0") == 0;
  return true;
}

namespace {

constexpr Bytes kLeastBuffer = 1 << 16; // the longest record must fit
constexpr Bytes kMostBuffer = Bytes{1} << 40;

template <typename Enum> struct Name {
  const char *name;
  Enum value;
};

constexpr Name<Access> kAccessNames[] = {
    {"segments", Access::segments}, {"every", Access::every}, {"off", Access::off}};
constexpr Name<Errors> kErrorsNames[] = {
    {"report", Errors::report}, {"abort", Errors::abort}, {"off", Errors::off}};
constexpr Name<Switch> kSwitchNames[] = {{"on", Switch::on}, {"off", Switch::off}};

template <typename Enum, unsigned N>
bool parseName(const char *text, Enum &value, const Name<Enum> (&names)[N]) {
  for (const auto &name : names)
    if (std::strcmp(text, name.name) == 0) {
      value = name.value;
      return true;
    }
  return false;
}

bool parse(const char *text, Access &value) { return parseName(text, value, kAccessNames); }
bool parse(const char *text, Errors &value) { return parseName(text, value, kErrorsNames); }
bool parse(const char *text, Switch &value) { return parseName(text, value, kSwitchNames); }

bool parse(const char *text, Text &value) {
  value = text;
  return *text != '\0';
}

bool parse(const char *text, Flag &value) {
  value = text[0] == '1';
  return (text[0] == '0' || text[0] == '1') && text[1] == '\0';
}

bool parse(const char *text, Bytes &value) {
  if (*text < '0' || *text > '9')
    return false;
  char *end = nullptr;
  value = std::strtoull(text, &end, 10);
  unsigned shift = 0;
  switch (*end) {
  case 'K':
    shift = 10;
    break;
  case 'M':
    shift = 20;
    break;
  case 'G':
    shift = 30;
    break;
  }
  if (shift)
    ++end;
  if (*end != '\0' || value > (kMostBuffer >> shift))
    return false;
  value <<= shift;
  return value >= kLeastBuffer;
}

template <typename Enum, unsigned N> const char *nameOf(Enum value, const Name<Enum> (&names)[N]) {
  for (const auto &name : names)
    if (name.value == value)
      return name.name;
  return "";
}

void show(char *buffer, size_t size, Access value) {
  snprintf(buffer, size, "%s", nameOf(value, kAccessNames));
}
void show(char *buffer, size_t size, Errors value) {
  snprintf(buffer, size, "%s", nameOf(value, kErrorsNames));
}
void show(char *buffer, size_t size, Switch value) {
  snprintf(buffer, size, "%s", nameOf(value, kSwitchNames));
}
void show(char *buffer, size_t size, Text value) { snprintf(buffer, size, "%s", value); }
void show(char *buffer, size_t size, Flag value) { snprintf(buffer, size, "%d", value); }
void show(char *buffer, size_t size, Bytes value) {
  snprintf(buffer, size, "%llu", static_cast<unsigned long long>(value));
}

constexpr char kKnown[] =
#define OPTION(type, name, initial, help) " " #name
#include "runtime/process/options.def"
    ;

constexpr size_t kLongestSuppressions = sizeof(JournalHeader::suppressions);

Options readEnvironment() {
  Options options;
  const char *text = std::getenv("FENCEPOST_OPTIONS");
  char *copy = text ? strdup(text) : nullptr; // lives as long as the process: texts point into it
  char failure[512];
  if (copy && !parseOptions(copy, options, failure, sizeof(failure))) {
    if (isFirstRank())
      message("FENCEPOST_OPTIONS: %s", failure);
    _exit(2);
  }
  if (options.suppressions[0]) {
    // The analysis reads it, elsewhere.
    char *whole = realpath(options.suppressions, nullptr);
    if (!whole || access(whole, R_OK) != 0 || std::strlen(whole) >= kLongestSuppressions) {
      if (isFirstRank())
        message("FENCEPOST_OPTIONS: cannot read the suppressions file '%s'", options.suppressions);
      _exit(2);
    }
    options.suppressions = whole;
  }
  if (options.help && isFirstRank())
    printOptions(options);
  return options;
}

} // namespace

bool parseOptions(char *text, Options &options, char *failure, unsigned failureSize) {
  for (char *item = text; item && *item;) {
    char *next = std::strchr(item, ':');
    if (next)
      *next++ = '\0';
    char *value = std::strchr(item, '=');
    if (value)
      *value++ = '\0';
    bool known = false;
    bool good = false;
#define OPTION(type, name, initial, help)                                                          \
  if (std::strcmp(item, #name) == 0) {                                                             \
    known = true;                                                                                  \
    good = value && parse(value, options.name);                                                    \
  }
#include "runtime/process/options.def"
    if (!known) {
      snprintf(failure, failureSize, "unknown option '%s'; known are:%s", item, kKnown);
      return false;
    }
    if (!good) {
      snprintf(failure, failureSize, "bad value '%s' for '%s'; help=1 shows the values (known:%s)",
               value ? value : "", item, kKnown);
      return false;
    }
    item = next;
  }
  return true;
}

void printOptions(const Options &options) {
  message("options, given as FENCEPOST_OPTIONS=key=value:key=value");
  char value[256];
#define OPTION(type, name, initial, help)                                                          \
  show(value, sizeof(value), options.name);                                                        \
  message("  %-12s %s [%s]", #name, help, value);
#include "runtime/process/options.def"
}

namespace {
Options current;
std::atomic<bool> known{false};
SpinLock lock;
} // namespace

const Options &options() {
  if (!known.load(std::memory_order_acquire)) {
    Guard guard(lock);
    if (!known.load(std::memory_order_relaxed))
      current = readEnvironment();
    known.store(true, std::memory_order_release);
  }
  return current;
}

namespace {
// Before main, and so before MPI_Init: nothing runs half configured.
[[gnu::constructor]] void checkOptions() { options(); }
} // namespace

} // namespace fencepost::runtime
