//===- Datatypes.h - predefined datatypes of MPI --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_DATATYPES_H
#define FENCEPOST_CLANG_PLUGIN_DATATYPES_H

#include "MpiCall.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace fencepost::plugin {

class FunctionInfo;

/// A predefined datatype without gaps.
struct Datatype {
  enum class Kind : uint8_t {
    Bytes, // takes any data of its size
    Integer,
    Floating,
    Complex,
    Pair, // of integers
  };
  std::string_view name;
  Kind kind;
  int64_t size;
};

/// The library hides what MPI_INT is; the macro's name says it. Constants and functions that do
/// nothing but return one are looked through, and local variables that are given no other value.
/// Nothing for a derived datatype.
std::optional<Datatype> datatypeOf(const clang::Expr *expr, const FunctionInfo &info);

/// A predefined datatype of two values, the second of which is an int, as of MPI_MAXLOC.
struct PairDatatype {
  std::string_view name;
  Datatype first;
};
std::optional<PairDatatype> pairDatatypeOf(const clang::Expr *expr, const FunctionInfo &info);

/// The predefined datatype of that name.
std::optional<Datatype> datatypeNamed(std::string_view name, const clang::ASTContext &context);

/// What one side of an operation takes, as far as that is known.
struct Signature {
  std::optional<Datatype> element; // all of its data
  std::optional<int64_t> bytes;
};

/// Where the two sides do not fit each other, and how.
struct Misfit {
  Role at;
  std::string what;
};
std::optional<Misfit> misfitOf(EventKind kind, const Signature &here, const Signature &target);

} // namespace fencepost::plugin

#endif // FENCEPOST_CLANG_PLUGIN_DATATYPES_H
