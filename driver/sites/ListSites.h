//===- ListSites.h - what fencepost sites prints --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_SITES_LISTSITES_H
#define FENCEPOST_DRIVER_SITES_LISTSITES_H

#include "Terminal.h"

#include <span>
#include <string>
#include <vector>

namespace fencepost::driver {

struct SitesOfFile {
  std::string file;
  std::vector<std::string> records; // model/Site.h
};

std::string sitesAsText(std::span<const SitesOfFile> files, bool accesses, const TextStyle &style);
std::string sitesAsJson(std::span<const SitesOfFile> files);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_SITES_LISTSITES_H
