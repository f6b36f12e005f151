//===- Layouts.cpp - which bytes a datatype touches -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"

#include "Datatypes.h"
#include "FunctionInfo.h"
#include "MpiCall.h"
#include "Names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace clang;

namespace fencepost::plugin {

namespace {

constexpr std::size_t kMostBlocks = 512;
constexpr unsigned kMostNested = 8;

llvm::StringRef nameOf(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  name.consume_front("P");
  return name;
}

class Layouts {
public:
  explicit Layouts(const FunctionInfo &info) : info(info) {}

  std::optional<Layout> of(const Expr *datatype, unsigned depth = 0) const {
    if (!datatype || depth > kMostNested)
      return std::nullopt;
    if (auto known = datatypeOf(datatype, info))
      return Layout{{{0, known->size}}, known->size, *known};
    const VarDecl *variable = variableOf(datatype);
    const Expr *value = variable ? info.datatypes.lookup(variable) : nullptr;
    auto *call = dyn_cast_or_null<CallExpr>(value);
    return call && makesDatatype(call) ? made(call, depth + 1) : of(value, depth + 1);
  }

private:
  const FunctionInfo &info;

  std::optional<int64_t> constant(const CallExpr *call, unsigned index) const {
    return constantValue(call->getArg(index), info.context);
  }

  std::optional<Layout> made(const CallExpr *call, unsigned depth) const {
    llvm::StringRef name = nameOf(call);
    auto first = constant(call, 0);
    if (name == "MPI_Type_contiguous") {
      auto old = of(call->getArg(1), depth);
      return old && first ? repeated(*old, *first, old->extent) : std::nullopt;
    }
    if (name == "MPI_Type_create_resized") {
      auto old = of(call->getArg(0), depth);
      auto lower = constant(call, 1), extent = constant(call, 2);
      if (!old || lower != 0 || !extent || *extent <= 0)
        return std::nullopt;
      old->extent = *extent;
      old->lower = 0;
      return old;
    }
    if (name == "MPI_Type_create_subarray")
      return subarray(call, depth);
    auto length = constant(call, 1), stride = constant(call, 2);
    auto old = of(call->getArg(3), depth);
    if (!first || !length || !stride || !old)
      return std::nullopt;
    return vectorOf(*old, *first, *length, *stride * (name == "MPI_Type_vector" ? old->extent : 1));
  }

  std::optional<Layout> subarray(const CallExpr *call, unsigned depth) const {
    auto dimensions = constant(call, 0);
    auto old = of(call->getArg(5), depth);
    bool isC = isMacro(call->getArg(4), "MPI_ORDER_C", info.context);
    if (!dimensions || *dimensions < 1 || *dimensions > 8 || !old ||
        (!isC && !isMacro(call->getArg(4), "MPI_ORDER_FORTRAN", info.context)))
      return std::nullopt;
    auto sizes = elements(call->getArg(1), *dimensions);
    auto subsizes = elements(call->getArg(2), *dimensions);
    auto starts = elements(call->getArg(3), *dimensions);
    if (!sizes || !subsizes || !starts)
      return std::nullopt;
    if (!isC)
      for (auto *each : {&*sizes, &*subsizes, &*starts})
        std::reverse(each->begin(), each->end());
    return subarrayOf(*old, *sizes, *subsizes, *starts);
  }

  /// The constants that a local array is made of, which nothing changes.
  std::optional<std::vector<int64_t>> elements(const Expr *array, int64_t count) const {
    auto *named = reference(array);
    auto *variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    auto *list = variable && variable->getInit() && info.isFixedArray(variable)
                     ? dyn_cast<InitListExpr>(variable->getInit())
                     : nullptr;
    if (!list || list->getNumInits() < count)
      return std::nullopt;
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; ++i) {
      auto value = constantValue(list->getInit(i), info.context);
      if (!value || *value < 0)
        return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }
};

} // namespace

int64_t Layout::bytes() const {
  int64_t sum = 0;
  for (const Block &block : blocks)
    sum += block.bytes;
  return sum;
}

std::optional<Layout> layoutOf(const Expr *datatype, const FunctionInfo &info) {
  return Layouts(info).of(datatype);
}

std::optional<Layout> repeated(const Layout &layout, int64_t count, int64_t stride) {
  Layout result;
  result.element = layout.element;
  result.lower = layout.lower;
  if (count <= 0 || llvm::MulOverflow(count, stride, result.extent))
    return std::nullopt;
  // In one piece, however many there are.
  if (layout.blocks.size() == 1 && layout.blocks[0].bytes == stride)
    return Layout{
        {{layout.blocks[0].offset, result.extent}}, result.extent, layout.element, layout.lower};
  for (int64_t i = 0; i < count; ++i)
    for (const Layout::Block &block : layout.blocks) {
      int64_t offset = block.offset + i * stride;
      if (!result.blocks.empty() &&
          result.blocks.back().offset + result.blocks.back().bytes == offset)
        result.blocks.back().bytes += block.bytes;
      else if (result.blocks.size() == kMostBlocks)
        return std::nullopt;
      else
        result.blocks.push_back({offset, block.bytes});
    }
  return result;
}

std::optional<Layout> vectorOf(const Layout &old, int64_t count, int64_t length, int64_t stride) {
  if (count <= 0 || length <= 0 || stride < length * old.extent)
    return std::nullopt;
  auto block = repeated(old, length, old.extent);
  auto all = block ? repeated(*block, count, stride) : std::nullopt;
  if (all)
    all->extent = (count - 1) * stride + length * old.extent;
  return all;
}

std::optional<Layout> subarrayOf(const Layout &old, llvm::ArrayRef<int64_t> sizes,
                                 llvm::ArrayRef<int64_t> subsizes, llvm::ArrayRef<int64_t> starts) {
  if (old.lower != 0)
    return std::nullopt;
  std::optional<Layout> layout = old;
  int64_t offset = 0, stride = old.extent;
  for (std::size_t i = sizes.size(); i-- > 0 && layout;) {
    if (starts[i] < 0 || starts[i] + subsizes[i] > sizes[i])
      return std::nullopt;
    offset += starts[i] * stride;
    layout = repeated(*layout, subsizes[i], stride);
    stride *= sizes[i];
  }
  if (!layout)
    return std::nullopt;
  for (Layout::Block &block : layout->blocks)
    block.offset += offset;
  layout->extent = stride;
  return layout;
}

bool makesDatatype(const CallExpr *call) {
  return llvm::is_contained({"MPI_Type_contiguous", "MPI_Type_vector", "MPI_Type_create_hvector",
                             "MPI_Type_create_subarray", "MPI_Type_create_resized"},
                            nameOf(call));
}

} // namespace fencepost::plugin
