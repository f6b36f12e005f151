//===- InstanceOwner.h - sums up what is given to an instance -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_INSTANCE_OWNER_H
#define FENCEPOST_ANALYZER_RACES_INSTANCE_OWNER_H

#include "analyzer/races/Propagation.h"
#include "analyzer/races/Wire.h"

#include <unordered_map>

namespace fencepost::analyzer::races {

struct InstanceHash {
  std::size_t operator()(const InstanceKey &instance) const {
    return hashKey(instance.key) * 31 + static_cast<std::size_t>(instance.flow);
  }
};

/// What is known at a point: a clock, and the corrected time.
struct Knowledge {
  Clock clock;
  uint64_t order = 0;
  void join(const Knowledge &other) {
    clock.join(other.clock);
    order = std::max(order, other.order);
  }
};

/// The instances whose keys this process owns.
class InstanceOwner {
public:
  explicit InstanceOwner(std::size_t processes) : replies_(processes) {}

  /// Says before the first round how many gives of a process there are, and whether it takes.
  void expect(const InstanceKey &instance, uint32_t gives, bool takes, int process);
  void give(const InstanceKey &instance, bool binds, const Knowledge &knowledge);
  /// Sends what there is to a process that waits in a circle.
  void force(const InstanceKey &instance, int process);
  /// Answers what is whole from the start: nobody gives.
  void answerEmpty();

  /// For each process the instances that became whole: InstanceKey, order, clock.
  std::vector<Bytes> takeReplies();

private:
  struct Sum {
    uint32_t expected = 0, received = 0;
    bool binds = false;
    bool whole = false;
    Knowledge knowledge;
    std::vector<int> takers;
  };
  void finish(const InstanceKey &instance, Sum &sum);
  void reply(const InstanceKey &instance, const Sum &sum, int process);

  std::unordered_map<InstanceKey, Sum, InstanceHash> sums_;
  std::vector<Bytes> replies_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_INSTANCE_OWNER_H
