//===- Message.h - one line for the user ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_BASE_MESSAGE_H
#define FENCEPOST_RUNTIME_BASE_MESSAGE_H

namespace fencepost::runtime {

/// Writes "fencepost: ...\n" to stderr in one piece. errno is kept.
[[gnu::format(printf, 1, 2)]] void message(const char *format, ...);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_BASE_MESSAGE_H
