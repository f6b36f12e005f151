//===- Address.h - which memory an expression names -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is a root, plus terms that vary, plus a constant number of bytes.
// Two addresses are compared only where they have the root and the terms in
// common: then their bytes decide. Everything else may or may not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ADDRESS_H
#define FENCEPOST_CLANG_PLUGIN_ADDRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Expr;
class ParmVarDecl;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;
struct Induction;
struct WindowPath;

struct Address {
  std::string root;                     // identity of an object or of a pointer's value
  std::map<std::string, int64_t> terms; // expression -> bytes it is multiplied with
  int64_t offset = 0;
  int64_t bytes = 1;                       // certainly touched, from the offset on
  const clang::VarDecl *object = nullptr;  // when the root is a variable's own memory
  const clang::VarDecl *pointer = nullptr; // when the root is what it points or refers to
  bool isWhole = false;                    // touches every byte of that variable
  bool usesNumbers = false;                // that are in memory
  const clang::Expr *literal = nullptr; // a compound literal that it is, which goes with its block
  llvm::SmallVector<const clang::ValueDecl *, 4> dependsOn; // stale when one of these changes
  /// The pointer or container is this variable, or is reached from it through members.
  const clang::VarDecl *base = nullptr;
  const clang::VarDecl *container = nullptr; // that keeps the memory as long as it lives
  /// What the terms are made of, for callers to say in their own words.
  struct Index {
    const clang::Expr *expr;
    int64_t bytes; // that it is multiplied with
    llvm::SmallVector<const clang::ValueDecl *, 2> dependsOn;
  };
  llvm::SmallVector<Index, 1> indices;
  /// Indices of pointers or containers that the root has in its name.
  struct Place {
    std::string name; // with brackets
    const clang::Expr *index;
    llvm::SmallVector<const clang::ValueDecl *, 2> dependsOn;
  };
  llvm::SmallVector<Place, 1> places;
  bool isTranslated = false; // there are terms besides these

  /// Whether the root is what that reference refers to, whatever it is assigned.
  bool isNamedBy(const clang::ValueDecl *reference) const;

  /// Whether the root is, or is reached from, the object of the method.
  bool isOfThis() const;
};

/// The first iteration of a loop, and of those around it up to another one.
struct FirstIteration {
  const Induction *inner = nullptr;
  const Induction *outer = nullptr;
};

/// The memory of a member of the same object as the member is that is named, or of a global
/// variable, or what such a pointer points to.
std::optional<Address> addressBeside(const clang::Expr *named, const clang::ValueDecl *beside,
                                     const FunctionInfo &info);

/// The memory that the lvalue names. With loops given, in their first iteration.
std::optional<Address> addressOfLvalue(const clang::Expr *lvalue, const FirstIteration &loop,
                                       const FunctionInfo &info);

/// The memory that the pointer points to.
std::optional<Address> addressOfPointee(const clang::Expr *pointer, const FirstIteration &loop,
                                        const FunctionInfo &info);

/// The memory that the pointer which the lvalue names points to.
std::optional<Address> addressThrough(const clang::Expr *lvalue, const FunctionInfo &info);

/// What a function reaches from a parameter through members, and the method from its object (null),
/// when that is the value that its caller passes, or the object, or what points to it.
std::optional<Address> addressFrom(const Address &inner, const clang::ParmVarDecl *parameter,
                                   const clang::Expr *value, const FunctionInfo &info);

/// Moves the address by an index of elements of so many bytes. Whether the index is understood.
bool addIndex(Address &address, const clang::Expr *index, int64_t bytes, const FunctionInfo &info,
              const FirstIteration &loop = {});

/// The same by a number in memory, or by a product of such, under the name that these have in
/// terms.
void addTerm(Address &address, const std::string &name, int64_t bytes);

/// What an index that is the variable alone is called in terms.
std::string termOf(const clang::ValueDecl *index);

/// Adds the name of the number at that place, on which the address depends then.
void namePlace(Address &address, const WindowPath *place, std::string &name);

/// Adds the name in terms of constants and sums and products of them and what `nameOther` has a
/// name for. Whether there is one.
bool nameArithmetic(const clang::Expr *expr, std::string &name, const clang::ASTContext &context,
                    llvm::function_ref<bool(const clang::Expr *, std::string &)> nameOther);

/// What the expression is called in terms, which adds to what the address depends on.
bool nameTerm(const clang::Expr *expr, std::string &name, Address &address,
              const FunctionInfo &info);

/// The elements of a container that keeps them in one piece.
std::optional<Address> addressOfElements(const clang::Expr *container, const FunctionInfo &info);

/// The elements that a span made like that has.
std::optional<Address> addressOfView(const clang::Expr *span, const FunctionInfo &info);

/// Sets how many bytes are touched.
void setExtent(Address &address, int64_t bytes, const FunctionInfo &info);

/// Whether the two certainly have a byte in common.
bool overlaps(const Address &a, const Address &b);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ADDRESS_H
