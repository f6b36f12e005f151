//===- ObjectClasses.h - which objects may be pointed to alike --*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects that one pointer may point to are of one class, and so are all that pointers
// in the objects of a class may point to, its content (Steensgaard 1996). What code out
// of sight can know of is one class of its own, which is its own content.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_LLVM_PASS_OBJECTCLASSES_H
#define FENCEPOST_LLVM_PASS_OBJECTCLASSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace llvm {
class Function;
}

namespace fencepost::pass {

class ObjectClasses {
public:
  using Class = uint32_t;
  static constexpr Class kForeign = 0;
  static constexpr Class kNone = ~Class{0}; // of what is no pointer

  ObjectClasses() { all.push_back({kForeign, kForeign, false}); }

  Class make();
  /// What stands for all classes that were joined with it.
  Class find(Class one);
  Class contentOf(Class one);
  /// Of two that are none, nothing.
  void join(Class one, Class other);
  void joinContents(Class one, Class other);

  bool isForeign(Class one) { return find(one) == kForeign; }
  void addObject(Class one) { all[find(one)].hasObject = true; }
  bool hasObject(Class one) { return all[find(one)].hasObject; }
  void addFunction(Class one, llvm::Function &function);
  llvm::ArrayRef<llvm::Function *> functions(Class one);

private:
  struct Entry {
    Class parent;
    Class content; // or none
    bool hasObject;
  };
  void unite(Class one, Class other, std::vector<std::pair<Class, Class>> &pending);

  std::vector<Entry> all;
  llvm::DenseMap<Class, std::vector<llvm::Function *>> functionsOf;
};

} // namespace fencepost::pass

#endif // FENCEPOST_LLVM_PASS_OBJECTCLASSES_H
