//===- LLVMCompat.h - differences between the LLVM versions ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place in the plugin that looks at the version.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_LLVMCOMPAT_H
#define FENCEPOST_CLANG_PLUGIN_LLVMCOMPAT_H

#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"

#include <memory>

static_assert(LLVM_VERSION_MAJOR == FENCEPOST_LLVM,
              "FENCEPOST_LLVM names another version than the headers found");

namespace fencepost::plugin {

/// The position that clang gives to code in a debug location: since 22 an argument of a macro is
/// where it was written, before it was where the macro is used.
inline clang::SourceLocation debugPosition(const clang::SourceManager &sources,
                                           clang::SourceLocation location) {
#if LLVM_VERSION_MAJOR >= 22
  return sources.getFileLoc(location);
#else
  return sources.getExpansionLoc(location);
#endif
}

/// An engine of its own for the same consumer.
inline std::unique_ptr<clang::DiagnosticsEngine> separateEngine(clang::DiagnosticsEngine &engine) {
  llvm::IntrusiveRefCntPtr<clang::DiagnosticIDs> ids(new clang::DiagnosticIDs);
#if LLVM_VERSION_MAJOR >= 21
  clang::DiagnosticOptions &options = engine.getDiagnosticOptions();
#else
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(&engine.getDiagnosticOptions());
#endif
  auto result = std::make_unique<clang::DiagnosticsEngine>(ids, options, engine.getClient(),
                                                           /*ShouldOwnClient=*/false);
  if (engine.hasSourceManager())
    result->setSourceManager(&engine.getSourceManager());
  return result;
}

/// Asks for line tables where the user asked for no debug info. Whether nothing else needs lines.
inline bool requestLineTables(clang::CodeGenOptions &options) {
  const auto asked = options.getDebugInfo();
  const bool isForRemarks = asked == llvm::codegenoptions::LocTrackingOnly; // as of -Rpass
  if (asked != llvm::codegenoptions::NoDebugInfo && !isForRemarks)
    return false;
  options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  options.DebugColumnInfo = true;
  // The back end's search for the places of variables takes a tenth of the time, and line tables
  // have no variables: it is left to its predecessor, which begins with those that there are.
  auto &known = llvm::cl::getRegisteredOptions();
  constexpr char kSearch[] = "experimental-debug-variable-locations";
  auto search = known.find(kSearch);
  if (search != known.end() && search->second->getNumOccurrences() == 0)
    search->second->addOccurrence(0, kSearch, "false");
  return !isForRemarks;
}

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_LLVMCOMPAT_H
