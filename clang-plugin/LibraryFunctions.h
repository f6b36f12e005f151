//===- LibraryFunctions.h - functions that need no lines of their own -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most functions of a C++ file are templates of libraries, and the lines of what they do are half
// of what line tables cost. In a file that calls no one-sided function the line of each as a whole
// will do: what is told of it is the line that calls it.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_LIBRARYFUNCTIONS_H
#define FENCEPOST_CLANG_PLUGIN_LIBRARYFUNCTIONS_H

#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace fencepost::plugin {

/// Annotates the functions of the system's files (model/SystemFiles.h) that code is generated for
/// and takes their debug info, which the pass makes up for (llvm-pass/LineTables.h).
void leaveOutLibraryLines(const std::vector<clang::Decl *> &declarations,
                          clang::ASTContext &context);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_LIBRARYFUNCTIONS_H
