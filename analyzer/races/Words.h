//===- Words.h - how reports of races name things -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_WORDS_H
#define FENCEPOST_ANALYZER_RACES_WORDS_H

#include "analyzer/races/Access.h"
#include "analyzer/trace/Definitions.h"

#include <string>

namespace fencepost::analyzer::races {

/// The words for two accesses: with file names where more than one file is told of, with threads
/// where two of one rank are.
class Words {
public:
  Words(const Definitions &definitions, const Accessor &one, const Accessor &other);

  /// "MPI_Put at line 59", "MPI_Barrier at halo.c:61".
  std::string call(uint32_t context) const;
  /// "MPI_Put at line 59", "the load at line 65".
  std::string at(const Accessor &accessor) const;
  /// at(), and by whom: "the load at line 65 by rank 1".
  std::string by(const Accessor &accessor) const { return at(accessor) + " by " + who(accessor); }
  /// "rank 1", "thread 1", "a task of thread 1".
  std::string who(const Accessor &accessor) const;
  /// "MPI_Put to rank 1 by rank 0", "the load of `edge[0]` by thread 1 of rank 0".
  std::string name(const Accessor &accessor) const;

  /// What the source calls the window of an operation; "win" where nobody knows.
  std::string window(const Accessor &operation) const;
  /// "MPI_Win_flush(1, win)" for the target of an operation.
  std::string flush(const Accessor &operation, const char *function = "MPI_Win_flush") const;
  /// "between lines 59 and 65", "between MPI_Put at halo.c:59 and the load at main.c:7".
  std::string between(const Accessor &one, const Accessor &other) const;

  bool sameRank() const { return sameRank_; }
  bool sameThread() const { return sameThread_; }

private:
  std::string place(uint32_t context) const;

  const Definitions &definitions_;
  bool sameRank_, sameThread_;
  bool tasks_;   // of one thread
  bool oneFile_; // then lines are enough
};

/// As a sentence begins.
std::string capitalized(std::string text);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_WORDS_H
