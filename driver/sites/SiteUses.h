//===- SiteUses.h - what a run made of the sites ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_SITES_SITEUSES_H
#define FENCEPOST_DRIVER_SITES_SITEUSES_H

#include "model/Site.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace fencepost::driver {

struct SiteUse {
  int64_t calls = 0, ranks = 0;      // how often the call was made, by how many ranks
  std::vector<std::string> findings; // ids, each once, in their order; none that is suppressed
};

class SiteUses {
public:
  /// Reads results. Throws Error where these hold no counts of calls.
  explicit SiteUses(const std::filesystem::path &file);

  /// Of what is at the site's place and calls the same function.
  SiteUse of(const SiteRecord &site) const;

private:
  using Key = std::tuple<std::string, std::string, int64_t, int64_t, std::string>;
  std::map<Key, SiteUse> uses;
};

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_SITES_SITEUSES_H
