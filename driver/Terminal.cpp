//===- Terminal.cpp - what a terminal can show ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Terminal.h"

#include "Environment.h"

#include <algorithm>
#include <clocale>
#include <string_view>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace fencepost::driver {

bool isTerminal(int descriptor) { return isatty(descriptor) == 1; }

bool localeIsUtf8() {
  static const bool utf8 = [] {
    std::setlocale(LC_CTYPE, "");
    return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  }();
  return utf8;
}

TextStyle styleForFile() {
  TextStyle style;
  style.unicode = localeIsUtf8();
  return style;
}

TextStyle styleFor(int descriptor) {
  TextStyle style = styleForFile();
  if (!isTerminal(descriptor))
    return style;
  // https://no-color.org: set and not empty
  style.color = environmentValue("NO_COLOR").empty() && environmentValue("TERM") != "dumb";
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<unsigned>(size.ws_col, 40, 160);
  return style;
}

} // namespace fencepost::driver
