//===- ObjectClasses.cpp - which objects may be pointed to alike ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/ObjectClasses.h"

using namespace llvm;

namespace fencepost::pass {

ObjectClasses::Class ObjectClasses::make() {
  const auto one = static_cast<Class>(all.size());
  all.push_back({one, kNone, false});
  return one;
}

ObjectClasses::Class ObjectClasses::find(Class one) {
  while (all[one].parent != one)
    one = all[one].parent = all[all[one].parent].parent;
  return one;
}

ObjectClasses::Class ObjectClasses::contentOf(Class one) {
  one = find(one);
  if (all[one].content == kNone) {
    const Class content = make();
    all[one].content = content;
  }
  return find(all[one].content);
}

/// The older one stands for both: that which is foreign is the oldest.
void ObjectClasses::unite(Class one, Class other, std::vector<std::pair<Class, Class>> &pending) {
  one = find(one);
  other = find(other);
  if (one == other)
    return;
  if (other < one)
    std::swap(one, other);
  Entry &kept = all[one], &gone = all[other];
  gone.parent = one;
  kept.hasObject |= gone.hasObject;
  if (kept.content == kNone)
    kept.content = gone.content;
  else if (gone.content != kNone)
    pending.push_back({kept.content, gone.content});
  if (auto moved = functionsOf.find(other); moved != functionsOf.end()) {
    std::vector<Function *> functions = std::move(moved->second);
    functionsOf.erase(moved);
    std::vector<Function *> &to = functionsOf[one];
    to.insert(to.end(), functions.begin(), functions.end());
  }
}

void ObjectClasses::join(Class one, Class other) {
  if (one == kNone || other == kNone)
    return;
  std::vector<std::pair<Class, Class>> pending = {{one, other}};
  while (!pending.empty()) {
    const auto [first, second] = pending.back();
    pending.pop_back();
    unite(first, second, pending);
  }
}

void ObjectClasses::joinContents(Class one, Class other) {
  if (one != kNone && other != kNone)
    join(contentOf(one), contentOf(other));
}

void ObjectClasses::addFunction(Class one, Function &function) {
  functionsOf[find(one)].push_back(&function);
}

ArrayRef<Function *> ObjectClasses::functions(Class one) {
  const auto found = functionsOf.find(find(one));
  return found == functionsOf.end() ? ArrayRef<Function *>() : ArrayRef<Function *>(found->second);
}

} // namespace fencepost::pass
