//===- trial/Communicators.cpp - communicators of processes on trial -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A new communicator may number its processes in another order where it is
// asked to; here it never does.
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fencepost::plugin::trial {

static constexpr int64_t kMostDimensions = 4, kMostNumbers = 64;

Value Process::newComm(std::string name, std::vector<int64_t> members, Grid grid) {
  auto own = llvm::find(members, rank);
  if (own == members.end())
    return newHandle({Handle::Kind::Null});
  Comm comm{std::move(name), own - members.begin(), int64_t(members.size()), std::move(members)};
  comm.grid = std::move(grid);
  course.comms.push_back(std::move(comm));
  return newHandle({Handle::Kind::Comm, unsigned(course.comms.size() - 1)});
}

std::optional<std::vector<int64_t>> Process::numbersAt(Value place, Value count,
                                                       int64_t bytes) const {
  if (!place.isPlace() || count.kind != Value::Kind::Number || count.number < 0 ||
      count.number > kMostNumbers)
    return std::nullopt;
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < count.number; ++i) {
    const Value each = place.object->load(place.number + bytes * i, bytes);
    if (each.kind != Value::Kind::Number)
      return std::nullopt;
    numbers.push_back(each.number);
  }
  return numbers;
}

/// The coordinates of the process with that rank.
static std::vector<int64_t> coordinates(const Grid &grid, int64_t rank) {
  std::vector<int64_t> at(grid.sizes.size());
  for (std::size_t i = at.size(); i-- > 0; rank /= grid.sizes[i])
    at[i] = rank % grid.sizes[i];
  return at;
}

/// The rank of the process there; nothing where there is none.
static std::optional<int64_t> rankAt(const Grid &grid, const std::vector<int64_t> &at) {
  int64_t rank = 0;
  for (std::size_t i = 0; i < grid.sizes.size(); ++i) {
    const int64_t size = grid.sizes[i];
    if (!grid.periods[i] && (at[i] < 0 || at[i] >= size))
      return std::nullopt;
    rank = rank * size + (at[i] % size + size) % size;
  }
  return rank;
}

/// Of those with the same number as this process, in the order of their keys.
static std::vector<int64_t> parted(const Comm &comm, const std::vector<Exchange::Numbers> &all) {
  std::vector<std::pair<int64_t, int64_t>> order;
  const auto own = all[comm.rank][0];
  for (int64_t each = 0; each < comm.size; ++each)
    if (all[each][0] == own)
      order.push_back({*all[each][1], each});
  llvm::sort(order);
  std::vector<int64_t> members;
  for (const auto &[key, each] : order)
    members.push_back(comm.members[each]);
  return members;
}

Value Process::madeOf(unsigned index, llvm::StringRef made) {
  Comm &comm = course.comms[index];
  const std::string name = comm.name + "/" + std::to_string(comm.made++);
  const Comm parent = comm; // others may move it
  auto isNumber = [&](unsigned i) { return given[i].kind == Value::Kind::Number; };
  if (made == "MPI_Comm_dup")
    return newComm(name, parent.members, parent.grid);
  if (made == "MPI_Comm_split_type" && isNumber(1) && given[1].number == bindings.commTypeShared &&
      isNumber(2) && (given[2].number == 0 || given[2].number == parent.rank))
    return newComm(name, parent.members); // all are on one node
  if (made == "MPI_Comm_split" && isNumber(1) && isNumber(2)) {
    constexpr int64_t kUndefined = -32766;
    exchange.give(name, parent.rank, {given[1].number, given[2].number});
    auto all = gathered(exchange, name, parent.size);
    const int64_t color = given[1].number;
    return color == kUndefined ? newHandle({Handle::Kind::Null})
           : all               ? newComm(name + ":" + std::to_string(color), parted(parent, *all))
                               : Value();
  }
  if (made == "MPI_Comm_create" && given[1].kind == Value::Kind::Handle &&
      handles[given[1].number].group) {
    // Some may be given another group, which has none of these.
    const std::vector<int64_t> &group = *handles[given[1].number].group;
    return newComm(group.empty() ? name : name + ":" + std::to_string(group.front()), group);
  }
  if (made == "MPI_Cart_create") {
    auto sizes = numbersAt(given[2], given[1]), periods = numbersAt(given[3], given[1]);
    if (!sizes || !periods)
      return {};
    int64_t count = 1;
    for (int64_t each : *sizes)
      count *= each > 0 && each <= parent.size ? each : parent.size + 1;
    if (count > parent.size) {
      stop(); // which is an error
      return {};
    }
    auto first = parent.members.begin();
    return newComm(name, {first, first + count}, {*sizes, *periods});
  }
  if (made == "MPI_Cart_sub" && !parent.grid.sizes.empty()) {
    auto kept = numbersAt(given[1], Value::ofNumber(parent.grid.sizes.size()));
    if (!kept)
      return {};
    Grid grid;
    const auto own = coordinates(parent.grid, parent.rank);
    std::string called = name;
    for (std::size_t i = 0; i < kept->size(); ++i)
      if ((*kept)[i]) {
        grid.sizes.push_back(parent.grid.sizes[i]);
        grid.periods.push_back(parent.grid.periods[i]);
      } else {
        called += ":" + std::to_string(own[i]);
      }
    std::vector<int64_t> members;
    for (int64_t each = 0; each < parent.size; ++each) {
      const auto at = coordinates(parent.grid, each);
      bool isSame = true;
      for (std::size_t i = 0; i < kept->size(); ++i)
        isSame &= (*kept)[i] || at[i] == own[i];
      if (isSame)
        members.push_back(parent.members[each]);
    }
    return newComm(called, members, grid);
  }
  return {};
}

