//===- ModelTest.cpp - the race search against a naive model --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/Compare.h"

#include <gtest/gtest.h>

namespace {

TEST(Model, TheAnalyzerFindsTheRacesOfRandomPrograms) {
  std::size_t races = 0, withRaces = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    racemodel::Comparison comparison = racemodel::compare(seed, MPI_COMM_WORLD);
    EXPECT_EQ(comparison.difference, "");
    races += comparison.races;
    withRaces += comparison.races != 0;
  }
  EXPECT_GT(races, 1000u);
  EXPECT_GT(withRaces, 100u);
}

} // namespace
