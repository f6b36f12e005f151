//===- Pragmas.cpp - #pragma clang diagnostic ... "-Wrma-..." -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragmas.h"

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <string>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The place and, of one within a macro, those that lead to it from a file.
llvm::SmallVector<SourceLocation, 4> placesUp(SourceLocation place, const SourceManager &sources) {
  llvm::SmallVector<SourceLocation, 4> places{place};
  while (places.back().isMacroID())
    places.push_back(sources.getImmediateExpansionRange(places.back()).getBegin());
  return places;
}

class Follower : public PPCallbacks {
public:
  Follower(std::shared_ptr<Pragmas> pragmas, const SourceManager &sources,
           DiagnosticsEngine &diagnostics)
      : pragmas(std::move(pragmas)), sources(sources), diagnostics(diagnostics) {}

  void PragmaDiagnosticPush(SourceLocation place, llvm::StringRef) override {
    pragmas->add({Pragmas::Entry::Kind::Push, place});
  }
  void PragmaDiagnosticPop(SourceLocation place, llvm::StringRef) override {
    pragmas->add({Pragmas::Entry::Kind::Pop, place});
  }

  /// Called before clang reads the pragma. Of warnings that it does not know it tells nobody.
  void PragmaDirective(SourceLocation place, PragmaIntroducerKind) override {
    if (place.isInvalid())
      return;
    // In a macro it is written there, or, for `_Pragma(#x)`, where the macro is used.
    for (SourceLocation up : placesUp(place, sources))
      if (read(place, sources.getSpellingLoc(up)))
        return;
  }

private:
  std::shared_ptr<Pragmas> pragmas;
  const SourceManager &sources;
  DiagnosticsEngine &diagnostics;
  SourceLocation allowed; // up to here clang is kept from saying that it knows no such option

  /// Whether a pragma for diagnostics is written there.
  bool read(SourceLocation place, SourceLocation written) {
    bool invalid = false;
    llvm::StringRef text(sources.getCharacterData(written, &invalid));
    if (invalid)
      return false;
    std::size_t length = 0;
    while (length < text.size() && text[length] != '\n' && text[length] != '\0')
      length += text.substr(length).starts_with("\\\n") ? 2 : 1;
    // Of _Pragma("clang diagnostic ignored \"-Wrma\"") the same words remain.
    std::string line = text.substr(0, length).str();
    for (char &c : line)
      if (llvm::StringRef("\\\"()#\t\r\n").contains(c))
        c = ' ';
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(line).split(words, ' ', -1, false);
    // pragma clang diagnostic ignored -Wrma...
    if (words.size() < 5 || (words[1] != "clang" && words[1] != "GCC") || words[2] != "diagnostic")
      return false;
    SourceLocation begin = sources.getExpansionLoc(place);
    read(words[3], words[4].starts_with("-W") ? words[4] : optionGiven(place), place,
         begin.getLocWithOffset(place.isMacroID() ? 1 : static_cast<int>(length)));
    return true;
  }

  /// `IGNORE("-Wrma")`: the option that the use of a macro gives it, where it is the only one.
  llvm::StringRef optionGiven(SourceLocation place) const {
    bool invalid = !place.isMacroID();
    llvm::StringRef text;
    if (!invalid)
      text = sources.getCharacterData(sources.getExpansionLoc(place), &invalid);
    if (invalid)
      return "";
    text = text.take_until([](char c) { return c == ')' || c == '\n'; });
    text = text.split('(').second;
    std::size_t at = text.find("\"-Wrma");
    if (at == llvm::StringRef::npos || text.find("\"-W", at + 1) != llvm::StringRef::npos)
      return "";
    return text.substr(at + 1).split('"').first;
  }

  void read(llvm::StringRef action, llvm::StringRef option, SourceLocation place,
            SourceLocation end) {
    if (!option.consume_front("-W"))
      return;
    auto id = findFinding(std::string_view(option.data(), option.size()));
    std::optional<Setting> setting = settingOf(action);
    if (!setting || (!id && option != "rma"))
      return; // clang says that it knows no such warning
    pragmas->add({Pragmas::Entry::Kind::Set, place, id, *setting});
    allow(sources.getExpansionLoc(place), end);
  }

  static std::optional<Setting> settingOf(llvm::StringRef action) {
    if (action == "ignored")
      return Setting::Off;
    if (action == "warning")
      return Setting::Warning;
    if (action == "error" || action == "fatal")
      return Setting::Error;
    return std::nullopt;
  }

  /// Keeps clang from saying that it does not know the option. What it is told goes forward only.
  void allow(SourceLocation begin, SourceLocation end) {
    unsigned unknown = diag::warn_pragma_diagnostic_unknown_warning;
    bool isAllowed = allowed.isValid() && sources.getFileID(allowed) == sources.getFileID(begin) &&
                     !sources.isBeforeInTranslationUnit(allowed, begin);
    if (isAllowed || diagnostics.isIgnored(unknown, begin))
      return;
    diagnostics.setSeverity(unknown, diag::Severity::Ignored, begin);
    diagnostics.setSeverity(unknown, diag::Severity::Warning, end);
    allowed = end;
  }
};

/// Whether the one place comes before the other, also where both are within a macro.
bool isBefore(SourceLocation a, SourceLocation b, const SourceManager &sources) {
  auto above = placesUp(a, sources), others = placesUp(b, sources);
  for (SourceLocation here : above)
    for (SourceLocation there : others)
      if (here.isMacroID() && there.isMacroID() &&
          sources.getFileID(here) == sources.getFileID(there))
        return here.getRawEncoding() < there.getRawEncoding();
  return sources.isBeforeInTranslationUnit(above.back(), others.back());
}

} // namespace

std::optional<Setting> Pragmas::settingAt(FindingId id, SourceLocation place,
                                          const SourceManager &sources) const {
  std::vector<std::optional<Setting>> stack{std::nullopt};
  for (const Entry &entry : entries) {
    if (!isBefore(entry.place, place, sources))
      break;
    if (entry.kind == Entry::Kind::Push)
      stack.push_back(stack.back());
    else if (entry.kind == Entry::Kind::Pop && stack.size() > 1)
      stack.pop_back();
    else if (entry.kind == Entry::Kind::Set && entry.id.value_or(id) == id)
      stack.back() = entry.setting;
  }
  return stack.back();
}

std::shared_ptr<const Pragmas> followPragmas(CompilerInstance &compiler) {
  auto pragmas = std::make_shared<Pragmas>();
  if (compiler.hasPreprocessor())
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Follower>(
        pragmas, compiler.getSourceManager(), compiler.getDiagnostics()));
  return pragmas;
}

} // namespace fencepost::plugin
