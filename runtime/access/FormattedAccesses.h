//===- FormattedAccesses.h - what printf read and scanf wrote -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_FORMATTEDACCESSES_H
#define FENCEPOST_RUNTIME_ACCESS_FORMATTEDACCESSES_H

#include <cstdarg>
#include <cstdint>

namespace fencepost {
struct Site;
}

namespace fencepost::runtime {

/// Strings that printf was given, and what %n stored.
void recordPrinted(Site &reads, Site &writes, const char *format, va_list arguments);

/// What scanf stored; it returned that it had made `assigned` conversions.
void recordScanned(Site &writes, const char *format, int64_t assigned, va_list arguments);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_FORMATTEDACCESSES_H
