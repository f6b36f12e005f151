//===- Accesses.cpp - what memory a statement reads and writes ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "Containers.h"
#include "FunctionInfo.h"
#include "Layouts.h"
#include "LibraryCalls.h"
#include "Names.h"
#include "Spelling.h"
#include "WindowPath.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin {

namespace {

/// Whether one of the loops moves the pointer.
bool isMoved(const VarDecl *pointer, const Induction *loop) {
  for (; loop && pointer; loop = loop->outer)
    if (loop->variable == pointer)
      return true;
  return false;
}

/// The access to `bytes` bytes at an address, found by `find` for a loop or for none.
template <typename Find>
std::optional<Access> makeAccess(Find find, int64_t bytes, const Stmt *access,
                                 const FunctionInfo &info) {
  std::optional<Address> address = find({});
  if (!address)
    return std::nullopt;
  Access result{std::move(*address)};
  setExtent(result.address, bytes, info);
  const Induction *inner = info.induction(access);
  if (result.address.terms.empty() && !isMoved(result.address.pointer, inner))
    inner = nullptr;
  for (const Induction *outer = inner; outer; outer = outer->outer)
    if (auto first = find({inner, outer})) {
      setExtent(*first, bytes, info);
      result.first.push_back({std::move(*first), outer});
    }
  return result;
}

/// The arguments that say how much of a buffer is accessed.
struct Extent {
  const Expr *count;
  const Expr *datatype;
};

Extent extentOf(const MpiCall &call, Role buffer) {
  auto orElse = [&](Role first, Role second) {
    const Expr *argument = call.argument(first);
    return argument ? argument : call.argument(second);
  };
  switch (buffer) {
  case Role::OriginBuffer:
  case Role::CompareBuffer:
    return {call.argument(Role::OriginCount), call.argument(Role::OriginType)};
  case Role::ResultBuffer:
    return {call.argument(Role::ResultCount), orElse(Role::ResultType, Role::OriginType)};
  case Role::SendBuffer:
    return {call.argument(Role::SendCount), call.argument(Role::SendType)};
  case Role::RecvBuffer:
    return {orElse(Role::RecvCount, Role::SendCount), orElse(Role::RecvType, Role::SendType)};
  case Role::RootBuffer:
    return {call.argument(Role::RootCount), call.argument(Role::RootType)};
  default:
    return {nullptr, nullptr};
  }
}

/// Whether every process that makes the call accesses that buffer of it.
bool isAccessed(const MpiCall &call, Role role, const ASTContext &context) {
  if (call.kind() == EventKind::Neighbour) // there may be none
    return false;
  switch (role) {
  case Role::OriginBuffer: {
    const Expr *op = call.argument(Role::Op);
    return !op || !isMacro(op, "MPI_NO_OP", context);
  }
  case Role::RecvBuffer: // of a reduction or gather: at the root only
    return call.kind() != EventKind::AllToOne && !call.info().has(Role::RecvCounts);
  case Role::SendBuffer: // of a scatter: at the root only
    return call.kind() != EventKind::OneToAll && !call.info().has(Role::SendCounts);
  default:
    return true;
  }
}

/// Whom the call sends the buffer to, or receives it from; null where that is nobody's rank.
const Expr *partnerOf(const MpiCall &call, Role buffer) {
  const Expr *source = call.argument(Role::Source);
  return buffer == Role::RecvBuffer && source ? source
         : isOperation(call.kind())           ? call.argument(Role::Target)
                                              : call.argument(Role::Peer);
}

/// `buffer[count - 1]`.
std::optional<Address> lastOf(const Access &buffer, const FunctionInfo &info) {
  Address last = buffer.address;
  const std::size_t known = last.dependsOn.size();
  if (!addIndex(last, buffer.count, last.bytes, info) || last.usesNumbers)
    return std::nullopt;
  for (const ValueDecl *part : llvm::ArrayRef(last.dependsOn).drop_front(known))
    if (auto *variable = dyn_cast<VarDecl>(part);
        !variable ||
        !(info.isSteady(variable) || llvm::is_contained(buffer.address.dependsOn, variable)))
      return std::nullopt;
  last.offset -= last.bytes;
  return last;
}

/// `v.data()` and `v.size()`, of elements of that many bytes.
bool isAllOfContainer(const Expr *buffer, const Expr *count, int64_t bytes,
                      const ASTContext &context) {
  const Expr *one = ofAccessor(buffer->IgnoreParenCasts(), {"data"}),
             *other = count ? ofAccessor(count->IgnoreParenCasts(), {"size"}) : nullptr;
  if (!one || !other || !ownsElements(one->getType()->getAsCXXRecordDecl()))
    return false;
  const QualType element = buffer->IgnoreParenCasts()->getType()->getPointeeType();
  return areWrittenAlike(one->IgnoreImplicit(), other->IgnoreImplicit(), context) &&
         !element.isNull() && context.getTypeSizeInChars(element).getQuantity() == bytes;
}

} // namespace

