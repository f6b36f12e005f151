//===- TrackedTest.cpp ----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Tracked.h"

#include "runtime/access/Shadow.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

using namespace fencepost::runtime;

namespace {

constexpr uint64_t kBase = 0x500000000000; // nothing is there: only addresses count
constexpr uint64_t kPages = 8;

using Bytes = std::set<uint64_t>;

Bytes tracked() {
  Bytes bytes;
  for (uint64_t page = 0; page < kPages; ++page) {
    PageBits bits = {};
    bits.set(0, kPageBytes);
    TrackedFilter().apply(kBase + page * kPageBytes, bits);
    bits.forEachRun([&](unsigned from, unsigned to) {
      for (unsigned i = from; i < to; ++i)
        bytes.insert(page * kPageBytes + i);
    });
    EXPECT_TRUE(pageMarks(kBase + page * kPageBytes) ||
                bytes.lower_bound(page * kPageBytes) == bytes.end())
        << "bytes of a page without a mark";
  }
  return bytes;
}

struct Model {
  Bytes bytes;
  BufferId buffer = kNoBuffer;
  uint64_t base = 0, size = 0; // windows
};

Bytes all(const std::vector<Model> &models) {
  Bytes bytes;
  for (const Model &model : models)
    bytes.insert(model.bytes.begin(), model.bytes.end());
  return bytes;
}

TEST(Tracked, ReleasesAgainstSets) {
  std::mt19937 random(7);
  auto below = [&](uint64_t n) {
    return std::uniform_int_distribution<uint64_t>(0, n - 1)(random);
  };
  constexpr uint64_t kSpace = kPages * kPageBytes;
  std::vector<Model> models;
  for (int round = 0; round < 3000; ++round) {
    const uint64_t what = below(5);
    if (what == 0 && models.size() < 8) {
      Model model;
      model.base = below(kSpace / 2);
      model.size = 1 + below(below(2) ? 64 : kSpace / 2);
      trackWindow(kBase + model.base, model.size);
      for (uint64_t i = 0; i < model.size; ++i)
        model.bytes.insert(model.base + i);
      models.push_back(model);
    } else if (what == 1 && models.size() < 8) {
      Model model;
      std::vector<StridedRange> ranges;
      for (uint64_t i = 0, count = 1 + below(4); i < count; ++i) {
        const uint64_t bytes = 1 + below(40), blocks = 1 + below(30);
        const uint64_t stride = blocks > 1 ? bytes + 1 + below(300) : 0;
        const uint64_t start = below(kSpace - blocks * stride - bytes);
        ranges.push_back(
            {static_cast<int64_t>(kBase + start), bytes, static_cast<int64_t>(stride), blocks});
        for (uint64_t block = 0; block < blocks; ++block)
          for (uint64_t byte = 0; byte < bytes; ++byte)
            model.bytes.insert(start + block * stride + byte);
      }
      model.buffer = trackBuffer(ranges.data(), ranges.size());
      models.push_back(model);
    } else if (what == 2 && !models.empty()) {
      const uint64_t index = below(models.size());
      if (models[index].size)
        untrackWindow(kBase + models[index].base, models[index].size);
      else
        untrackBuffer(models[index].buffer);
      models.erase(models.begin() + static_cast<std::ptrdiff_t>(index));
    } else {
      const uint64_t from = below(kSpace), to = from + below(below(2) ? 100 : kSpace);
      bool touched = false;
      for (Model &model : models) {
        const auto first = model.bytes.lower_bound(from), last = model.bytes.lower_bound(to);
        touched |= first != last;
        model.bytes.erase(first, last);
      }
      ASSERT_EQ(untrackReleased(kBase + from, kBase + to), touched);
    }
    ASSERT_EQ(tracked(), all(models)) << "in round " << round;
  }
  for (const Model &model : models)
    model.size ? untrackWindow(kBase + model.base, model.size) : untrackBuffer(model.buffer);
  for (uint64_t page = 0; page < kPages; ++page)
    EXPECT_EQ(pageMarks(kBase + page * kPageBytes), 0);
}

} // namespace
