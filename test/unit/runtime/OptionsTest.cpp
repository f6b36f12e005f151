//===- OptionsTest.cpp - FENCEPOST_OPTIONS --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Options.h"

#include <gtest/gtest.h>
#include <string>

using namespace fencepost::runtime;

namespace {

struct Parsed {
  bool good;
  Options options;
  std::string failure;
};

Parsed parse(const char *text) {
  static char kept[256]; // text values point into it
  snprintf(kept, sizeof(kept), "%s", text);
  Parsed parsed = {};
  char failure[256] = {};
  parsed.good = parseOptions(kept, parsed.options, failure, sizeof(failure));
  parsed.failure = failure;
  return parsed;
}

TEST(Options, haveDefaults) {
  const Parsed parsed = parse("");
  ASSERT_TRUE(parsed.good);
  EXPECT_EQ(parsed.options.access, Access::segments);
  EXPECT_EQ(parsed.options.callpaths, Switch::on);
  EXPECT_EQ(parsed.options.buffer, Bytes{1} << 20);
}

TEST(Options, areRead) {
  const Parsed parsed = parse("trace=/a/b:access=every:callpaths=off:buffer=3M:help=1");
  ASSERT_TRUE(parsed.good);
  EXPECT_STREQ(parsed.options.trace, "/a/b");
  EXPECT_EQ(parsed.options.access, Access::every);
  EXPECT_EQ(parsed.options.callpaths, Switch::off);
  EXPECT_EQ(parsed.options.buffer, Bytes{3} << 20);
  EXPECT_TRUE(parsed.options.help);
}

TEST(Options, refuseWhatTheyDoNotKnow) {
  for (const char *text :
       {"acess=off", "access=most", "access", "buffer=1", "buffer=-1M", "buffer=99999999999G",
        "buffer=1MB", "callpaths=1", "help=yes", "trace="})
    EXPECT_FALSE(parse(text).good) << text;
  EXPECT_NE(parse("x=1").failure.find("known are: trace access"), std::string::npos);
}

} // namespace
