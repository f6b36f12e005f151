//===- LibraryCalls.cpp - memory that functions of the C library access ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "MpiCall.h"
#include "model/LibraryCalls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

/// The row of the function; null when the table has none, or the function is not the library's.
const LibraryCall *libraryCall(const FunctionDecl *callee, const ASTContext &context) {
  if (!callee || !callee->getIdentifier())
    return nullptr;
  switch (callee->getMemoryFunctionKind()) { // also when called as __builtin_memcpy
  case Builtin::BImemcpy:
    return &kLibraryCalls[findLibraryCall("memcpy")];
  case Builtin::BImemmove:
    return &kLibraryCalls[findLibraryCall("memmove")];
  case Builtin::BImemset:
    return &kLibraryCalls[findLibraryCall("memset")];
  default:
    break;
  }
  if (!callee->isExternC() || !context.getSourceManager().isInSystemHeader(callee->getLocation()))
    return nullptr;
  int row = findLibraryCall(callee->getName());
  return row < 0 ? nullptr : &kLibraryCalls[row];
}

/// Bytes that are accessed at least; 0 where that may be none.
int64_t leastBytes(const LibraryAccess &access, const CallExpr *call, const ASTContext &context) {
  if (access.extent == Extent::ReturnedLine) // behind a pointer to the pointer
    return 0;
  int limit = limitOf(access);
  auto count = limit < 0 ? std::nullopt : constantValue(call->getArg(limit), context);
  if (!count)
    return 1;
  if (access.extent == Extent::Bytes)
    return std::max<int64_t>(*count, 0);
  int64_t least = access.extent == Extent::StringIfReturned || access.extent == Extent::Sorted;
  return *count > least;
}

/// How much is accessed, where that is not a constant.
const Expr *countOf(const LibraryAccess &access, const CallExpr *call, const ASTContext &context) {
  int limit = limitOf(access);
  const Expr *count = limit < 0 ? nullptr : call->getArg(limit);
  return count && !constantValue(count, context) ? count : nullptr;
}

/// The pointers among the arguments of a format, which must be a literal.
void addFormatted(const LibraryAccess &formatted, const CallExpr *call,
                  std::vector<LibraryArgument> &found) {
  unsigned next = formatted.argument + 1U;
  bool scans = formatted.kind == LibraryAccess::Scans;
  auto *literal = dyn_cast<StringLiteral>(call->getArg(formatted.argument)->IgnoreParenImpCasts());
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
        skipped |= scans; // read, but not stored
        next += scans ? 0 : 1;
      }
    }
    if (at >= format.size())
      return;
    char conversion = format[at++];
    // %m of printf is the text of errno.
    if (conversion == '%' || skipped || (conversion == 'm' && !scans))
      continue;
    if (conversion == '[') // up to the bracket that ends it; the first may be one of the set
      at = format.find(']', format.substr(at).starts_with("^") ? at + 2 : at + 1);
    if (next >= call->getNumArgs())
      return;
    const bool stores = scans || conversion == 'n', isString = conversion == 's' && !limited;
    if (stores || isString)
      found.push_back({next, stores, 1});
    ++next;
  }
}

} // namespace

std::vector<LibraryArgument> libraryArguments(const CallExpr *call, const ASTContext &context) {
  std::vector<LibraryArgument> found;
  const LibraryCall *function = libraryCall(call->getDirectCallee(), context);
  if (!function || call->getNumArgs() < function->arguments)
    return found;
  for (const LibraryAccess &access : *function) {
    if (access.kind == LibraryAccess::Format || access.kind == LibraryAccess::Scans)
      addFormatted(access, call, found);
    else if (int64_t bytes = leastBytes(access, call, context))
      found.push_back({access.argument, access.kind != LibraryAccess::Reads, bytes,
                       countOf(access, call, context)});
  }
  return found;
}

bool isRelease(const CallExpr *call, const ASTContext &context) {
  const LibraryCall *function = call ? libraryCall(call->getDirectCallee(), context) : nullptr;
  return function && function->releases();
}

} // namespace fencepost::plugin
