//===- LibraryCalls.cpp - memory that functions of the C library access ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "MpiCall.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr int kNone = -1;

/// A function that accesses what its arguments point to.
struct LibraryFunction {
  llvm::StringRef name;
  llvm::StringRef arguments; // a letter each: (r)ead, (w)ritten, another letter for neither
  int format = kNone;        // the argument that is the format of all that follow
  bool scans = false;
};

constexpr LibraryFunction kFunctions[] = {
    {"strcpy", "wr"},
    {"stpcpy", "wr"},
    {"strcat", "wr"},
    {"strlen", "r"},
    {"strcmp", "rr"},
    {"strcasecmp", "rr"},
    {"strchr", "r"},
    {"strrchr", "r"},
    {"strstr", "rr"},
    {"strdup", "r"},
    {"atoi", "r"},
    {"atol", "r"},
    {"atoll", "r"},
    {"atof", "r"},
    {"strtol", "r"},
    {"strtoul", "r"},
    {"strtoll", "r"},
    {"strtoull", "r"},
    {"strtod", "r"},
    {"strtof", "r"},
    {"puts", "r"},
    {"fputs", "r"},
    {"fgets", "w"},
    {"free", "w"},
    {"printf", "r", 0},
    {"fprintf", "-r", 1},
    {"sprintf", "wr", 1},
    {"snprintf", "w-r", 2},
    {"scanf", "r", 0, true},
    {"fscanf", "-r", 1, true},
    {"sscanf", "rr", 1, true},
};

/// Whether a count among the arguments may be zero, so that nothing is accessed.
bool mayDoNothing(const LibraryFunction &function, const CallExpr *call,
                  const ASTContext &context) {
  if (function.name != "snprintf" && function.name != "fgets")
    return false;
  auto count = constantValue(call->getArg(1), context);
  return count && *count <= 1;
}

/// The pointers among the arguments of a format, which must be a literal.
void addFormatted(const LibraryFunction &function, const CallExpr *call,
                  std::vector<LibraryArgument> &found) {
  unsigned next = function.format + 1;
  auto *literal = dyn_cast<StringLiteral>(call->getArg(function.format)->IgnoreParenImpCasts());
  if (!literal || literal->getCharByteWidth() != 1)
    return;
  llvm::StringRef format = literal->getString();
  // Arguments by number are rare, and not in the order of their conversions.
  if (format.contains('$'))
    return;
  for (std::size_t at = format.find('%'); at < format.size(); at = format.find('%', at)) {
    bool skipped = false;
    bool limited = false;
    for (++at;
         at < format.size() && llvm::StringRef("-+ #'0123456789.*hlLqjzt").contains(format[at]);
         ++at) {
      limited |= format[at] == '.';
      if (format[at] == '*') {
        skipped |= function.scans; // read, but not stored
        next += function.scans ? 0 : 1;
      }
    }
    if (at >= format.size())
      return;
    char conversion = format[at++];
    // %m of printf is the text of errno.
    if (conversion == '%' || skipped || (conversion == 'm' && !function.scans))
      continue;
    if (conversion == '[') // up to the bracket that ends it; the first may be one of the set
      at = format.find(']', format.substr(at).starts_with("^") ? at + 2 : at + 1);
    if (next >= call->getNumArgs())
      return;
    bool string = conversion == 's' && !limited;
    if (function.scans || string)
      found.push_back({next, function.scans, 1});
    ++next;
  }
}

} // namespace

std::vector<LibraryArgument> libraryArguments(const CallExpr *call, const ASTContext &context) {
  std::vector<LibraryArgument> found;
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return found;
  unsigned kind = callee->getMemoryFunctionKind();
  bool copies = kind == Builtin::BImemcpy || kind == Builtin::BImemmove;
  if ((copies || kind == Builtin::BImemset) && call->getNumArgs() >= 3) {
    int64_t bytes = constantValue(call->getArg(2), context).value_or(1);
    if (bytes > 0)
      found.push_back({0, true, bytes});
    if (bytes > 0 && copies)
      found.push_back({1, false, bytes});
    return found;
  }
  if (!callee->isExternC() || !context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return found;
  for (const LibraryFunction &function : kFunctions) {
    if (function.name != callee->getName() || call->getNumArgs() < function.arguments.size())
      continue;
    for (unsigned i = 0; i < function.arguments.size(); ++i)
      if (function.arguments[i] != '-' &&
          !(function.arguments[i] == 'w' && mayDoNothing(function, call, context)))
        found.push_back({i, function.arguments[i] == 'w', 1});
    if (function.format != kNone)
      addFormatted(function, call, found);
    break;
  }
  return found;
}

bool isFree(const CallExpr *call) {
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->isExternC() && callee->getName() == "free";
}

} // namespace fencepost::plugin
