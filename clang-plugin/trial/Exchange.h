//===- trial/Exchange.h - what processes on trial tell each other --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_EXCHANGE_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_EXCHANGE_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fencepost::plugin::trial {

/// The numbers that processes give to collectives and send. They are executed one after the other,
/// so that some are known only when all are executed again.
class Exchange {
public:
  using Numbers = std::vector<std::optional<int64_t>>;

  /// `call` is the same for all processes that take part in it, and for no other call.
  void give(const std::string &call, int64_t rank, Numbers numbers);

  /// What the process with that rank gives; null where that is not known yet.
  const Numbers *of(const std::string &call, int64_t rank);

  /// Whether something is known that was asked for in vain since the last time.
  bool hasNews();

private:
  std::map<std::pair<std::string, int64_t>, Numbers> given;
  std::set<std::pair<std::string, int64_t>> missed;
};

/// What all that take part give, as far as they are known; nothing where one is not.
std::optional<std::vector<Exchange::Numbers>> gathered(Exchange &exchange, const std::string &call,
                                                       int64_t processes);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_EXCHANGE_H
