//===- Datatypes.cpp - predefined datatypes of MPI ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Datatypes.h"

#include "FunctionInfo.h"
#include "SoleResult.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Sizes that are the target's are written as the C type that has them.
enum class Size : uint8_t {
  One,
  Two,
  Four,
  Eight,
  Short,
  Int,
  Long,
  LongLong,
  Float,
  Double,
  LongDouble
};

struct Row {
  std::string_view name;
  Datatype::Kind kind;
  Size size;
  uint8_t count = 1;
};

using enum Datatype::Kind;

constexpr Row kRows[] = {
    {"MPI_CHAR", Bytes, Size::One},
    {"MPI_SIGNED_CHAR", Bytes, Size::One},
    {"MPI_UNSIGNED_CHAR", Bytes, Size::One},
    {"MPI_BYTE", Bytes, Size::One},
    {"MPI_PACKED", Bytes, Size::One},
    {"MPI_INT8_T", Bytes, Size::One},
    {"MPI_UINT8_T", Bytes, Size::One},
    {"MPI_C_BOOL", Bytes, Size::One},
    {"MPI_CXX_BOOL", Bytes, Size::One},
    {"MPI_INT16_T", Integer, Size::Two},
    {"MPI_UINT16_T", Integer, Size::Two},
    {"MPI_INT32_T", Integer, Size::Four},
    {"MPI_UINT32_T", Integer, Size::Four},
    {"MPI_INT64_T", Integer, Size::Eight},
    {"MPI_UINT64_T", Integer, Size::Eight},
    {"MPI_OFFSET", Integer, Size::Eight},
    {"MPI_COUNT", Integer, Size::Eight},
    {"MPI_SHORT", Integer, Size::Short},
    {"MPI_UNSIGNED_SHORT", Integer, Size::Short},
    {"MPI_INT", Integer, Size::Int},
    {"MPI_UNSIGNED", Integer, Size::Int},
    {"MPI_2INT", Pair, Size::Int, 2},
    {"MPI_LONG", Integer, Size::Long},
    {"MPI_UNSIGNED_LONG", Integer, Size::Long},
    {"MPI_AINT", Integer, Size::Long},
    {"MPI_LONG_LONG", Integer, Size::LongLong},
    {"MPI_LONG_LONG_INT", Integer, Size::LongLong},
    {"MPI_UNSIGNED_LONG_LONG", Integer, Size::LongLong},
    {"MPI_FLOAT", Floating, Size::Float},
    {"MPI_DOUBLE", Floating, Size::Double},
    {"MPI_LONG_DOUBLE", Floating, Size::LongDouble},
    {"MPI_C_COMPLEX", Complex, Size::Float, 2},
    {"MPI_C_FLOAT_COMPLEX", Complex, Size::Float, 2},
    {"MPI_CXX_FLOAT_COMPLEX", Complex, Size::Float, 2},
    {"MPI_C_DOUBLE_COMPLEX", Complex, Size::Double, 2},
    {"MPI_CXX_DOUBLE_COMPLEX", Complex, Size::Double, 2},
    {"MPI_C_LONG_DOUBLE_COMPLEX", Complex, Size::LongDouble, 2},
    {"MPI_CXX_LONG_DOUBLE_COMPLEX", Complex, Size::LongDouble, 2},
};

/// By name, and that of the first of its two.
constexpr std::string_view kPairs[][2] = {
    {"MPI_FLOAT_INT", "MPI_FLOAT"}, {"MPI_DOUBLE_INT", "MPI_DOUBLE"},
    {"MPI_LONG_INT", "MPI_LONG"},   {"MPI_SHORT_INT", "MPI_SHORT"},
    {"MPI_2INT", "MPI_INT"},        {"MPI_LONG_DOUBLE_INT", "MPI_LONG_DOUBLE"},
};

int64_t bytes(Size size, const ASTContext &context) {
  auto of = [&](CanQualType type) { return context.getTypeSizeInChars(type).getQuantity(); };
  switch (size) {
  case Size::One:
    return 1;
  case Size::Two:
    return 2;
  case Size::Four:
    return 4;
  case Size::Eight:
    return 8;
  case Size::Short:
    return of(context.ShortTy);
  case Size::Int:
    return of(context.IntTy);
  case Size::Long:
    return of(context.LongTy);
  case Size::LongLong:
    return of(context.LongLongTy);
  case Size::Float:
    return of(context.FloatTy);
  case Size::Double:
    return of(context.DoubleTy);
  case Size::LongDouble:
    return of(context.LongDoubleTy);
  }
  return 1;
}

} // namespace

