//===- FactsCollector.h - walks the user's code once ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_FACTSCOLLECTOR_H
#define FENCEPOST_CLANG_PLUGIN_FACTSCOLLECTOR_H

#include "model/SourceFacts.h"

#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
} // namespace clang

namespace fencepost::plugin {

/// Writes down how the code of these declarations spells its calls and accesses. Returns the
/// functions (and instances of templates) that call something of the RMA chapter.
std::vector<const clang::FunctionDecl *>
collectFacts(const std::vector<clang::Decl *> &declarations, clang::ASTContext &context,
             SourceFacts &facts);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_FACTSCOLLECTOR_H
