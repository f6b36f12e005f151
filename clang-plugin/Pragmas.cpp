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

  /// Called before clang reads the pragma.
  void PragmaDirective(SourceLocation place, PragmaIntroducerKind) override {
    if (place.isInvalid() || place.isMacroID())
      return;
    bool invalid = false;
    llvm::StringRef line(sources.getCharacterData(place, &invalid));
    if (invalid)
      return;
    line = line.take_until([](char c) { return c == '\n' || c == '\r'; });
    // Of _Pragma("clang diagnostic ignored \"-Wrma\"") the same words remain.
    std::string words = line.str();
    llvm::erase_if(words, [](char c) { return c == '\\' || c == '"' || c == ')' || c == '('; });
    llvm::StringRef rest = words;
    std::size_t found = rest.find("diagnostic");
    if (found == llvm::StringRef::npos)
      return;
    auto [action, option] = rest.substr(found).split(' ').second.ltrim().split(' ');
    read(action.trim(), option.trim(), place, line.size());
  }

private:
  std::shared_ptr<Pragmas> pragmas;
  const SourceManager &sources;
  DiagnosticsEngine &diagnostics;

  void read(llvm::StringRef action, llvm::StringRef option, SourceLocation place,
            std::size_t length) {
    using Kind = Pragmas::Entry::Kind;
    if (action == "push" || action == "pop")
      return pragmas->add({action == "push" ? Kind::Push : Kind::Pop, place});
    if (!option.consume_front("-W") || !option.starts_with("rma"))
      return;
    option = option.take_until([](char c) { return c == ' ' || c == '\t'; });
    auto id = findFinding(std::string_view(option.data(), option.size()));
    std::optional<Setting> setting = settingOf(action);
    if (!setting || (!id && option != "rma"))
      return; // clang says that it knows no such warning
    pragmas->add({Kind::Set, place, id, *setting});
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
