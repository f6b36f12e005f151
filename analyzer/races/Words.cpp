//===- Words.cpp - how reports of races name things -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Words.h"

#include "model/Site.h"

#include <cctype>
#include <utility>

namespace fencepost::analyzer::races {

namespace {

bool isDirect(const Accessor &accessor) {
  return accessor.kind == AccessKind::Load || accessor.kind == AccessKind::Store;
}

} // namespace

Words::Words(const Definitions &definitions, const Accessor &one, const Accessor &other)
    : definitions_(definitions), sameRank_(one.rank == other.rank),
      sameThread_(sameRank_ && one.thread == other.thread &&
                  one.start.strand == other.start.strand),
      tasks_(sameRank_ && !sameThread_ && one.thread == other.thread), oneFile_(true) {
  std::string file = definitions.site(one.context).file;
  for (const Accessor *accessor : {&one, &other})
    for (uint32_t context : {accessor->context, accessor->endContext, accessor->localEndContext,
                             accessor->epochContext, accessor->exposureContext,
                             accessor->releaseContext, accessor->syncContext})
      if (Site site = definitions.site(context); site.line && site.file != file)
        oneFile_ = false;
}

std::string Words::place(uint32_t context) const {
  Site site = definitions_.site(context);
  if (site.line == 0)
    return {};
  std::string line = std::to_string(site.line);
  std::string name = site.file.substr(site.file.rfind('/') + 1);
  return oneFile_ || name.empty() ? " at line " + line : " at " + name + ":" + line;
}

std::string Words::call(uint32_t context) const {
  return definitions_.region(context).name + place(context);
}

std::string Words::at(const Accessor &accessor) const {
  if (!isDirect(accessor))
    return call(accessor.context);
  return "the " + std::string(accessKindName(accessor.kind)) + place(accessor.context);
}

std::string Words::who(const Accessor &accessor) const {
  if (!sameRank_ || sameThread_)
    return "rank " + std::to_string(accessor.rank);
  return (tasks_ ? "a task of thread " : "thread ") + std::to_string(accessor.thread);
}

std::string Words::name(const Accessor &accessor) const {
  std::string by = " by " + who(accessor);
  if (sameRank_ && !sameThread_)
    by += " of rank " + std::to_string(accessor.rank);
  std::string target = std::to_string(accessor.target);
  if (accessor.side == Side::Local && !isDirect(accessor)) // a message, a collective
    return definitions_.region(accessor.context).name + by;
  if (!isDirect(accessor))
    return definitions_.region(accessor.context).name +
           (accessor.kind == AccessKind::Get ? " from rank " : " to rank ") + target + by;
  const Context &context = definitions_.contexts[accessor.context];
  bool atomic = context.call == kAtomicAccess, load = accessor.kind == AccessKind::Load;
  std::string what =
      std::string("the ") + (atomic ? "atomic " : "") + std::string(accessKindName(accessor.kind));
  if (!context.expression.empty())
    what += (load ? " of `" : " to `") + context.expression + "`";
  if (!context.call.empty() && !atomic)
    what += " in " + context.call;
  return what + by;
}

std::string Words::window(const Accessor &operation) const {
  std::string inSource = definitions_.site(operation.context).window;
  const std::string &name =
      inSource.empty() ? definitions_.windows[operation.window].name : inSource;
  return name.empty() ? "win" : name;
}

std::string Words::flush(const Accessor &operation, const char *function) const {
  return std::string(function) + "(" + std::to_string(operation.target) + ", " + window(operation) +
         ")";
}

std::string Words::between(const Accessor &one, const Accessor &other) const {
  uint32_t first = definitions_.site(one.context).line;
  uint32_t second = definitions_.site(other.context).line;
  if (!oneFile_ || !first || !second)
    return "between " + at(one) + " and " + at(other);
  if (second < first)
    std::swap(first, second);
  return "between lines " + std::to_string(first) + " and " + std::to_string(second);
}

std::string capitalized(std::string text) {
  if (!text.empty())
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

} // namespace fencepost::analyzer::races
