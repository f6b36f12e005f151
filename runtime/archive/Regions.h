//===- Regions.h - what kind of region an MPI function is -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ARCHIVE_REGIONS_H
#define FENCEPOST_RUNTIME_ARCHIVE_REGIONS_H

#include <otf2/otf2.h>
#include <string_view>

namespace fencepost::archive {

/// The role that Score-P gives the MPI function of that name.
OTF2_RegionRole regionRole(std::string_view name);

} // namespace fencepost::archive

#endif // FENCEPOST_RUNTIME_ARCHIVE_REGIONS_H
