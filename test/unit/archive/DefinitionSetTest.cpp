//===- DefinitionSetTest.cpp - merging definitions against a naive model --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/archive/DefinitionSet.h"

#include "runtime/archive/Communicators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>

using namespace fencepost;
using namespace fencepost::archive;

namespace {

/// A run as an observer who sees all ranks knows it.
struct Model {
  uint32_t ranks;
  std::vector<Ranks> comms; // world first
  std::vector<CommKey> keys;
  std::vector<uint32_t> parents;
};

Model randomRun(std::mt19937 &random) {
  auto below = [&](uint32_t n) {
    return std::uniform_int_distribution<uint32_t>(0, n - 1)(random);
  };
  Model model{1 + below(9), {}, {}, {}};
  Ranks world(model.ranks);
  std::iota(world.begin(), world.end(), 0u);
  std::vector<uint32_t> defined(model.ranks); // how many communicators each rank was first in
  auto add = [&](Ranks members, uint32_t parent) {
    model.keys.push_back({members[0], defined[members[0]]++});
    model.comms.push_back(std::move(members));
    model.parents.push_back(parent);
  };
  add(world, kNoId);
  for (uint32_t made = below(6); made > 0; --made) {
    uint32_t parent = below(static_cast<uint32_t>(model.comms.size()));
    std::map<uint32_t, Ranks> byColor;
    for (uint32_t rank : model.comms[parent])
      byColor[below(3)].push_back(rank);
    for (auto &[color, members] : byColor) {
      std::ranges::shuffle(members, random);
      add(members, parent);
    }
  }
  return model;
}

struct RankView {
  DefinitionSet set;
  std::vector<uint32_t> comms; // of the model, in the order of set.comms
};

std::string pathOf(const DefinitionSet &set, uint32_t context) {
  std::string path;
  for (; context != kNoId; context = set.contexts[context].parent)
    path += set.strings[set.contexts[context].function] + ":" +
            std::to_string(set.contexts[context].line) + "<";
  return path;
}

std::unique_ptr<RankView> viewOf(const Model &model, uint32_t rank, std::mt19937 &random) {
  auto below = [&](uint32_t n) {
    return std::uniform_int_distribution<uint32_t>(0, n - 1)(random);
  };
  auto view = std::make_unique<RankView>();
  std::map<uint32_t, uint32_t> local;
  for (uint32_t i = 0; i < model.comms.size(); ++i) {
    auto at = std::ranges::find(model.comms[i], rank);
    if (at == model.comms[i].end())
      continue;
    Comm comm;
    comm.key = model.keys[i];
    comm.sizes = {static_cast<uint32_t>(model.comms[i].size()), 0};
    if (model.parents[i] != kNoId)
      comm.parent = local.at(model.parents[i]);
    if (i > 0)
      comm.members = {{0, static_cast<uint32_t>(at - model.comms[i].begin()), rank}};
    local[i] = view->set.comm(comm);
    view->comms.push_back(i);
    if (below(2))
      view->set.window(
          {local[i], 1, view->set.string(std::string("win").append(std::to_string(i))), 1});
    if (below(2))
      view->set.group(model.comms[below(static_cast<uint32_t>(model.comms.size()))]);
  }
  for (uint32_t made = below(20); made > 0; --made) {
    Context context;
    auto known = static_cast<uint32_t>(view->set.contexts.size());
    context.parent = known && below(3) ? below(known) : kNoId;
    context.line = below(3);
    context.function = view->set.string(std::string("f").append(std::to_string(below(4))));
    view->set.context(context);
  }
  return view;
}

std::unique_ptr<DefinitionSet> throughBytes(const DefinitionSet &set) {
  ByteWriter bytes;
  set.write(bytes, DefinitionSet::Members::With);
  auto copy = std::make_unique<DefinitionSet>();
  ByteReader reader(bytes.bytes);
  EXPECT_TRUE(copy->read(reader));
  return copy;
}

std::string bytesOf(const DefinitionSet &set) {
  ByteWriter bytes;
  set.write(bytes, DefinitionSet::Members::With);
  return bytes.bytes;
}

/// The order of Exchange::reduceToRank0.
std::unique_ptr<DefinitionSet> mergeUpTree(const std::vector<std::unique_ptr<RankView>> &views) {
  std::vector<std::unique_ptr<DefinitionSet>> sets;
  for (const auto &view : views) {
    sets.push_back(std::make_unique<DefinitionSet>());
    sets.back()->merge(view->set);
  }
  for (std::size_t distance = 1; distance < sets.size(); distance *= 2)
    for (std::size_t rank = 0; rank + distance < sets.size(); rank += 2 * distance)
      sets[rank]->merge(*throughBytes(*sets[rank + distance]));
  return std::move(sets[0]);
}

TEST(DefinitionSet, RandomRunsMergeAsTheModelSays) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Model model = randomRun(random);
    std::vector<std::unique_ptr<RankView>> views;
    for (uint32_t rank = 0; rank < model.ranks; ++rank)
      views.push_back(viewOf(model, rank, random));
    std::unique_ptr<DefinitionSet> unified = mergeUpTree(views);

