//===- CodeGenSetup.h - asks code generation for what the run time needs ===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CODEGENSETUP_H
#define FENCEPOST_CLANG_PLUGIN_CODEGENSETUP_H

#include "model/PassEntry.h"

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace fencepost {
struct SourceFacts;
}

namespace fencepost::plugin {

/// Whether this compilation is for an accelerator: neither checked nor instrumented.
bool isDeviceCompilation(const clang::CompilerInstance &compiler);

/// Registers the pass for this compilation, and makes the object one whose calls can be found
/// in the source and unwound: line tables and frame pointers. Whether code is generated with line
/// tables for that alone.
bool setUpCodeGen(clang::CompilerInstance &compiler, std::shared_ptr<const SourceFacts> facts,
                  PassOptions pass);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CODEGENSETUP_H