static std::optional<Access> accessOfRelease(const Expr *pointer, const FunctionInfo &info) {
  auto address = addressOfPointee(pointer, {}, info);
  if (!address)
    return std::nullopt;
  Access access{std::move(*address)};
  access.writes = access.releases = access.address.isWhole = true;
  access.expr = pointer;
  return access;
}

std::vector<Access> accessesOf(const MpiCall &call, const FunctionInfo &info) {
  std::vector<Access> accesses;
  if (call.call == Call::Free_mem) {
    if (auto access = accessOfRelease(call.argument(Role::Base), info)) {
      access->by = call.expr;
      accesses.push_back(std::move(*access));
    }
    return accesses;
  }
  // A persistent operation accesses its buffer when it is started.
  if (isPersistentInit(call.kind()))
    return accesses;
  const ASTContext &context = info.context;
  for (unsigned i = 0; i < call.info().arguments; ++i) {
    Role role = call.info().roles[i];
    BufferAccess how = bufferAccess(call.kind(), role);
    // Which process is the root is not known: all of them read what a broadcast sends, and some
    // write it.
    if (role == Role::RootBuffer)
      how = BufferAccess::Read;
    const Expr *partner = partnerOf(call, role);
    if (how == BufferAccess::None || !isAccessed(call, role, context) ||
        (partner && isMacro(partner, "MPI_PROC_NULL", context)))
      continue;
    Extent extent = extentOf(call, role);
    auto layout = layoutOf(extent.datatype, info);
    // A count that is not constant is taken to be at least one.
    auto counted = constantValue(extent.count, context);
    int64_t count = counted.value_or(1);
    if (!layout || count <= 0)
      continue;
    // Of very many pieces it is enough to know those of the first element.
    if (auto all = counted ? repeated(*layout, count, layout->extent) : std::nullopt)
      layout = std::move(all);
    const Expr *buffer = call.expr->getArg(i);
    for (const Layout::Block &block : layout->blocks) {
      auto find = [&](const FirstIteration &loop) {
        auto address = addressOfPointee(buffer, loop, info);
        if (address)
          address->offset += block.offset;
        return address;
      };
      auto access = makeAccess(find, block.bytes, call.expr, info);
      if (!access)
        break;
      access->writes = how == BufferAccess::Write;
      access->expr = buffer;
      access->by = call.expr;
      access->mayBeNothing =
          partner && !isOperation(call.kind()) && info.mayBeNullRank(partner);
      access->count = counted ? nullptr : extent.count;
      access->isPart = layout->blocks.size() > 1 || block.bytes != layout->extent;
      if (access->count && !access->isPart) {
        access->last = lastOf(*access, info);
        access->address.isWhole |= isAllOfContainer(buffer, access->count, block.bytes, context);
        access->count = withSize(access->count, info);
      }
      accesses.push_back(std::move(*access));
      if (role == Role::RootBuffer) {
        accesses.push_back(accesses.back());
        accesses.back().writes = accesses.back().isOfOthers = true;
      }
    }
  }
  return accesses;
}

