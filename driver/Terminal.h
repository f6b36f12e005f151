//===- Terminal.h - what a terminal can show ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_TERMINAL_H
#define FENCEPOST_DRIVER_TERMINAL_H

namespace fencepost::driver {

/// How text is written.
struct TextStyle {
  bool color = false;
  bool unicode = false;
  unsigned width = 100;
};

/// For a stream of this process (STDOUT_FILENO): colors only on a terminal and without NO_COLOR,
/// the terminal's width.
TextStyle styleFor(int descriptor);

/// For a file: no colors.
TextStyle styleForFile();

bool isTerminal(int descriptor);

/// Whether the user's locale is a UTF-8 one.
bool localeIsUtf8();

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_TERMINAL_H
