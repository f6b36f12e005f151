//===- SiteGroup.h - which kind of site it is -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_SITES_SITEGROUP_H
#define FENCEPOST_DRIVER_SITES_SITEGROUP_H

#include "model/Calls.h"
#include "model/Site.h"

namespace fencepost::driver {

enum class SiteGroup { Window, Epoch, Operation, OtherCall, Load, Store, Release, Library };

inline constexpr std::string_view kSiteGroupNames[] = {"window", "epoch", "operation", "call",
                                                       "load",   "store", "release",   "library"};

inline SiteGroup groupOf(const SiteRecord &site) {
  if (site.kind == SiteKind::Release)
    return SiteGroup::Release;
  if (site.kind == SiteKind::Library)
    return SiteGroup::Library;
  if (site.kind != SiteKind::Call)
    return site.kind == SiteKind::Load ? SiteGroup::Load : SiteGroup::Store;
  std::optional<Call> call = findCall(site.call);
  if (!call)
    return SiteGroup::OtherCall;
  EventKind kind = callInfo(*call).kind;
  if (kind >= EventKind::WinCreate && kind <= EventKind::WinDetach)
    return SiteGroup::Window;
  if (isSynchronization(kind))
    return SiteGroup::Epoch;
  return isOperation(kind) ? SiteGroup::Operation : SiteGroup::OtherCall;
}

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_SITES_SITEGROUP_H
