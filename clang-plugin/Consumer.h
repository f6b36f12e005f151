//===- Consumer.h - reads a translation unit when it is complete -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CONSUMER_H
#define FENCEPOST_CLANG_PLUGIN_CONSUMER_H

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace fencepost {
struct SourceFacts;
}

namespace fencepost::plugin {

class Options;
class Pragmas;

/// Collects the facts and runs the checks of clang-plugin/checks/. Leaves out lines that only the
/// user of a debugger would miss where nobody asked for any.
std::unique_ptr<clang::ASTConsumer> makeConsumer(const Options &options,
                                                 std::shared_ptr<SourceFacts> facts,
                                                 std::shared_ptr<const Pragmas> pragmas,
                                                 bool ownLineTables);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CONSUMER_H
