//===- RuntimeOptionsTest.cpp - the value of FENCEPOST_OPTIONS ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeOptions.h"

#include "Error.h"

#include <gtest/gtest.h>

using namespace fencepost::driver;

TEST(RuntimeOptions, KeepsWhatItDoesNotKnow) {
  EXPECT_EQ(RuntimeOptions("").text(), "");
  EXPECT_EQ(RuntimeOptions("access=off:new=1").text(), "access=off:new=1");
  EXPECT_EQ(RuntimeOptions(":a=1::b=x=y:").text(), "a=1:b=x=y");
}

TEST(RuntimeOptions, LastSettingHolds) {
  RuntimeOptions options("trace=a:access=every:trace=b");
  options.set("trace", "c");
  EXPECT_EQ(options.text(), "access=every:trace=c");
  EXPECT_EQ(options.value("trace"), "c");
  EXPECT_EQ(options.value("access"), "every");
  EXPECT_EQ(options.value("buffer"), "");
}

TEST(RuntimeOptions, RefusesWhatCannotBeWritten) {
  RuntimeOptions options("");
  EXPECT_THROW(options.set("trace", "a:b"), Error);
}
