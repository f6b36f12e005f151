//===- Recurrences.h - what a loop comes back to --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cur = 1 - cur`, `s % 2` and `std::swap(now, next)` take few values in turn:
// what a loop does to `buffer[cur]` it does to each of the buffers, again and
// again. An address in such a loop is here the set of places that it goes
// through, whichever iteration comes first.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_RECURRENCES_H
#define FENCEPOST_CLANG_PLUGIN_RECURRENCES_H

#include "Accesses.h"
#include "Feasibility.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::plugin {

/// Which of `count` places it is in an iteration, where each goes on to the next place:
/// (v + shift) % count, where v is what the variable holds when the iteration begins.
struct Phase {
  const clang::VarDecl *counter;
  int64_t shift, count;

  /// How many iterations later the other is where this one is now, fewer than `count`; nothing
  /// where they do not go together.
  std::optional<int64_t> until(const Phase &other) const;
};

/// The places that an access goes through, each of which it comes back to.
struct Recurring {
  std::string root;
  std::map<std::string, int64_t> terms;
  std::vector<int64_t> offsets;
  int64_t bytes;
  bool isWhole;
  int64_t places = 1;                        // at most, where there are several
  std::optional<Phase> phase = std::nullopt; // in the order of the places

  bool overlaps(const Recurring &other) const;
};

class Recurrences {
public:
  Recurrences(const FunctionInfo &info, const FlowGraph &graph, Feasibility &feasibility,
              const Feasibility::Loop &loop);

  const clang::Stmt *loop() const { return statement; }

  /// Nothing where some of it changes in another way.
  std::optional<Recurring> of(const Access &access) const;

  /// Of an index, as it is when an iteration begins.
  std::optional<Phase> phaseOf(const clang::Expr *index) const;

  /// Whether it is a variable that the loop gives values as they can be followed.
  bool isFollowed(const clang::ValueDecl *variable) const;

  /// Whether each iteration adds the same to the expression, a variable.
  bool isCounter(const clang::Expr *expr) const;

  /// Whether some variable in the expression changes in the loop.
  bool changes(const clang::Stmt *expr) const;

private:
  /// What a variable held when the iteration began, moved on, and modulo `modulus` if that is not
  /// 0.
  struct Value {
    const clang::VarDecl *from;
    int64_t shift = 0;
    int64_t modulus = 0;
  };
  /// All numbers below `count`, or all that the variables of a cycle hold.
  struct Range {
    int64_t count = 0;
    const clang::VarDecl *cycle = nullptr;
  };

  const FunctionInfo &info;
  const clang::Stmt *statement = nullptr;                               // the loop
  llvm::MapVector<const clang::VarDecl *, std::optional<Value>> values; // at the iteration's end

  void execute(const clang::Stmt *statement);
  void assign(const clang::Expr *lvalue, const clang::Expr *value);
  void spoil(const clang::Stmt *statement);
  enum class When { Begin, Now };
  std::optional<Value> evaluate(const clang::Expr *expr, When when = When::Now) const;
  std::optional<Value> valueOf(const clang::VarDecl *variable, When when = When::Now) const;
  std::optional<Range> rangeOf(Value value) const;
  /// The range of an expression over variables as they are when an iteration begins.
  std::optional<Range> rangeOf(const clang::Expr *expr) const;
  std::optional<Recurring> of(const Address &address) const;
  /// The same in the words of what the pointer is made with in each iteration.
  std::optional<Address> madeOf(const Address &address, const clang::VarDecl *pointer) const;
  bool isChanged(const clang::ValueDecl *variable) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_RECURRENCES_H
