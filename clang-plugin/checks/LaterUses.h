//===- checks/LaterUses.h - buffers used again by a later iteration --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_CHECKS_LATERUSES_H
#define FENCEPOST_CLANG_PLUGIN_CHECKS_LATERUSES_H

#include "checks/Check.h"
#include "checks/InFlight.h"

#include <vector>

namespace clang {
class CFGBlock;
} // namespace clang

namespace fencepost::plugin {

/// A use, by a later iteration of a loop, of a buffer that takes turns with others.
struct LaterUse {
  const clang::CFGBlock *block;
  const Action &action; // the access
  InFlight inFlight;
};

/// Those of the buffers of the operation that the step issues, where nothing in the loop may
/// complete it before.
std::vector<LaterUse> laterUses(const Step &step);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_CHECKS_LATERUSES_H