std::optional<Datatype> datatypeNamed(std::string_view name, const ASTContext &context) {
  for (const Row &row : kRows)
    if (name == row.name)
      return Datatype{row.name, row.kind, bytes(row.size, context) * row.count};
  return std::nullopt;
}

namespace {

/// What there is by the name of the predefined datatype that the expression is written as.
template <class Find>
auto findByName(const Expr *expr, const ASTContext &context, Find find)
    -> decltype(find(std::string_view())) {
  const SourceManager &sources = context.getSourceManager();
  // What begins with one may be another.
  if (isa<BinaryOperator, AbstractConditionalOperator>(expr->IgnoreParenCasts()))
    return std::nullopt;
  SourceLocation location = expr->IgnoreImplicit()->getBeginLoc();
  while (location.isMacroID()) {
    llvm::StringRef name = Lexer::getImmediateMacroName(location, sources, context.getLangOpts());
    if (auto found = find({name.data(), name.size()}))
      return found;
    location = sources.getImmediateMacroCallerLoc(location);
  }
  return std::nullopt;
}

/// What the expression stands for: what a function does nothing but return (`mpiType<T>()`), or a
/// constant, or a variable that nothing else is given to, is made. Null for any other.
const Expr *meaningOf(const Expr *expr, const FunctionInfo &info) {
  expr = expr->IgnoreParenImpCasts();
  if (auto *call = dyn_cast<CallExpr>(expr))
    return soleResult(call, info.context);
  auto *named = dyn_cast<DeclRefExpr>(expr);
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  return variable && variable->getType().isConstQualified() && !isa<ParmVarDecl>(variable)
             ? variable->getAnyInitializer()
             : info.datatypes.lookup(variable);
}

template <class Find>
auto findMeaning(const Expr *expr, const FunctionInfo &info, Find find)
    -> decltype(find(std::string_view())) {
  constexpr unsigned kMostMeanings = 4; // one behind the other
  for (unsigned i = 0; expr && i < kMostMeanings; ++i) {
    if (auto found = findByName(expr, info.context, find))
      return found;
    expr = meaningOf(expr, info);
  }
  return std::nullopt;
}

} // namespace

std::optional<Datatype> datatypeOf(const Expr *expr, const FunctionInfo &info) {
  return findMeaning(expr, info,
                     [&](std::string_view name) { return datatypeNamed(name, info.context); });
}

std::optional<PairDatatype> pairDatatypeOf(const Expr *expr, const FunctionInfo &info) {
  return findMeaning(expr, info, [&](std::string_view name) -> std::optional<PairDatatype> {
    for (const auto &[pair, first] : kPairs)
      if (name == pair)
        return PairDatatype{pair, *datatypeNamed(first, info.context)};
    return std::nullopt;
  });
}

std::optional<Misfit> misfitOf(EventKind kind, const Signature &here, const Signature &target) {
  // MPI_2INT is two of MPI_INT.
  auto half = [](const Datatype &pair, const Datatype &one) {
    return pair.kind == Pair && one.kind == Integer && pair.size == 2 * one.size;
  };
  auto match = [&](const Datatype &a, const Datatype &b) {
    return a.kind == Bytes || b.kind == Bytes || (a.kind == b.kind && a.size == b.size) ||
           half(a, b) || half(b, a);
  };
  auto sides = [](const std::string &one, const std::string &other) {
    return " of " + one + " at the origin and " + other + " at the target";
  };
  if (here.element && target.element && !match(*here.element, *target.element))
    return Misfit{Role::TargetType,
                  sides(std::string(here.element->name), std::string(target.element->name))};
  if (!here.bytes || !target.bytes)
    return std::nullopt;
  const bool fits = isAtomic(kind)           ? here.bytes == target.bytes
                    : kind == EventKind::Get ? target.bytes <= here.bytes
                                             : here.bytes <= target.bytes;
  if (fits)
    return std::nullopt;
  return Misfit{Role::TargetCount,
                sides(std::to_string(*here.bytes) + " bytes", std::to_string(*target.bytes))};
}

} // namespace fencepost::plugin