std::vector<Access> accessesOfLibraryCall(const CallExpr *call, const FunctionInfo &info) {
  std::vector<Access> accesses;
  for (const LibraryArgument &argument : libraryArguments(call, info.context)) {
    const Expr *pointer = call->getArg(argument.index);
    auto find = [&](const FirstIteration &loop) { return addressOfPointee(pointer, loop, info); };
    if (auto access = makeAccess(find, argument.bytes, call, info)) {
      access->writes = argument.writes;
      // All that was allocated goes, however much that is.
      access->releases = isRelease(call, info.context);
      access->address.isWhole |= access->releases;
      access->expr = pointer;
      access->by = call;
      access->count = argument.count;
      accesses.push_back(std::move(*access));
    }
  }
  return accesses;
}

std::optional<Access> accessOfDelete(const CXXDeleteExpr *expr, const FunctionInfo &info) {
  return accessOfRelease(expr->getArgument(), info);
}

std::optional<Access> accessToRange(const VarDecl *begin, const FunctionInfo &info) {
  auto range = info.ranges.find(begin);
  if (range == info.ranges.end())
    return std::nullopt;
  const Expr *array = range->second.range;
  auto address = array->getType()->isArrayType() ? addressOfLvalue(array, {}, info)
                                                 : addressOfElements(array, info);
  if (!address)
    return std::nullopt;
  address->offset += range->second.offset;
  setExtent(*address, info.context.getTypeSizeInChars(range->second.element).getQuantity(), info);
  // A row is a part of its array, whatever it is called.
  const CXXRecordDecl *record = array->getType()->getAsCXXRecordDecl();
  auto *named = dyn_cast<DeclRefExpr>(array->IgnoreParens());
  auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
  const bool isVariable = variable && !variable->getType()->isReferenceType();
  address->isWhole |=
      range->second.isWhole &&
      (record ? ownsElements(record) && (isVariable || record->getName() != "array") : isVariable);
  Access access{std::move(*address)};
  access.writes = range->second.writes;
  access.expr = array;
  return access;
}

std::optional<Access> accessTo(const Expr *lvalue, bool writes, const Stmt *statement,
                               const FunctionInfo &info) {
  QualType type = lvalue->getType();
  if (type->isIncompleteType() || !type->isConstantSizeType())
    return std::nullopt;
  auto find = [&](const FirstIteration &loop) { return addressOfLvalue(lvalue, loop, info); };
  int64_t bytes = info.context.getTypeSizeInChars(type).getQuantity();
  // The padding at the end of a class may hold the next member, and an empty one has no bytes.
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    bytes = info.context.getASTRecordLayout(record).getDataSize().getQuantity();
    if (record->isEmpty() || bytes == 0)
      return std::nullopt;
  }
  auto access = makeAccess(find, bytes, statement, info);
  if (access) {
    access->writes = writes;
    access->expr = lvalue;
  }
  return access;
}

/// Whether the address certainly has a byte in common with the buffer, if anything is moved.
static bool meets(const Address &address, const Access &buffer) {
  return overlaps(address, buffer.address) || (buffer.last && overlaps(address, *buffer.last));
}

Bound boundBy(const Expr *number, int64_t least, const FunctionInfo &info) {
  Bound bound{variableOf(number), least};
  auto *member = dyn_cast<MemberExpr>(number->IgnoreParenCasts());
  if (auto path = member ? pathOf(member, info) : std::nullopt; path && !path->hasVariableIndex())
    bound.member = std::make_shared<const WindowPath>(std::move(*path));
  return bound;
}

/// Whether the loop and the operation have the count in common: neither does anything, or both do.
static bool isCount(const Bound &bound, const Expr *count, const FunctionInfo &info) {
  if (bound.least > 1 || !count)
    return false;
  if (!bound.member)
    return variableOf(count) == bound.variable;
  auto *member = dyn_cast<MemberExpr>(count->IgnoreParenCasts());
  auto place = member ? pathOf(member, info) : std::nullopt;
  return place && *place == *bound.member;
}

bool touches(const Access &access, const Access &buffer, const Expr *operation,
             const FunctionInfo &info) {
  if (access.bound && !isCount(*access.bound, buffer.count, info))
    return false;
  if (meets(access.address, buffer))
    return true;
  // What a first iteration accesses meets only what is in flight when the loop begins.
  return llvm::any_of(access.first, [&](const Access::First &first) {
    return !first.loop->calls.contains(operation) && meets(first.address, buffer);
  });
}

} // namespace fencepost::plugin
