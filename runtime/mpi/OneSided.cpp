//===- OneSided.cpp - one call of a one-sided operation -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/OneSided.h"

#include "runtime/errors/Synchronization.h"
#include "runtime/mpi/Operators.h"
#include "runtime/mpi/Requests.h"

namespace fencepost::runtime {

namespace {

BufferId track(const BufferRanges &buffer) {
  return trackBuffer(buffer.ranges().data(), buffer.ranges().size());
}

TypedData typed(const OneSidedArguments::Data &data) {
  return {data.count > 0 ? typeMap(data.type) : nullptr, data.count};
}

} // namespace

OneSided::OneSided(Recording &call, const OneSidedArguments &arguments)
    : call_(call), arguments_(arguments), kind_(callInfo(call.call()).kind) {
  window_ = checkedWindow(call, arguments.window);
  if (!window_)
    return;
  checkTarget(call, *window_, arguments.target);
  targetData_ = typed(arguments.atTarget);
  active_ = arguments.target != MPI_PROC_NULL && targetData_.bytes() > 0;
  if (!active_)
    return;
  // With MPI_NO_OP the origin is not read (RMA-RULES 1).
  if (arguments.op != MPI_NO_OP) {
    originData_ = typed(arguments.origin);
    origin_.add(arguments.origin.address, arguments.origin.count, arguments.origin.type);
  }
  resultData_ = typed(arguments.result);
  result_.add(arguments.result.address, arguments.result.count, arguments.result.type);
  compare_.add(arguments.compare.address, arguments.compare.count, arguments.compare.type);
  check();
  buffers_ = {{track(origin_), track(result_), track(compare_)}};
}

void OneSided::check() {
  const bool hasRequest = callInfo(call_.call()).has(Role::Request);
  checkOperation(call_, *window_,
                 {kind_, hasRequest, arguments_.target, arguments_.displacement, originData_,
                  resultData_, targetData_, &origin_, &result_});
}

void OneSided::record(int result, MPI_Request *request) {
  const bool issued = call_.succeeded(result) && active_;
  if (!issued) {
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
      issueOperation(*window_, target, matching, buffers_, single(arguments_.result, resultData_));
  if (!request)
    return;
  makeDistinct(request);
  addRequest(request, {.kind = RequestKind::Operation,
                       .number = number,
                       .operation = operation,
                       .context = call_.context()});
}

/// Where an atomic operation on one element of a predefined type has that element. Their values say
/// who saw whose (RMA-RULES 3, atomics used as synchronization).
Scalar OneSided::single(const OneSidedArguments::Data &data, const TypedData &typed) const {
  if (!isAtomic(kind_) || !wantsRanges() || !typed.map || data.count != 1 || targetData_.count != 1)
    return {};
  const bool isSingle = typed.map->predefined && targetData_.map->predefined;
  return isSingle ? Scalar{data.address, static_cast<uint32_t>(typed.map->size)} : Scalar{};
}

void OneSided::recordValues() {
  ValuesPayload values = {};
  if (arguments_.op != MPI_NO_OP &&
      readScalar(single(arguments_.origin, originData_), values.operand))
    values.known |= ValuesPayload::Operand;
  if (arguments_.compare.address &&
      readScalar(single(arguments_.compare, targetData_), values.compare))
    values.known |= ValuesPayload::Compare;
  if (values.known)
    call_.atBegin(RecordType::Values, window_->id, values);
}

void OneSided::recordOperation(uint64_t matching, uint64_t request) {
  const uint64_t bytes = targetData_.bytes();
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
        RecordType::Operation, window_->id, call_.begin(), payload,
        {hasOp ? operatorName(arguments_.op) : "", atomic ? targetData_.map->base : ""});
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
