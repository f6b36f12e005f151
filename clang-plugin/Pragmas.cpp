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
    if (place.isInvalid() || place.isMacroID())
      return;
    bool invalid = false;
    llvm::StringRef text(sources.getCharacterData(place, &invalid));
    if (invalid)
      return;
    std::size_t length = 0;
    while (length < text.size() && text[length] != '\n')
      length += text.substr(length).starts_with("\\\n") ? 2 : 1;
    // Of _Pragma("clang diagnostic ignored \"-Wrma\"") the same words remain.
    std::string line = text.substr(0, length).str();
    for (char &c : line)
      if (llvm::StringRef("\\\"()#\t\r\n").contains(c))
        c = ' ';
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(line).split(words, ' ', -1, false);
    // pragma clang diagnostic ignored -Wrma...
    if (words.size() >= 5 && (words[1] == "clang" || words[1] == "GCC") && words[2] == "diagnostic")
      read(words[3], words[4], place, length);
  }

private:
  std::shared_ptr<Pragmas> pragmas;
  const SourceManager &sources;
  DiagnosticsEngine &diagnostics;

  void read(llvm::StringRef action, llvm::StringRef option, SourceLocation place,
            std::size_t length) {
    if (!option.consume_front("-W"))
      return;
    auto id = findFinding(std::string_view(option.data(), option.size()));
    std::optional<Setting> setting = settingOf(action);
    if (!setting || (!id && option != "rma"))
      return; // clang says that it knows no such warning
    pragmas->add({Pragmas::Entry::Kind::Set, place, id, *setting});
    allow(place, place.getLocWithOffset(static_cast<int>(length)));
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

  /// Keeps clang from saying that it does not know the option.
  void allow(SourceLocation begin, SourceLocation end) {
    unsigned unknown = diag::warn_pragma_diagnostic_unknown_warning;
    if (diagnostics.isIgnored(unknown, begin))
      return;
    diagnostics.setSeverity(unknown, diag::Severity::Ignored, begin);
    diagnostics.setSeverity(unknown, diag::Severity::Warning, end);
  }
};

} // namespace

std::optional<Setting> Pragmas::settingAt(FindingId id, SourceLocation place,
                                          const SourceManager &sources) const {
  std::vector<std::optional<Setting>> stack{std::nullopt};
  for (const Entry &entry : entries) {
    if (!sources.isBeforeInTranslationUnit(entry.place, place))
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
