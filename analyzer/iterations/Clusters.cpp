//===- Clusters.cpp - iterations that are alike -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Clusters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fencepost::analyzer {

namespace {

constexpr std::size_t kNoParent = kMetrics;

constexpr std::array<std::size_t, kMetrics> parents() {
  constexpr std::string_view ids[] = {
#define METRIC(enumerator, id, parent, unit, title) id,
#include "analyzer/results/metrics.def"
  };
  constexpr std::string_view names[] = {
#define METRIC(enumerator, id, parent, unit, title) parent,
#include "analyzer/results/metrics.def"
  };
  std::array<std::size_t, kMetrics> all{};
  for (std::size_t metric = 0; metric < kMetrics; ++metric) {
    all[metric] = kNoParent;
    for (std::size_t other = 0; other < metric; ++other)
      if (ids[other] == names[metric])
        all[metric] = other;
  }
  return all;
}

constexpr std::array<std::size_t, kMetrics> kParents = parents();

/// Whether a metric is `time` or a part of it.
constexpr std::array<bool, kMetrics> ofTime() {
  std::array<bool, kMetrics> all{};
  for (std::size_t metric = 0; metric < kMetrics; ++metric)
    all[metric] =
        kParents[metric] == kNoParent ? metric == std::size_t(Metric::Time) : all[kParents[metric]];
  return all;
}

constexpr std::array<bool, kMetrics> kOfTime = ofTime();

constexpr std::size_t kParts =
    static_cast<std::size_t>(std::count(kOfTime.begin(), kOfTime.end(), true)); // of a rank

/// What of each metric of the time is none of those below it.
void setParts(const MetricValues &values, std::span<uint64_t, kParts> parts) {
  MetricValues below{};
  auto part = parts.rbegin();
  for (std::size_t metric = kMetrics; metric-- > 0;)
    if (kOfTime[metric]) {
      *part++ = values[metric] - std::min(values[metric], below[metric]);
      if (kParents[metric] != kNoParent)
        below[kParents[metric]] += values[metric];
    }
}

} // namespace

Clusters::Clusters(uint32_t ranks) : ranks_(ranks), own_(ranks * kParts) {}

double Clusters::distance(const std::vector<uint64_t> &a, uint64_t countOfA,
                          const std::vector<uint64_t> &b, uint64_t countOfB) const {
  double differences = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double ofA = double(a[i]) / double(countOfA), ofB = double(b[i]) / double(countOfB);
    differences += std::abs(ofA - ofB);
    all += ofA + ofB;
  }
  return all > 0 ? differences / all : 0;
}

void Clusters::put(std::span<const Cell> ranks, Cluster &cluster) {
  ++cluster.iterations;
  for (std::size_t i = 0; i < own_.size(); ++i)
    cluster.parts[i] += own_[i];
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    for (std::size_t metric = 0; metric < kMetrics; ++metric)
      cluster.sums[rank * kMetrics + metric] += ranks[rank].values[metric];
}

uint32_t Clusters::begin(std::span<const Cell> ranks) {
  auto name = static_cast<uint32_t>(mergedTo_.size());
  mergedTo_.push_back(name);
  names_.push_back(name);
  std::vector<uint64_t> sums(ranks_ * kMetrics), parts(own_.size());
  clusters_.push_back({count_, 0, std::move(sums), std::move(parts)});
  put(ranks, clusters_.back());
  while (clusters_.size() > kMost) {
    alike_ *= 1.5;
    mergeAlike();
  }
  return name;
}

void Clusters::mergeAlike() {
  for (std::size_t i = 0; i < clusters_.size(); ++i)
    for (std::size_t j = i + 1; j < clusters_.size();) {
      Cluster &to = clusters_[i], &from = clusters_[j];
      if (distance(to.parts, to.iterations, from.parts, from.iterations) > alike_) {
        ++j;
        continue;
      }
      to.iterations += from.iterations;
      std::transform(to.sums.begin(), to.sums.end(), from.sums.begin(), to.sums.begin(),
                     std::plus<>());
      std::transform(to.parts.begin(), to.parts.end(), from.parts.begin(), to.parts.begin(),
                     std::plus<>());
      mergedTo_[names_[j]] = names_[i];
      clusters_.erase(clusters_.begin() + static_cast<std::ptrdiff_t>(j));
      names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

uint32_t Clusters::add(std::span<const Cell> ranks) {
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    setParts(ranks[rank].values, std::span(own_).subspan(rank * kParts).first<kParts>());
  double nearest = std::numeric_limits<double>::max();
  std::size_t best = 0;
  for (std::size_t i = 0; i < clusters_.size(); ++i) {
    double away = distance(clusters_[i].parts, clusters_[i].iterations, own_, 1);
    if (away < nearest) {
      nearest = away;
      best = i;
    }
  }
  uint32_t name = 0;
  if (nearest <= alike_) {
    put(ranks, clusters_[best]);
    name = names_[best];
  } else {
    name = begin(ranks);
  }
  ++count_;
  return name;
}

std::size_t Clusters::numberOf(uint32_t added) const {
  while (mergedTo_[added] != added)
    added = mergedTo_[added];
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), added) - names_.begin());
}

} // namespace fencepost::analyzer
