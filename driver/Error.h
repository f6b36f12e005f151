//===- Error.h - what ends a command with one line ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wrong usage and unreadable input are thrown as Error; main prints the line
// and returns kUnusable.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_ERROR_H
#define FENCEPOST_DRIVER_ERROR_H

#include <fmt/format.h>

#include <stdexcept>

namespace fencepost::driver {

/// Exit status of every command.
inline constexpr int kClean = 0;    // nothing at error level
inline constexpr int kFindings = 1; // findings at error level
inline constexpr int kUnusable = 2; // wrong usage or unreadable input

/// One line that names the file and says what is wrong with it and what to do.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename... Values>
[[noreturn]] void fail(fmt::format_string<Values...> format, Values &&...values) {
  throw Error(fmt::format(format, std::forward<Values>(values)...));
}

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_ERROR_H
