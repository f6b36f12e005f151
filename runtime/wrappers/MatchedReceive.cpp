//===- MatchedReceive.cpp - probes, and receives of what they matched ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"
#include "runtime/mpi/Matched.h"
#include "runtime/mpi/Messages.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// The message of a call that receives one.
class Receiving {
public:
  explicit Receiving(const MPI_Message *message) : message_(message), handle_(*message) {}
  /// For the call's enter.
  EnterFacts take() {
    known_ = takeMatched(handle_, matched_);
    return {.base = known_ ? matched_.number : 0};
  }
  /// After the call.
  bool received(Recording &call, int result) {
    const bool took = runtime::received(call, result);
    if (!took && known_ && *message_ == handle_)
      keepMatched(handle_, matched_);
    if (took && !known_ && handle_ != MPI_MESSAGE_NO_PROC)
      call.notFollowed();
    return took && known_;
  }
  const MatchedMessage &matched() const { return matched_; }

private:
  const MPI_Message *message_;
  MPI_Message handle_;
  bool known_ = false;
  MatchedMessage matched_ = {};
};

} // namespace

#define MATCHED_RECEIVES(Mrecv, Imrecv, Count)                                                     \
  int MPI_##Mrecv(void *buffer, Count count, MPI_Datatype type, MPI_Message *message,              \
                  MPI_Status *status) {                                                            \
    Receiving receiving(message);                                                                  \
    Recording call(Call::Mrecv, FENCEPOST_FRAME, [&] { return receiving.take(); });                \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##Mrecv(buffer, count, type, message, used);                           \
    if (receiving.received(call, result)) {                                                        \
      recordReceive(call, receiving.matched().comm, *used, receiving.matched().number);            \
      recordFilledPart(call, {buffer, count, type}, *used);                                        \
    }                                                                                              \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int MPI_##Imrecv(void *buffer, Count count, MPI_Datatype type, MPI_Message *message,             \
                   MPI_Request *request) {                                                         \
    Receiving receiving(message);                                                                  \
    Recording call(Call::Imrecv, FENCEPOST_FRAME, [&] { return receiving.take(); });               \
    const int result = PMPI_##Imrecv(buffer, count, type, message, request);                       \
    if (receiving.received(call, result))                                                          \
      startReceive(call, {buffer, count, type}, receiving.matched().comm,                          \
                   receiving.matched().number, request);                                           \
    else if (call.succeeded(result))                                                               \
      addRequest(request, {});                                                                     \
    return result;                                                                                 \
  }

extern "C" {

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  Recording call(Call::Probe, FENCEPOST_FRAME);
  NeededStatus used(status);
  const int result = PMPI_Probe(source, tag, comm, used);
  if (call.succeeded(result))
    recordMessageFound(call, comm, *used);
  return result;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  Recording call(Call::Iprobe, FENCEPOST_FRAME);
  NeededStatus used(status);
  const int result = PMPI_Iprobe(source, tag, comm, flag, used);
  if (call.succeeded(result)) {
    if (*flag)
      recordMessageFound(call, comm, *used);
    else
      call.unsuccessful();
  }
  return result;
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  Recording call(Call::Mprobe, FENCEPOST_FRAME);
  const int result = PMPI_Mprobe(source, tag, comm, message, status);
  if (call.succeeded(result))
    recordMatched(call, comm, *message);
  return result;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                MPI_Status *status) {
  Recording call(Call::Improbe, FENCEPOST_FRAME);
  const int result = PMPI_Improbe(source, tag, comm, flag, message, status);
  if (call.succeeded(result)) {
    if (*flag)
      recordMatched(call, comm, *message);
    else
      call.unsuccessful();
  }
  return result;
}

MATCHED_RECEIVES(Mrecv, Imrecv, int)
#if MPI_VERSION >= 4
MATCHED_RECEIVES(Mrecv_c, Imrecv_c, MPI_Count)
#endif

} // extern "C"
