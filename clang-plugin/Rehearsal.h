//===- Rehearsal.h - which window collectives a process calls -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Main is gone through for one rank after the other, with numbers where they
// follow from the rank and the number of processes. What does not follow from them is
// the same for all, or the rehearsal is given up.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_REHEARSAL_H
#define FENCEPOST_CLANG_PLUGIN_REHEARSAL_H

#include "MpiCall.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace fencepost::plugin {

class Processes;

/// Fence, window creation and free: all processes of the window have to call it.
bool isWindowCollective(EventKind kind);

class Rehearsal {
public:
  /// A call of a collective; or where a part begins or ends, or is left, of which it is not known
  /// whether or how often it runs, but that it is the same for all.
  struct Entry {
    enum class Kind { Call, Begin, Leave, End } kind;
    const clang::Stmt *place;
    EventKind event = EventKind::Local;

    bool isLike(const Entry &other) const {
      return kind == other.kind &&
             (kind == Kind::Call ? event == other.event : place == other.place);
    }
  };
  using Part = std::vector<Entry>;

  Rehearsal(clang::ASTContext &context, Processes &processes)
      : context(context), processes(processes) {}

  /// All that the process calls; nothing if that is not known, or it gives up.
  std::optional<Part> of(const clang::FunctionDecl *main, int64_t rank, int64_t size);

  /// Whether the last one gave up, as it may do when there are too few processes.
  bool hasGivenUp() const { return gaveUp; }
  /// Whether something asks for ranks above one.
  bool asksForMore() const { return asksMore; }

private:
  friend class Actor;
  clang::ASTContext &context;
  Processes &processes;
  bool gaveUp = false, asksMore = false;
  llvm::DenseMap<const clang::FunctionDecl *, bool> calling, ending;

  /// Whether that may call a collective, or end the process.
  bool matters(const clang::FunctionDecl *function, bool alsoEnds);
  bool matters(const clang::Stmt *statement, bool alsoEnds);
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_REHEARSAL_H
