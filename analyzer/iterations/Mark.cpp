//===- Mark.cpp - what begins an iteration ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/iterations/Mark.h"

namespace fencepost::analyzer {

bool isAt(const Definitions &definitions, uint32_t context, const SourceLine &line) {
  const Region &region = definitions.region(context);
  if (!region.mpi)
    return line.is("", region.file, region.line);
  Site site = definitions.site(context);
  return line.is(site.directory, site.file, site.line);
}

} // namespace fencepost::analyzer
