//===- ReadSites.h - the sites in an object file --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_SITES_READSITES_H
#define FENCEPOST_DRIVER_SITES_READSITES_H

#include "model/Site.h"

#include <string>
#include <vector>

namespace fencepost::driver {

/// The records in the site sections (model/Site.h) of an object, archive, shared library or
/// program, each as its text, sorted by place. Throws Error when the file has none.
std::vector<std::string> readSiteRecords(const std::string &file);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_SITES_READSITES_H
