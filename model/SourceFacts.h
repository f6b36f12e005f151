//===- SourceFacts.h - what the source calls things --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clang plugin fills one SourceFacts for each translation unit; the pass
// reads it to name windows, buffers and accesses in its sites. Both find each
// other by the place that clang gives to the debug location of the call, load
// or store. A place knows a file by its last path component: prefix maps and
// the way clang splits directories differ between the two sides.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_SOURCEFACTS_H
#define FENCEPOST_MODEL_SOURCEFACTS_H

#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace fencepost {

/// A source position: as in a DILocation, after macro expansion and #line.
struct Place {
  std::string file; // last path component
  unsigned line = 0;
  unsigned column = 0; // 1-based

  static Place of(std::string_view path, unsigned line, unsigned column) {
    return {std::string(path.substr(path.find_last_of('/') + 1)), line, column};
  }
  bool operator<(const Place &other) const {
    return std::tie(line, column, file) < std::tie(other.line, other.column, other.file);
  }
};

/// How a call of an MPI function is written. Empty where it has no such argument.
struct CallSpelling {
  std::string window;   // "halo_win", also where its address is passed
  std::string buffer;   // the (first) local buffer: origin, send, receive or window memory
  std::string result;   // the second one: result or receive buffer
  std::string function; // source name of the enclosing function, qualified in C++
};

/// How a load or store is written.
struct AccessSpelling {
  std::string expression; // "a[i]", "halo->left"
  std::string function;
};

struct SourceFacts {
  std::map<Place, CallSpelling> calls;
  std::map<Place, AccessSpelling> loads;
  std::map<Place, AccessSpelling> stores;
  bool knowsMpi = true; // some file of the source declares MPI_Win

  const CallSpelling *call(std::string_view path, unsigned line, unsigned column) const {
    return find(calls, path, line, column);
  }
  const AccessSpelling *load(std::string_view path, unsigned line, unsigned column) const {
    return find(loads, path, line, column);
  }
  const AccessSpelling *store(std::string_view path, unsigned line, unsigned column) const {
    return find(stores, path, line, column);
  }

private:
  template <typename Spelling>
  static const Spelling *find(const std::map<Place, Spelling> &places, std::string_view path,
                              unsigned line, unsigned column) {
    auto found = places.find(Place::of(path, line, column));
    return found == places.end() ? nullptr : &found->second;
  }
};

} // namespace fencepost

#endif // FENCEPOST_MODEL_SOURCEFACTS_H
