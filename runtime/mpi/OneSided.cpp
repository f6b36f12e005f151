//===- OneSided.cpp - one call of a one-sided operation -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/OneSided.h"

#include "runtime/mpi/Operators.h"
#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

namespace {

using Data = OneSidedArguments::Data;

uint64_t bytesOf(const Data &data) {
  const TypeMap *map = data.count > 0 ? typeMap(data.type) : nullptr;
  return map ? map->size * static_cast<uint64_t>(data.count) : 0;
}

BufferId track(const BufferRanges &buffer) {
  return trackBuffer(buffer.ranges().data(), buffer.ranges().size());
}

} // namespace

bool OneSided::movesData() const {
  return arguments_.target != MPI_PROC_NULL && bytesOf(arguments_.atTarget) > 0;
}

OneSided::OneSided(Recording &call, const OneSidedArguments &arguments)
    : call_(call), arguments_(arguments), kind_(callInfo(call.call()).kind) {
  active_ = call.isOutermost() && movesData();
  if (!active_)
    return;
  // With MPI_NO_OP the origin is not read (RMA-RULES 1).
  if (arguments.op != MPI_NO_OP)
    origin_.add(arguments.origin.address, arguments.origin.count, arguments.origin.type);
  result_.add(arguments.result.address, arguments.result.count, arguments.result.type);
  compare_.add(arguments.compare.address, arguments.compare.count, arguments.compare.type);
  buffers_ = {{track(origin_), track(result_), track(compare_)}};
}

void OneSided::record(int result, const MPI_Request *request) {
  const bool issued = call_.succeeded(result) && active_;
  Window *window = issued ? findWindow(arguments_.window) : nullptr;
  if (!window) {
    buffers_.release();
    if (request && result == MPI_SUCCESS && call_.isOutermost())
      addRequest(request, {});
    return;
  }
  const uint64_t matching = nextNumber();
  const uint64_t number = request ? nextNumber() : 0;
  recordOperation(matching, number);
  const auto target = static_cast<uint32_t>(arguments_.target);
  const IssuedOperation operation =
      issueOperation(*window, target, matching, buffers_, single(arguments_.result));
  if (request)
    addRequest(request, {RequestKind::Operation, kNoId, number, operation, kNoBuffer});
}

const char *OneSided::elementType() const {
  const TypeMap *map = typeMap(arguments_.atTarget.type);
  return map ? map->base : "";
}

/// Where an atomic operation on one element of a predefined type has that element. Their values say
/// who saw whose (RMA-RULES 3, atomics used as synchronization).
Scalar OneSided::single(const OneSidedArguments::Data &data) const {
  if (!isAtomic(kind_) || !wantsRanges() || data.count != 1 || arguments_.atTarget.count != 1)
    return {};
  const TypeMap *map = typeMap(data.type);
  const TypeMap *atTarget = typeMap(arguments_.atTarget.type);
  const bool isSingle = map && atTarget && map->predefined && atTarget->predefined;
  return isSingle ? Scalar{data.address, static_cast<uint32_t>(map->size)} : Scalar{};
}

void OneSided::recordValues() {
  ValuesPayload values = {};
  if (arguments_.op != MPI_NO_OP && readScalar(single(arguments_.origin), values.operand))
    values.known |= ValuesPayload::Operand;
  if (readScalar(single(arguments_.compare), values.compare))
    values.known |= ValuesPayload::Compare;
  if (values.known)
    call_.atBegin(RecordType::Values, windowId(arguments_.window), values);
}

void OneSided::recordOperation(uint64_t matching, uint64_t request) {
  const uint64_t bytes = bytesOf(arguments_.atTarget);
  OperationPayload payload = {static_cast<uint32_t>(call_.call()),
                              static_cast<uint32_t>(arguments_.target),
                              arguments_.displacement,
                              kind_ == EventKind::Get ? 0 : bytes,
                              kind_ == EventKind::Get ? bytes : result_.bytes(),
                              matching,
                              request};
  recordValues();
  {
    Writing writing(call_.thread());
    if (!writing)
      return;
    const bool atomic = isAtomic(kind_);
    const bool hasOp = atomic && arguments_.op != MPI_OP_NULL;
    call_.journal().appendTexts(
        RecordType::Operation, windowId(arguments_.window), call_.begin(), payload,
        {hasOp ? operatorName(arguments_.op) : "", atomic ? elementType() : ""});
  }
  if (!wantsRanges())
    return;
  recordRanges(call_, kind_ == EventKind::Get ? RangeKind::OriginWrite : RangeKind::OriginRead,
               origin_);
  recordRanges(call_, RangeKind::ResultWrite, result_);
  recordRanges(call_, RangeKind::CompareRead, compare_);
  recordRanges(call_, RangeKind::Target,
               BufferRanges(nullptr, arguments_.atTarget.count, arguments_.atTarget.type));
}

} // namespace fencepost::runtime