    // Every communicator once, with its members.
    ASSERT_EQ(unified->comms.size(), model.comms.size());
    std::vector<CommGroups> members =
        assembleCommunicators(*unified, std::vector<bool>(model.ranks, true));
    std::set<std::string> paths;
    for (uint32_t rank = 0; rank < model.ranks; ++rank) {
      const DefinitionSet &own = views[rank]->set;
      // The broadcast set leaves out members, and translates all the same.
      ByteWriter ids;
      unified->write(ids, DefinitionSet::Members::Without);
      DefinitionSet received;
      ByteReader reader(ids.bytes);
      ASSERT_TRUE(received.read(reader));
      Mapping mapping = received.merge(own);
      ASSERT_EQ(received.contexts.size(), unified->contexts.size());
      ASSERT_EQ(received.comms.size(), unified->comms.size());

      for (std::size_t i = 0; i < own.comms.size(); ++i) {
        uint32_t global = mapping.comms[i];
        EXPECT_EQ(members[global][0], model.comms[views[rank]->comms[i]]);
        uint32_t parent = model.parents[views[rank]->comms[i]];
        if (parent == kNoId)
          EXPECT_EQ(unified->comms[global].parent, kNoId);
        else
          EXPECT_EQ(members[unified->comms[global].parent][0], model.comms[parent]);
      }
      for (std::size_t i = 0; i < own.contexts.size(); ++i) {
        auto local = static_cast<uint32_t>(i);
        EXPECT_EQ(pathOf(*unified, mapping.contexts[i]), pathOf(own, local));
        paths.insert(pathOf(own, local));
      }
      for (std::size_t i = 0; i < own.groups.size(); ++i)
        EXPECT_EQ(unified->groups[mapping.groups[i]], own.groups[i]);
      for (std::size_t i = 0; i < own.windows.size(); ++i)
        EXPECT_EQ(unified->strings[unified->windows[mapping.windows[i]].name],
                  own.strings[own.windows[i].name]);
    }
    // Every call path and every group once.
    EXPECT_EQ(unified->contexts.size(), paths.size());
    std::set<Ranks> groups(unified->groups.begin(), unified->groups.end());
    EXPECT_EQ(groups.size(), unified->groups.size());

    // One process that goes through the ranks in order gives the same ids.
    DefinitionSet sequential;
    for (const auto &view : views)
      sequential.merge(view->set);
    EXPECT_EQ(bytesOf(sequential), bytesOf(*unified));
  }
}

TEST(DefinitionSet, ReadingCutOffBytesFails) {
  std::mt19937 random(7);
  Model model = randomRun(random);
  std::string whole = bytesOf(viewOf(model, 0, random)->set);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    DefinitionSet set;
    ByteReader reader(std::string_view(whole).substr(0, length));
    EXPECT_FALSE(set.read(reader)) << length;
  }
}

TEST(DefinitionSet, LaterNamesAndEventsAreAdded) {
  DefinitionSet first;
  first.comm({kWorldKey, {2, 0}, kNoId, 0, 0, {}});
  first.window({0, 1, 0, 0});
  DefinitionSet second;
  second.comm({kWorldKey, {2, 0}, kNoId, second.string("everyone"), 1, {}});
  second.window({0, 1, second.string("halo"), 1});
  first.merge(second);
  ASSERT_EQ(first.comms.size(), 1u);
  EXPECT_EQ(first.strings[first.comms[0].name], "everyone");
  EXPECT_TRUE(first.comms[0].hasEvents);
  ASSERT_EQ(first.windows.size(), 1u);
  EXPECT_EQ(first.strings[first.windows[0].name], "halo");
  EXPECT_TRUE(first.windows[0].hasEvents);
}

} // namespace
