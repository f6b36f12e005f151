//===- Reporter.cpp - findings as diagnostics of clang --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reporter.h"

#include "LLVMCompat.h"
#include "Pragmas.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <array>
#include <optional>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The text of the line that many lines above the position.
llvm::StringRef sourceLine(const SourceManager &sources, SourceLocation position, unsigned above) {
  auto [file, offset] = sources.getDecomposedLoc(position);
  unsigned line = sources.getLineNumber(file, offset);
  bool invalid = false;
  llvm::StringRef text = sources.getBufferData(file, &invalid);
  if (invalid || line <= above)
    return {};
  unsigned begin = sources.getFileOffset(sources.translateLineCol(file, line - above, 1));
  return text.substr(begin).take_until([](char c) { return c == '\n' || c == '\r'; });
}

/// Whether `// fencepost-ignore: id, id` on that line names the finding.
bool namesFinding(llvm::StringRef line, llvm::StringRef id) {
  llvm::StringRef marker(kIgnoreComment.data(), kIgnoreComment.size());
  std::size_t found = line.find(marker);
  if (found == llvm::StringRef::npos)
    return false;
  llvm::SmallVector<llvm::StringRef, 4> ids;
  line.substr(found + marker.size()).split(ids, ',');
  for (llvm::StringRef listed : ids) {
    listed = listed.trim();
    // What follows the id, such as the reason or the end of a block comment, is the reader's.
    if (listed.substr(0, listed.find_first_of(" \t*")) == id)
      return true;
  }
  return false;
}

/// The diagnostic level, or nothing where the finding is not to be seen.
std::optional<DiagnosticsEngine::Level> levelOf(Setting setting,
                                                const DiagnosticsEngine &diagnostics) {
  if (setting == Setting::Off)
    return std::nullopt;
  if (setting == Setting::Error)
    return DiagnosticsEngine::Error;
  if (diagnostics.getIgnoreAllWarnings())
    return std::nullopt;
  // clang raises and silences its own warnings by group; a plugin's have none.
  return diagnostics.getWarningsAsErrors() ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning;
}

} // namespace

bool Reporter::isIgnored(FindingId id, SourceLocation position) const {
  std::string_view name = findingInfo(id).id;
  for (unsigned above : {0u, 1u})
    if (namesFinding(sourceLine(context.getSourceManager(), position, above),
                     llvm::StringRef(name.data(), name.size())))
      return true;
  return false;
}

bool Reporter::isWanted(FindingId id) const {
  return options.setting(id) != Setting::Off || pragmas.mention(id);
}

CharSourceRange Reporter::underline(SourceRange range) const {
  return Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), context.getSourceManager(),
                                  context.getLangOpts());
}

bool Reporter::has(FindingId id) const {
  return llvm::any_of(reported, [&](const auto &each) { return each.first.first == id; });
}

SourceLocation Reporter::caretAt(const Expr *expr, const CallExpr *call) const {
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation own = expr->getExprLoc();
  if (!call)
    return own;
  const SourceLocation place = sources.getFileLoc(own),
                       begin = sources.getFileLoc(call->getExprLoc()),
                       end = sources.getFileLoc(call->getEndLoc());
  const bool isBelow = sources.isPointWithin(place, begin, end) &&
                       sources.getPresumedLineNumber(begin) < sources.getPresumedLineNumber(place);
  return isBelow ? call->getExprLoc() : own;
}

void Reporter::claim(FindingId id, const Expr *expr, const CallExpr *call) {
  isNew(id, context.getSourceManager().getFileLoc(caretAt(expr, call)), {});
}

void Reporter::report(FindingId id, const Expr *expr, const CallExpr *call,
                      const std::string &message, const std::vector<FindingNote> &notes,
                      const std::vector<FixItHint> &fixes, SourceLocation from) {
  report(id, caretAt(expr, call), expr->getSourceRange(), message, notes, fixes, from);
}

bool Reporter::isNew(FindingId id, SourceLocation place, SourceLocation from) {
  auto &calls = reported[{id, place}];
  const bool isKnown = from.isInvalid() ? !calls.empty() : calls.count({}) || calls.count(from);
  calls.insert(from);
  return !isKnown;
}

bool Reporter::names(FindingId id, SourceLocation one, SourceLocation other) const {
  const SourceManager &sources = context.getSourceManager();
  return llvm::any_of(named, [&](const auto &each) {
    return each.first == id && llvm::is_contained(each.second, sources.getFileLoc(one)) &&
           llvm::is_contained(each.second, sources.getFileLoc(other));
  });
}

void Reporter::report(FindingId id, SourceLocation position, SourceRange range,
                      const std::string &message, const std::vector<FindingNote> &notes,
                      const std::vector<FixItHint> &fixes, SourceLocation from) {
  const SourceManager &sources = context.getSourceManager();
  // In a macro: where the user's code uses it.
  const SourceLocation place = sources.getFileLoc(position), caller = sources.getFileLoc(from);
  if (place.isInvalid() || sources.isInSystemHeader(place))
    return;
  // What is silenced at one place is not to be told at another.
  auto &places = named.emplace_back(id, std::vector{sources.getFileLoc(range.getBegin())}).second;
  for (const FindingNote &further : notes)
    places.push_back(sources.getFileLoc(further.range.getBegin()));
  Setting setting = pragmas.settingAt(id, position, sources).value_or(options.setting(id));
  auto level = levelOf(setting, context.getDiagnostics());
  // At the call, at what is underlined, at who calls.
  const bool isSilenced =
      llvm::any_of(std::array{position, range.getBegin(), from}, [&](SourceLocation each) {
        return each.isValid() && (pragmas.settingAt(id, each, sources) == Setting::Off ||
                                  isIgnored(id, sources.getFileLoc(each)));
      });
  if (!level || isSilenced || !isNew(id, place, caller))
    return;

  // What a module or precompiled header is written with is read back with it, and clang does not
  // survive reading diagnostics that a plugin made.
  std::unique_ptr<DiagnosticsEngine> separate;
  if (context.TUKind != TU_Complete || context.getCurrentNamedModule())
    separate = separateEngine(context.getDiagnostics());
  DiagnosticsEngine &diagnostics = separate ? *separate : context.getDiagnostics();

  unsigned diagnostic = *level == DiagnosticsEngine::Error
                            ? diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0 [%1]")
                            : diagnostics.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [%1]");
  std::string_view name = findingInfo(id).id;
  {
    auto builder = diagnostics.Report(place, diagnostic);
    builder << message << llvm::StringRef(name.data(), name.size()) << underline(range);
    for (const FixItHint &fix : fixes)
      builder << fix;
  }

  unsigned note = diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  llvm::SmallDenseSet<SourceLocation, 4> noted;
  for (const FindingNote &further : notes) {
    if (!noted.insert(further.range.getBegin()).second && further.fixes.empty())
      continue;
    auto builder = diagnostics.Report(sources.getFileLoc(further.range.getBegin()), note);
    builder << further.message << underline(further.range);
    for (const FixItHint &fix : further.fixes)
      builder << fix;
  }
}

} // namespace fencepost::plugin
