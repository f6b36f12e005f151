//===- Message.cpp - one line for the user --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/base/Message.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace fencepost::runtime {

void message(const char *format, ...) {
  const int keptErrno = errno;
  char line[2048] = "fencepost: ";
  constexpr int kPrefix = 11;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line + kPrefix, sizeof(line) - kPrefix - 1, format, arguments);
  va_end(arguments);
  const int most = sizeof(line) - kPrefix - 2;
  length = kPrefix + (length < 0 ? 0 : length > most ? most : length);
  line[length++] = '\n';
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(length));
  errno = keptErrno;
}

} // namespace fencepost::runtime
