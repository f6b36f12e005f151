//===- LibraryCode.cpp - what libraries keep to themselves ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/LibraryCode.h"

#include "llvm-pass/AccessedType.h"
#include "llvm-pass/MpiKnowledge.h"
#include "model/SystemFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace fencepost::pass {

/// Whether a container of the standard library is accessed where it points to its elements and says
/// how many they are: a transfer of that would mean nothing to another process. The elements are
/// another matter, and nodes, which an allocator may place in a window, and the characters that a
/// string holds itself.
static bool isContainer(const AccessedType &type) {
  static constexpr StringRef kContainers[] = {
      "NSt7__cxx1112basic_string", "NSt12_Vector_base",
      "NSt13_Bvector_base",        "NSt11_Deque_base",
      "St15_Rb_tree_header",       "St10_Hashtable",
      "St12__shared_ptr",          "St14__shared_count",
      "St14_Function_base",        "St8functionI",
      "NSt3__16vectorI",           "NSt3__16__treeI",
      "NSt3__112__hash_tableI",    "NSt3__110shared_ptrI",
  };
  return !type.isOfBytes() && type.isIn(kContainers);
}

/// Whether it is the size of a string's memory that is loaded, on its way to be released: a number
/// in a union with characters, which is all that the access says of itself.
static bool isReleasedSize(const Instruction &access, const AccessedType &type) {
  if (type.accessed != "omnipotent char")
    return false;
  const auto *size = access.hasOneUse() ? dyn_cast<BinaryOperator>(*access.user_begin()) : nullptr;
  return isa<LoadInst>(access) && size && size->getOpcode() == Instruction::Add &&
         isa<ConstantInt>(size->getOperand(1)) && all_of(size->uses(), [](const Use &use) {
           const auto *call = dyn_cast<CallBase>(use.getUser());
           const auto *callee = call ? call->getCalledFunction() : nullptr;
           return callee && callee->getName() == "_ZdlPvm" && use.getOperandNo() == 1;
         });
}

/// Which object is meant by a member of a class of the standard library: no element of one that
/// holds its elements itself.
static bool isStandardMember(const AccessedType &type) {
  static constexpr StringRef kStandard[] = {"St", "NSt", "NKSt", "N9__gnu_cxx"};
  static constexpr StringRef kElements[] = {
      "St4pairI",      "St7complexI",      "St5arrayI",      "St10_Head_baseI",
      "NSt3__14pairI", "NSt3__17complexI", "NSt3__15arrayI", "NSt3__112__tuple_leafI",
  };
  return type.isMember() && type.isIn(kStandard) && !type.isIn(kElements);
}

static bool isNamed(StringRef path, ArrayRef<StringRef> names) {
  return is_contained(names, path.substr(path.rfind('/') + 1));
}

/// The headers of the standard library whose code deals with characters, or with nodes.
static constexpr StringRef kInternals[] = {"basic_string.h",
                                           "basic_string.tcc",
                                           "char_traits.h",
                                           "string_view",
                                           "string_view.tcc",
                                           "string",
                                           "charconv",
                                           "ostream",
                                           "istream",
                                           "sstream",
                                           "streambuf",
                                           "ios_base.h",
                                           "basic_ios.h",
                                           "iomanip",
                                           "ostream_insert.h",
                                           "stl_tree.h",
                                           "stl_map.h",
                                           "stl_set.h",
                                           "map",
                                           "set",
                                           "__tree",
                                           "hashtable.h",
                                           "hashtable_policy.h",
                                           "unordered_map",
                                           "unordered_set",
                                           "__hash_table",
                                           "stl_list.h",
                                           "list.tcc",
                                           "list",
                                           "std_function.h",
                                           "function.h",
                                           "shared_ptr_base.h",
                                           "shared_ptr.h"};

/// Those whose own code says where elements are, and has them accessed by that of others.
static constexpr StringRef kArrays[] = {"stl_vector.h", "vector.tcc", "stl_deque.h", "deque.tcc"};

LibraryCode::Origin LibraryCode::originOf(const DILocation &location) {
  auto [known, isNew] = origins.try_emplace(location.getFile(), Origin::Program);
  StringRef file = location.getFilename();
  if (isNew && isSystemFile(file)) {
    known->second = !isStandardFile(file)       ? Origin::Other
                    : isNamed(file, kInternals) ? Origin::Internals
                    : isNamed(file, kArrays)    ? Origin::Containers
                                                : Origin::Standard;
  }
  return known->second;
}

/// What an allocator or a comparison does, it does for others.
bool LibraryCode::servesInternals(const DILocation &location) {
  for (const DILocation *at = &location; at; at = at->getInlinedAt())
    if (Origin origin = originOf(*at); origin != Origin::Standard && origin != Origin::Containers)
      return origin == Origin::Internals;
  return false;
}

bool LibraryCode::keepsToItself(const Instruction &access) {
  const AccessedType type(access);
  if (isContainer(type) || isReleasedSize(access, type))
    return true;
  const DILocation *location = access.getDebugLoc();
  const Origin origin = location ? originOf(*location) : Origin::Program;
  if (origin == Origin::Program || withRma)
    return false;
  const Type *accessed = loadedOrStored(access);
  switch (origin) {
  case Origin::Internals:
  case Origin::Containers:
    return true;
  case Origin::Standard:
    return servesInternals(*location) ||
           (accessed && (accessed->isPtrOrPtrVectorTy() || isStandardMember(type)));
  case Origin::Other:
    return accessed && (accessed->isPtrOrPtrVectorTy() || type.isMember() ||
                        (type.isOfBytes() && accessed->isIntegerTy()));
  default:
    return false;
  }
}

static bool holdsOnlyPointers(const Type &type) {
  if (const auto *structure = dyn_cast<StructType>(&type))
    return all_of(structure->elements(),
                  [](const Type *element) { return holdsOnlyPointers(*element); });
  return type.isPtrOrPtrVectorTy();
}

bool LibraryCode::keepsToItself(const AllocaInst &variable) {
  static constexpr StringRef kObjects[] = {
      "vector",           "deque",    "list",       "map",        "set",
      "unordered_map",    "function", "unique_ptr", "shared_ptr", "allocator",
      "initializer_list",
  };
  const auto *type = dyn_cast<StructType>(variable.getAllocatedType());
  if (type && holdsOnlyPointers(*type))
    return true;
  StringRef name = type && type->hasName() ? type->getName() : "";
  if (!name.consume_front("class.std::") && !name.consume_front("struct.std::"))
    return false;
  name.consume_front("__1::");
  name.consume_front("__cxx11::");
  name = name.take_until([](char c) { return c == '.' || c == ':'; });
  return is_contained(kObjects, name) || (name == "basic_string" && !withRma);
}

} // namespace fencepost::pass
