//===- ListSites.h - what fencepost sites prints --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_SITES_LISTSITES_H
#define FENCEPOST_DRIVER_SITES_LISTSITES_H

#include "Terminal.h"
#include "sites/SiteUses.h"

#include <span>
#include <string>
#include <vector>

namespace fencepost::driver {

struct SitesOfFile {
  std::string file;
  std::vector<std::string> records; // model/Site.h
};

/// With what a run made of them, where `uses` is not null.
std::string sitesAsText(std::span<const SitesOfFile> files, const SiteUses *uses, bool accesses,
                        const TextStyle &style);
std::string sitesAsJson(std::span<const SitesOfFile> files, const SiteUses *uses);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_SITES_LISTSITES_H
