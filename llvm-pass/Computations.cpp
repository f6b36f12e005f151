//===- Computations.cpp - library functions that only compute -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm-pass/Computations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fencepost::pass {

/// As they are for double; with an f or l at the end for the other types.
static const StringSet<> &mathFunctions() {
  static const StringSet<> names = {
      "acos",   "acosh",     "asin",       "asinh",  "atan",    "atan2",  "atanh",     "cbrt",
      "ceil",   "copysign",  "cos",        "cosh",   "erf",     "erfc",   "exp",       "exp10",
      "exp2",   "expm1",     "fabs",       "fdim",   "floor",   "fma",    "fmax",      "fmin",
      "fmod",   "frexp",     "hypot",      "ilogb",  "ldexp",   "lgamma", "llrint",    "llround",
      "log",    "log10",     "log1p",      "log2",   "logb",    "lrint",  "lround",    "modf",
      "nan",    "nearbyint", "nextafter",  "pow",    "remquo",  "rint",   "remainder", "round",
      "scalbn", "sin",       "nexttoward", "sincos", "scalbln", "sinh",   "sqrt",      "tan",
      "tanh",   "tgamma",    "trunc",      "cabs",   "carg"};
  return names;
}

/// Of random numbers, strings and bytes.
static const StringSet<> &otherFunctions() {
  static const StringSet<> names = {
      "abs",     "labs",    "llabs",   "div",     "ldiv",    "lldiv",   "rand",    "rand_r",
      "srand",   "random",  "srandom", "drand48", "erand48", "lrand48", "nrand48", "mrand48",
      "jrand48", "srand48", "strlen",  "strnlen", "strcmp",  "strncmp", "strchr",  "strrchr",
      "strstr",  "strspn",  "strcspn", "strpbrk", "memcmp",  "memchr",  "bcmp",    "strtol",
      "strtoul", "strtoll", "strtof",  "strtod",  "strtold", "atoi",    "atol",    "atoll",
      "atof",    "tolower", "toupper", "isalpha", "isdigit", "isalnum", "isspace", "strtoull"};
  return names;
}

static bool isNumber(const Type *type) {
  return type->isFloatingPointTy() || type->isIntegerTy() || type->isVectorTy();
}

/// Somebody's own function may have one of the names, but hardly these types, too.
static bool hasTypesOfMath(const FunctionType &type) {
  const auto isReal = [](const Type *one) { return one->isFloatingPointTy() || one->isVectorTy(); };
  return !type.isVarArg() && (isNumber(type.getReturnType()) || type.getReturnType()->isVoidTy()) &&
         (any_of(type.params(), isReal) || isReal(type.getReturnType())) &&
         all_of(type.params(), [](const Type *one) { return isNumber(one) || one->isPointerTy(); });
}

static bool isMath(const Function &function) {
  StringRef name = function.getName();
  if (!hasTypesOfMath(*function.getFunctionType()))
    return false;
  return mathFunctions().contains(name) ||
         ((name.consume_back("f") || name.consume_back("l")) && mathFunctions().contains(name));
}

void describeComputations(Module &module) {
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() &&
        (isMath(function) || otherFunctions().contains(function.getName())))
      for (Attribute::AttrKind kind :
           {Attribute::NoSync, Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoCallback})
        function.addFnAttr(kind);
}

} // namespace fencepost::pass
