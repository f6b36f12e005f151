//===- sor.cpp - makes the trace of a solver with known waiting  ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fencepost-bench-sor fence|pscw|lock RANKS ITERATIONS DIRECTORY
//
// A red-black SOR solver's exchange of halos between up to 32,768 ranks and its
// reduction (Hermanns et al. 2012, 5.1), with ranks that are late here and
// there. Prints what must be found: "metric value", in seconds or counts, and
// the number of records. Run by benchmarks/analyze.
//
//===----------------------------------------------------------------------===//

#include "Archive.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

constexpr std::pair<const char *, sor::Variant> kVariants[] = {
    {"fence", sor::Variant::Fence}, {"pscw", sor::Variant::Pscw}, {"lock", sor::Variant::Lock}};
constexpr sor::Time kBegin = 1000000;

/// In nanoseconds, unlike the rest.
bool isTime(std::string_view metric) {
  for (const char *count :
       {"records", "pairwise-syncs", "unneeded-pairwise-syncs", "rma-puts", "rma-bytes-put"})
    if (metric == count)
      return false;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const char *usage = "usage: fencepost-bench-sor fence|pscw|lock RANKS ITERATIONS DIRECTORY";
  if (argc != 5) {
    std::fprintf(stderr, "%s\n", usage);
    return 2;
  }
#ifdef __GLIBC__
  // OTF2 takes some megabytes for each location: the same ones each time.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
#endif
  auto ranks = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  auto iterations = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10));
  for (auto [name, variant] : kVariants) {
    if (std::string_view(argv[1]) != name || ranks < 2 || iterations < 1)
      continue;
    try {
      sor::Mesh mesh(ranks);
      sor::Schedule schedule(mesh, variant, iterations, kBegin + 2 * (sor::kCall + sor::kGap));
      sor::writeArchive(argv[4], mesh, schedule, variant, iterations, kBegin);
      for (const auto &[metric, value] : schedule.injected)
        if (isTime(metric))
          std::printf("%s %.9f\n", metric.c_str(), double(value) * 1e-9);
        else
          std::printf("%s %llu\n", metric.c_str(), static_cast<unsigned long long>(value));
    } catch (const sor::ArchiveError &error) {
      std::fprintf(stderr, "fencepost-bench-sor: %s\n", error.what());
      return 2;
    }
    return 0;
  }
  std::fprintf(stderr, "%s\n", usage);
  return 2;
}
