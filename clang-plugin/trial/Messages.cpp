//===- trial/Messages.cpp - messages and collectives of processes on trial ---===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trial/Process.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <bit>

using namespace clang;

namespace fencepost::plugin::trial {

/// `bytes`: of each. The greatest of unsigned numbers are negative here.
static std::optional<int64_t> combined(llvm::StringRef op, int64_t one, int64_t other,
                                       int64_t bytes) {
  if ((op == "max" || op == "min") && bytes == 8 && (one < 0 || other < 0))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<int64_t>>(op)
      .Case("sum", one + other)
      .Case("max", std::max(one, other))
      .Case("min", std::min(one, other))
      .Case("land", one && other)
      .Case("lor", one || other)
      .Default(std::nullopt);
}

/// The name of the predefined op, as Open MPI has it.
/// The same of the bits of two reals, which are rounded as those of so many bytes.
static std::optional<int64_t> combinedReals(llvm::StringRef op, int64_t one, int64_t other,
                                            int64_t bytes) {
  const double a = std::bit_cast<double>(one), b = std::bit_cast<double>(other);
  auto real = llvm::StringSwitch<std::optional<double>>(op)
                  .Case("sum", a + b)
                  .Case("max", std::max(a, b))
                  .Case("min", std::min(a, b))
                  .Case("prod", a * b)
                  .Default(std::nullopt);
  if (real && bytes == sizeof(float))
    real = static_cast<float>(*real);
  return real ? std::optional(std::bit_cast<int64_t>(*real)) : std::nullopt;
}

static llvm::StringRef opOf(Value op) {
  if (op.kind == Value::Kind::Number) { // MPICH's
    static constexpr const char *kNames[] = {"",     "max",  "min",  "sum",
                                             "prod", "land", "band", "lor"};
    const int64_t index = op.number - 0x58000000;
    return index > 0 && index < 8 ? kNames[index] : "";
  }
  llvm::StringRef name = predefined(op);
  return name.consume_front("ompi_mpi_op_") ? name : "";
}

Process::Part Process::partOf(const MpiCall &call, Role buffer, Role count, Role type) {
  constexpr int64_t kMostNumbers = 64;
  auto elements = number(call, count);
  auto element = typeOf(argument(call, type));
  const bool isNumber = element && element->blocks.size() == 1 && element->lower == 0 &&
                        element->blocks[0].bytes == element->extent && element->extent <= 8;
  return {argument(call, buffer), isNumber ? element->extent : 0,
          elements && *elements <= kMostNumbers ? *elements : 0,
          isNumber && element->element && element->element->kind == Datatype::Kind::Floating};
}

Exchange::Numbers Process::numbersIn(const Part &part) const {
  Exchange::Numbers numbers;
  for (int64_t i = 0; part.element && part.buffer.isPlace() && i < part.count; ++i) {
    const Value each =
        part.buffer.object->load(part.buffer.number + i * part.element, part.element);
    const bool isZero = each.kind == Value::Kind::Number && each.number == 0; // of any type
    numbers.push_back(each.kind == (part.isReal ? Value::Kind::Real : Value::Kind::Number) || isZero
                          ? std::optional(each.number)
                          : std::nullopt);
  }
  return numbers;
}

void Process::receive(const Part &part, const Exchange::Numbers &numbers) {
  if (part.element && part.buffer.isPlace())
    for (std::size_t i = 0; i < numbers.size(); ++i)
      part.buffer.object->store(part.buffer.number + int64_t(i) * part.element, part.element,
                                !numbers[i]   ? Value()
                                : part.isReal ? Value::ofReal(std::bit_cast<double>(*numbers[i]))
                                              : Value::ofNumber(*numbers[i]));
}

void Process::moves(const MpiCall &call, Role buffer, Role count, Role type, bool writes,
                    Parts parts) {
  const Expr *expr = call.argument(buffer);
  if (!expr || call.argument(Role::Request))
    return;
  const Value at = argument(call, buffer);
  const auto each = typeOf(argument(call, type));
  const auto elements = number(call, count);
  const std::size_t before = course.accesses.size();
  for (int64_t part = 0; each && elements && part < parts.count; ++part) {
    const Value begin = at.moved(part * *elements * each->extent);
    if (part != parts.leftOut)
      for (const ByteRange &piece : piecesOf(each, elements))
        access(begin.moved(piece.begin), piece.end - piece.begin, writes, expr);
  }
  for (std::size_t i = before; i < course.accesses.size(); ++i)
    course.accesses[i].by = call;
}

void Process::message(const MpiCall &call) {
  auto peer = number(call, Role::Peer), tag = number(call, Role::Tag);
  auto source = number(call, Role::Source), sourceTag = number(call, Role::RecvTag);
  const bool isReceive = call.kind() == EventKind::Recv, isOnlySend = isSend(call.kind());
  const Part in = partOf(call, Role::RecvBuffer, Role::RecvCount, Role::RecvType);
  const Exchange::Numbers out =
      numbersIn(call.argument(Role::SendBuffer)
                    ? partOf(call, Role::SendBuffer, Role::SendCount, Role::SendType)
                    : in);
  if (isReceive)
    std::tie(source, sourceTag) = std::pair(peer, tag);
  const bool isFromNobody = source == bindings.procNull;
  if (call.argument(Role::RecvBuffer) && !isFromNobody)
    brought(in.buffer, bytesOf(call, Role::RecvCount, Role::RecvType));
  fillStatus(call);
  if (peer.value_or(-1) >= 0 && !isReceive)
    moves(call, Role::SendBuffer, Role::SendCount, Role::SendType, false);
  CallEvent &event = add(call);
  event.target = isReceive ? std::nullopt : peer;
  event.tag = isReceive ? std::nullopt : tag;
  event.source = source;
  event.sourceTag = sourceTag;
  event.isFromNobody = isFromNobody;
  if (!event.comm || (!isReceive && (!peer || !tag)))
    stop();
  giveRequest(call);
  if (!event.comm)
    return;
  const Comm &comm = course.comms[*event.comm];
  auto next = [&](std::map<std::string, unsigned> &counts, int64_t from, int64_t to, int64_t with) {
    const std::string name = comm.name + ":" + std::to_string(from) + ">" + std::to_string(to) +
                             ":" + std::to_string(with);
    return name + "#" + std::to_string(counts[name]++);
  };
  if (!isReceive && peer && tag)
    exchange.give(next(sent, comm.rank, *peer, *tag), comm.rank, out);
  if (isOnlySend || isFromNobody)
    return;
  if (!source || !sourceTag || *source < 0 || *sourceTag < 0) {
    course.mayDiffer = true; // from anybody
    return;
  }
  const auto *numbers = exchange.of(next(received, *source, comm.rank, *sourceTag), *source);
  if (!numbers)
    return;
  receive(in, *numbers);
  if (const int64_t bytes = int64_t(numbers->size()) * in.element;
      bytes > 0 && !call.argument(Role::Request))
    access(in.buffer, bytes, true, call.argument(Role::RecvBuffer));
}

Exchange::Numbers Process::reduced(const std::vector<Exchange::Numbers> &all, Value by,
                                   const Part &part) {
  const llvm::StringRef op = opOf(by);
  Exchange::Numbers result = all.empty() ? Exchange::Numbers() : all.front();
  for (std::size_t i = 0; i < result.size(); ++i)
    for (std::size_t k = 1; k < all.size(); ++k)
      result[i] = i < all[k].size() && result[i] && all[k][i]
                      ? part.isReal ? combinedReals(op, *result[i], *all[k][i], part.element)
                                    : combined(op, *result[i], *all[k][i], part.element)
                      : std::nullopt;
  return result;
}

static Exchange::Numbers oneByOne(const std::vector<Exchange::Numbers> &all, std::size_t each) {
  Exchange::Numbers result;
  for (const Exchange::Numbers &numbers : all)
    for (std::size_t i = 0; i < each; ++i)
      result.push_back(i < numbers.size() ? numbers[i] : std::nullopt);
  return result;
}

void Process::collective(const MpiCall &call) {
  const std::string_view name = call.info().name;
  const bool isBroadcast = name == "MPI_Bcast", isScan = name == "MPI_Scan",
             isExclusive = name == "MPI_Exscan", isGather = name == "MPI_Gather",
             isReduction = name == "MPI_Allreduce" || name == "MPI_Reduce",
             isAll = name == "MPI_Allgather", isScatter = name == "MPI_Scatter",
             isExchange = name == "MPI_Alltoall";
  const auto root = number(call, Role::Root);
  const Expr *from = call.argument(Role::SendBuffer);
  const bool isInPlace = from && isMacro(from, "MPI_IN_PLACE", context);
  const bool hasPart =
      isBroadcast || isScan || isExclusive || isGather || isReduction || isAll || isScatter;
  Part out, in;
  if (isBroadcast)
    in = out = partOf(call, Role::RootBuffer, Role::RootCount, Role::RootType);
  else if (hasPart) {
    out = partOf(call, Role::SendBuffer, Role::SendCount, Role::SendType);
    in = out;
    in.buffer = argument(call, Role::RecvBuffer);
    if (isInPlace && !(isGather || isAll || isScatter))
      out.buffer = in.buffer;
    if (isScatter)
      in = partOf(call, Role::RecvBuffer, Role::RecvCount, Role::RecvType);
  }
  const Exchange::Numbers mine = numbersIn(out);
  const auto asked = commOf(argument(call, Role::Comm));
  const bool isRoot = asked && root == course.comms[*asked].rank;
  const bool isFromRoot = call.kind() == EventKind::OneToAll;
  const int64_t size = asked ? course.comms[*asked].size : 1;
  if (!isBroadcast && !isInPlace && (!isFromRoot || isRoot))
    moves(call, Role::SendBuffer, Role::SendCount, Role::SendType, false,
          {isScatter || isExchange ? size : 1, -1});
  else if (isBroadcast && isRoot)
    moves(call, Role::RootBuffer, Role::RootCount, Role::RootType, false);
  CallEvent &event = add(call);
  const Comm *comm = event.comm ? &course.comms[*event.comm] : nullptr;
  event.root = root;
  if (isBroadcast && comm && root && !isRoot)
    moves(call, Role::RootBuffer, Role::RootCount, Role::RootType, true);
  else if (name == "MPI_Allreduce" || (name == "MPI_Reduce" && isRoot) || isScan ||
           (isExclusive && comm && comm->rank != 0))
    moves(call, Role::RecvBuffer, Role::SendCount, Role::SendType, true);
  else if (comm && (isAll || isExchange || (isGather && isRoot)))
    moves(call, Role::RecvBuffer, Role::RecvCount, Role::RecvType, true,
          {size, isInPlace ? comm->rank : -1}); // what is in place stays
  else if (isScatter && comm && root)
    moves(call, Role::RecvBuffer, Role::RecvCount, Role::RecvType, true);
  if (call.argument(Role::RecvBuffer) && !(isExclusive && comm && comm->rank == 0))
    brought(argument(call, Role::RecvBuffer),
            comm && in.element && in.count
                ? std::optional(in.element * in.count * (isGather || isAll ? comm->size : 1))
                : std::nullopt);
  if (call.argument(Role::RootBuffer) && !(isBroadcast && isRoot))
    brought(argument(call, Role::RootBuffer), bytesOf(call, Role::RootCount, Role::RootType));
  giveRequest(call);
  if (!comm)
    return stop();
  const std::string key =
      comm->name + "#" + std::string(name) + std::to_string(collectives[comm->name]++);
  if (!hasPart || (isInPlace && (isGather || isAll || isScatter)))
    return;
  exchange.give(key, comm->rank, mine);
  const bool isRooted = isBroadcast || isGather || isScatter || name == "MPI_Reduce";
  if (isRooted && !root)
    return;
  if (isBroadcast || isScatter) {
    const Exchange::Numbers *numbers = isBroadcast && isRoot ? nullptr : exchange.of(key, *root);
    if (!numbers)
      return;
    const auto begin = isScatter ? comm->rank * in.count : 0;
    Exchange::Numbers part;
    for (int64_t i = begin; i < begin + in.count && i < int64_t(numbers->size()); ++i)
      part.push_back((*numbers)[i]);
    return receive(in, part);
  }
  if (isRooted && !isRoot)
    return;
  const int64_t last = isScan ? comm->rank + 1 : isExclusive ? comm->rank : comm->size;
  const auto all = gathered(exchange, key, last);
  if (all && !all->empty())
    receive(in, isGather || isAll ? oneByOne(*all, out.count)
                                  : reduced(*all, argument(call, Role::Op), out));
}

} // namespace fencepost::plugin::trial