void Process::makeComm(const MpiCall &call) {
  const Expr *made = call.argument(Role::NewComm);
  const Value to = argument(call, Role::NewComm);
  CallEvent &event = add(call);
  if (!event.comm || !to.isPlace())
    return stop();
  const unsigned parent = *event.comm;
  const std::string_view name = call.info().name;
  give(to, sizeOf(made->getType()->getPointeeType()).value_or(8),
       madeOf(parent, {name.data(), name.size()}));
}

/// As near to each other as can be, the greatest first (MPI 4.1, 8.5.2); none of them is given.
static std::vector<int64_t> dimensions(int64_t processes, int64_t count) {
  std::vector<int64_t> sizes(count, 1);
  for (int64_t factor = 2; processes > 1; ++factor)
    for (; processes % factor == 0; processes /= factor)
      sizes.push_back(factor);
  // The greatest factor to the smallest so far.
  std::vector<int64_t> factors(sizes.begin() + count, sizes.end());
  sizes.resize(count);
  for (int64_t factor : llvm::reverse(factors))
    *llvm::min_element(sizes) *= factor;
  llvm::sort(sizes, std::greater<>());
  return sizes;
}

bool Process::topology(llvm::StringRef name) {
  auto isNumber = [&](unsigned i) { return given[i].kind == Value::Kind::Number; };
  if (name == "MPI_Dims_create") {
    auto sizes = numbersAt(given[2], given[1]);
    constexpr int64_t kMostProcesses = 1000;
    if (!sizes || sizes->empty() || sizes->size() > kMostDimensions || !isNumber(0) ||
        given[0].number > kMostProcesses ||
        llvm::any_of(*sizes, [](auto each) { return each != 0; }))
      return false;
    giveNumbers(given[2], dimensions(given[0].number, sizes->size()));
    return true;
  }
  auto index = commOf(given[0]);
  const Comm *comm = index ? &course.comms[*index] : nullptr;
  if (!comm || comm->grid.sizes.empty())
    return false;
  const Grid &grid = comm->grid;
  const int64_t dimensions = grid.sizes.size();
  if (name == "MPI_Cart_coords" && isNumber(1) && isNumber(2) && given[2].number >= dimensions &&
      given[1].number >= 0 && given[1].number < comm->size) {
    giveNumbers(given[3], coordinates(grid, given[1].number));
    return true;
  }
  if (name == "MPI_Cart_rank") {
    auto at = numbersAt(given[1], Value::ofNumber(dimensions));
    auto rank = at ? rankAt(grid, *at) : std::nullopt;
    if (rank)
      giveNumbers(given[2], {*rank});
    return rank.has_value();
  }
  if (name == "MPI_Cart_shift" && isNumber(1) && isNumber(2) && given[1].number >= 0 &&
      given[1].number < dimensions) {
    auto from = coordinates(grid, comm->rank), to = from;
    from[given[1].number] -= given[2].number;
    to[given[1].number] += given[2].number;
    giveNumbers(given[3], {rankAt(grid, from).value_or(bindings.procNull)});
    giveNumbers(given[4], {rankAt(grid, to).value_or(bindings.procNull)});
    return true;
  }
  if (name == "MPI_Cart_get" && isNumber(1) && given[1].number >= dimensions) {
    giveNumbers(given[2], grid.sizes);
    giveNumbers(given[3], grid.periods);
    giveNumbers(given[4], coordinates(grid, comm->rank));
    return true;
  }
  return false;
}

void Process::giveNumbers(Value to, const std::vector<int64_t> &numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    give(to.isPlace() ? to.moved(4 * i) : to, 4, Value::ofNumber(numbers[i]));
}

} // namespace fencepost::plugin::trial
