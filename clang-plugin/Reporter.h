//===- Reporter.h - findings as diagnostics of clang ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_REPORTER_H
#define FENCEPOST_CLANG_PLUGIN_REPORTER_H

#include "Options.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace fencepost::plugin {

class Pragmas;

/// A further place of a finding.
struct FindingNote {
  clang::SourceRange range;
  std::string message;
  std::vector<clang::FixItHint> fixes = {};
};

/// Gives findings clang's own voice. Honours the options, pragmas, -w, -Werror and the ignore
/// comment; keeps quiet about system headers; says a thing once for all instances of a template.
class Reporter {
public:
  Reporter(const clang::ASTContext &context, const Options &options, const Pragmas &pragmas)
      : context(context), options(options), pragmas(pragmas) {}

  /// Whether some place may report the finding: what is not wanted is not looked for.
  bool isWanted(FindingId id) const;

  /// `position` is where the caret stands, within `range`; `from`, if the finding is that of one
  /// caller, where it calls: it can be silenced there, too, and is told for each.
  void report(FindingId id, clang::SourceLocation position, clang::SourceRange range,
              const std::string &message, const std::vector<FindingNote> &notes = {},
              const std::vector<clang::FixItHint> &fixes = {}, clang::SourceLocation from = {});

  /// The same of what a call, or null, is given: where that stands on a line below the begin of the
  /// call, the caret is at the call, as a debugger shows it.
  void report(FindingId id, const clang::Expr *expr, const clang::CallExpr *call,
              const std::string &message, const std::vector<FindingNote> &notes = {},
              const std::vector<clang::FixItHint> &fixes = {}, clang::SourceLocation from = {});

  /// Keeps another finding of that kind from being reported there.
  void claim(FindingId id, const clang::Expr *expr, const clang::CallExpr *call = nullptr);

  /// Whether such a finding was reported, or claimed.
  bool has(FindingId id) const;

  /// Whether a finding of that kind names both places, where it is or in its notes.
  bool names(FindingId id, clang::SourceLocation one, clang::SourceLocation other) const;

private:
  const clang::ASTContext &context;
  const Options &options;
  const Pragmas &pragmas;
  /// Places and the calls that led there; an invalid one stands for all.
  std::map<std::pair<FindingId, clang::SourceLocation>, std::set<clang::SourceLocation>> reported;
  std::vector<std::pair<FindingId, std::vector<clang::SourceLocation>>> named;

  clang::SourceLocation caretAt(const clang::Expr *expr, const clang::CallExpr *call) const;
  bool isNew(FindingId id, clang::SourceLocation place, clang::SourceLocation from);
  bool isIgnored(FindingId id, clang::SourceLocation position) const;
  clang::CharSourceRange underline(clang::SourceRange range) const;
};

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_REPORTER_H
