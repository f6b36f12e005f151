//===- Accesses.h - what memory a statement reads and writes --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_ACCESSES_H
#define FENCEPOST_CLANG_PLUGIN_ACCESSES_H

#include "Address.h"
#include "MpiCall.h"

#include <memory>
#include <vector>

namespace clang {
class CXXConstructExpr;
class CXXDeleteExpr;
class Stmt;
} // namespace clang

namespace fencepost::plugin {

/// What a loop of a callee accesses when the variable, or member, that it counts to is at least so
/// much.
struct Bound {
  const clang::VarDecl *variable; // null: a member, or it is not known
  int64_t least;
  std::shared_ptr<const WindowPath> member = nullptr;
};

/// A read or write of memory of this process whose address is understood.
struct Access {
  Address address;
  /// Within loops that count: the address in the first iteration of the innermost one, of that and
  /// the one around it...
  struct First {
    Address address;
    const Induction *loop; // the outermost of these
  };
  std::vector<First> first = {};
  bool writes = false;
  bool releases = false;               // the memory is given back
  bool isOfOthers = false;             // some of the processes do it: all but a root
  bool mayBeNothing = false;           // in some processes: of a message to MPI_PROC_NULL
  const clang::Expr *expr = nullptr;   // the object, or the argument that points to it
  const clang::CallExpr *by = nullptr; // the function that does it, null for the code itself
  const clang::Expr *within = nullptr; // where a function in sight does it
  std::string name = {};               // what to call it, if not what the expression is
  bool isPart = false; // one piece of several, which a larger count does not make longer
  const clang::Expr *count = nullptr; // of the buffer's elements, of which one is taken to be there
  /// The last one, where the count always means the same.
  std::optional<Address> last = std::nullopt;
  std::optional<Bound> bound = std::nullopt;
};

/// By that number, where it is a variable or member.
Bound boundBy(const clang::Expr *number, int64_t least, const FunctionInfo &info);

/// Whether the access certainly touches the buffer of an operation that is in flight, as far as the
/// operation moves anything.
bool touches(const Access &access, const Access &buffer, const clang::Expr *operation,
             const FunctionInfo &info);

/// How a call of MPI accesses local buffers, for those it surely accesses.
std::vector<Access> accessesOf(const MpiCall &call, const FunctionInfo &info);

/// The same for memcpy, printf and their like.
std::vector<Access> accessesOfLibraryCall(const clang::CallExpr *call, const FunctionInfo &info);

/// What a loop over an array that the pointer begins does to its first element.
std::optional<Access> accessToRange(const clang::VarDecl *begin, const FunctionInfo &info);

/// What the functions of <algorithm> and <numeric>, and methods of containers, read and write.
std::vector<Access> accessesOfAlgorithm(const clang::CallExpr *call, const FunctionInfo &info);

/// What a container that is made as a copy, of another one or of a range, reads.
std::vector<Access> accessesOfCopy(const clang::CXXConstructExpr *made, const FunctionInfo &info);

/// What `delete` gives back.
std::optional<Access> accessOfDelete(const clang::CXXDeleteExpr *expr, const FunctionInfo &info);

/// A load or store of an lvalue.
std::optional<Access> accessTo(const clang::Expr *lvalue, bool writes, const clang::Stmt *statement,
                               const FunctionInfo &info);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_ACCESSES_H
