//===- trial/Types.cpp - datatypes that a process on trial makes ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "Layouts.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace clang;

namespace fencepost::plugin::trial {

namespace {

/// So many elements of a datatype, that many bytes from the begin of another.
struct Piece {
  int64_t offset, count;
  Layout layout;
};

/// The datatype of those parts; nothing for one that begins before the buffer, or whose parts do
/// not follow each other.
std::optional<Layout> combined(const std::vector<Piece> &parts) {
  constexpr std::size_t kMostBlocks = 512;
  Layout all;
  int64_t end = 0, begin = 0;
  for (const Piece &part : parts) {
    if (part.count == 0)
      continue;
    auto each = repeated(part.layout, part.count, part.layout.extent);
    const int64_t lower = part.offset + part.layout.lower;
    if (!each || lower < end)
      return std::nullopt;
    if (all.blocks.empty()) {
      all.element = each->element;
      begin = lower;
    } else if (all.element && (!each->element || each->element->name != all.element->name)) {
      all.element.reset();
    }
    for (const Layout::Block &block : each->blocks) {
      const int64_t offset = part.offset + block.offset;
      if (!all.blocks.empty() && all.blocks.back().offset + all.blocks.back().bytes == offset)
        all.blocks.back().bytes += block.bytes;
      else
        all.blocks.push_back({offset, block.bytes});
    }
    end = lower + each->extent;
    if (all.blocks.size() > kMostBlocks)
      return std::nullopt;
  }
  if (all.blocks.empty())
    return std::nullopt;
  all.extent = end - begin;
  all.lower = begin;
  return all;
}

/// Of a predefined datatype; MPICH's do not tell of what they are.
int64_t alignmentOf(const Datatype &type) {
  return type.kind == Datatype::Kind::Complex || type.kind == Datatype::Kind::Pair ? type.size / 2
                                                                                   : type.size;
}

constexpr int64_t kMostBytes = int64_t(1) << 31; // of an extent or stride

bool isSane(Value number) {
  return number.kind == Value::Kind::Number && std::abs(number.number) <= kMostBytes;
}

enum class Maker : uint8_t { Contiguous, Vector, Indexed, IndexedBlock, Struct, Other };

struct MakerRow {
  llvm::StringLiteral name;
  Maker maker;
  bool isInBytes; // strides and displacements
};

constexpr MakerRow kMakers[] = {
    {"MPI_Type_contiguous", Maker::Contiguous, false},
    {"MPI_Type_vector", Maker::Vector, false},
    {"MPI_Type_create_hvector", Maker::Vector, true},
    {"MPI_Type_indexed", Maker::Indexed, false},
    {"MPI_Type_create_hindexed", Maker::Indexed, true},
    {"MPI_Type_create_indexed_block", Maker::IndexedBlock, false},
    {"MPI_Type_create_hindexed_block", Maker::IndexedBlock, true},
    {"MPI_Type_create_struct", Maker::Struct, true},
    {"MPI_Type_create_subarray", Maker::Other, false},
    {"MPI_Type_create_resized", Maker::Other, false},
    {"MPI_Type_dup", Maker::Other, false},
};

} // namespace

std::optional<Layout> Process::layoutMadeBy(llvm::StringRef name, int64_t handleBytes) const {
  const MakerRow *row = llvm::find_if(kMakers, [&](const auto &each) { return each.name == name; });
  auto number = [&](unsigned i) {
    return isSane(given[i]) ? std::optional(given[i].number) : std::nullopt;
  };
  const Value count = given[0];
  if (row->maker == Maker::Struct) {
    auto lengths = numbersAt(given[1], count), offsets = numbersAt(given[2], count, 8);
    std::vector<Piece> parts;
    int64_t alignment = 1;
    bool isSure = true;
    for (std::size_t i = 0; lengths && offsets && i < lengths->size(); ++i) {
      if ((*lengths)[i] == 0)
        continue;
      if (!given[3].isPlace())
        return std::nullopt;
      const Value each = given[3].object->load(given[3].number + i * handleBytes, handleBytes);
      auto type = typeOf(each);
      if (!type || !type->element)
        return std::nullopt;
      isSure &= each.kind != Value::Kind::Handle && !type->element->name.empty();
      alignment = std::max(alignment, alignmentOf(*type->element));
      parts.push_back({(*offsets)[i], (*lengths)[i], *type});
    }
    auto made = combined(parts);
    const int64_t padded = made ? llvm::alignTo(made->extent, alignment) : 0;
    // Where bounds are given, or nobody knows how the parts are aligned, it may end without.
    if (!made || (padded != made->extent && !isSure))
      return std::nullopt;
    made->extent = padded;
    return made;
  }
  if (name == "MPI_Type_create_subarray") {
    auto sizes = numbersAt(given[1], count), subsizes = numbersAt(given[2], count),
         starts = numbersAt(given[3], count);
    auto order = number(4);
    auto old = typeOf(given[5]);
    if (!sizes || !subsizes || !starts || !order || !old || sizes->empty())
      return std::nullopt;
    if (*order != bindings.orderC)
      for (auto *each : {&*sizes, &*subsizes, &*starts})
        std::reverse(each->begin(), each->end());
    return subarrayOf(*old, *sizes, *subsizes, *starts);
  }
  auto old = typeOf(given[row->maker == Maker::Other        ? 0
                          : row->maker == Maker::Contiguous ? 1
                                                            : 3]);
  if (!old || old->extent > kMostBytes)
    return std::nullopt;
  const int64_t unit = row->isInBytes ? 1 : old->extent;
  switch (row->maker) {
  case Maker::Contiguous:
    return number(0) ? repeated(*old, *number(0), old->extent) : std::nullopt;
  case Maker::Vector:
    return number(0) && number(1) && number(2)
               ? vectorOf(*old, *number(0), *number(1), *number(2) * unit)
               : std::nullopt;
  case Maker::Indexed:
  case Maker::IndexedBlock: {
    auto offsets = numbersAt(given[2], count, row->isInBytes ? 8 : 4);
    auto lengths = row->maker == Maker::Indexed ? numbersAt(given[1], count) : std::nullopt;
    if (row->maker == Maker::IndexedBlock && offsets && number(1))
      lengths = std::vector<int64_t>(offsets->size(), *number(1));
    if (!offsets || !lengths)
      return std::nullopt;
    std::vector<Piece> parts;
    for (std::size_t i = 0; i < offsets->size(); ++i)
      parts.push_back({(*offsets)[i] * unit, (*lengths)[i], *old});
    return combined(parts);
  }
  default:
    if (name == "MPI_Type_create_resized") {
      if (number(1) != 0 || number(2).value_or(0) <= 0)
        return std::nullopt;
      old->extent = *number(2);
      old->lower = 0;
    }
    return old;
  }
}

bool Process::makeType(const CallExpr *call, llvm::StringRef name) {
  if (llvm::none_of(kMakers, [&](const auto &each) { return each.name == name; }) ||
      given.size() < call->getNumArgs())
    return false;
  const unsigned last = call->getNumArgs() - 1;
  const int64_t bytes = sizeOf(call->getArg(last)->getType()->getPointeeType()).value_or(8);
  Handle made{Handle::Kind::Type};
  made.type = layoutMadeBy(name, bytes);
  give(given[last], bytes, newHandle(std::move(made)));
  return true;
}

std::optional<Layout> Process::typeOf(Value value) const {
  if (value.kind == Value::Kind::Handle)
    return handles[value.number].kind == Handle::Kind::Type ? handles[value.number].type
                                                            : std::nullopt;
  if (value.kind == Value::Kind::Number) { // MPICH has the size in the handle
    const int64_t size = value.number >> 8 & 0xff;
    if (value.number >> 24 != 0x4c || size == 0)
      return std::nullopt;
    return Layout{{{0, size}}, size, Datatype{"", Datatype::Kind::Bytes, size}};
  }
  llvm::StringRef name = predefined(value);
  auto type = name.consume_front("ompi_mpi_") ? datatypeNamed("MPI_" + name.upper(), context)
                                              : std::nullopt;
  return type ? std::optional(Layout{{{0, type->size}}, type->size, *type}) : std::nullopt;
}

std::string Process::nameOfType(Value value) const {
  auto type = typeOf(value);
  return value.kind == Value::Kind::Number ? std::to_string(value.number)
         : type && type->element           ? std::string(type->element->name)
                                           : "";
}

std::vector<ByteRange> Process::piecesOf(const std::optional<Layout> &type,
                                         std::optional<int64_t> count) const {
  constexpr std::size_t kMostPieces = 32; // the last is kept, as it may be too far
  auto all = type && count ? repeated(*type, *count, type->extent) : std::nullopt;
  std::vector<ByteRange> pieces;
  for (std::size_t i = 0; all && i < all->blocks.size(); ++i) {
    const Layout::Block &block = all->blocks[i];
    if (i < kMostPieces || i + 1 == all->blocks.size())
      pieces.push_back({block.offset, block.offset + block.bytes});
  }
  return pieces;
}

} // namespace fencepost::plugin::trial
