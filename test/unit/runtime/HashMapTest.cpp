//===- HashMapTest.cpp - the hash table against std::map ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/base/HashMap.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace fencepost::runtime;

namespace {

TEST(HashMap, behavesAsAMap) {
  std::mt19937 random(11);
  HashMap<uint64_t> map;
  std::map<uint64_t, uint64_t> expected;
  for (int i = 0; i < 200000; ++i) {
    const uint64_t key = random() % 500;
    switch (random() % 3) {
    case 0:
      *map.insert(key) = static_cast<uint64_t>(i);
      expected[key] = static_cast<uint64_t>(i);
      break;
    case 1:
      map.erase(key);
      expected.erase(key);
      break;
    default: {
      const uint64_t *found = map.find(key);
      ASSERT_EQ(found != nullptr, expected.contains(key));
      if (found) {
        ASSERT_EQ(*found, expected[key]);
      }
    }
    }
    ASSERT_EQ(map.size(), expected.size());
  }
}

} // namespace
