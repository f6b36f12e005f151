// Every record of the journal, and what otf2-print shows of it, definitions included. Two ranks;
// rank 1 has a second thread and ends within a call.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang++ -std=c++20 -I%source %s -o %t/make && %t/make %t/trace
// RUN: %complete %t/trace
// RUN: test ! -e %t/trace/journal && test ! -e %t/trace/.completing
// RUN: %otf2-print -A %t/trace/traces.otf2 > %t/anchor 2> %t/complaints
// RUN: %otf2-print -G %t/trace/traces.otf2 > %t/definitions 2>> %t/complaints
// RUN: %otf2-print -L 0 %t/trace/traces.otf2 > %t/rank0 2>> %t/complaints
// RUN: %otf2-print -L 1 %t/trace/traces.otf2 > %t/rank1 2>> %t/complaints
// RUN: %otf2-print %t/trace/traces.otf2 > %t/events 2>> %t/complaints
// RUN: test ! -s %t/complaints
// RUN: not grep -w INVALID %t/events %t/definitions
// RUN: %FileCheck --check-prefix=ANCHOR --input-file=%t/anchor %s
// RUN: %FileCheck --check-prefix=DEF --input-file=%t/definitions %s
// RUN: %FileCheck --check-prefix=RANK0 --input-file=%t/rank0 %s
// RUN: %FileCheck --check-prefix=RANK1 --input-file=%t/rank1 %s

#include "model/Errors.h"
#include "test/runtime/Inputs/JournalBuilder.h"

using namespace fencepost;
using namespace fencepost::test;

namespace {

constexpr uint32_t kWorld = 0, kSelf = 1, kWindowComm = 2, kPair = 3;
constexpr uint32_t kWindow = 0;
constexpr uint32_t kLoad = 200, kMain = 201, kPut = 202; // contexts

struct SomeRanges {
  RangesPayload ranges;
  RangeEntry entries[2];
  uint64_t end; // of the data, as Journal::appendData leaves it
};

struct SomePlaces {
  PlacesPayload places;
  uint64_t words[2];
  uint64_t end;
};

void init(JournalBuilder &journal) {
  uint32_t rank = journal.header.rank;
  journal.add(RecordType::ProgramBegin, kNoId)
      .defineCall(Call::Init)
      .enter(Call::Init)
      .add(RecordType::DefComm, kWorld, DefCommPayload{0, 0, rank, 2, kNoId, 0, 0, 0}, {""})
      .add(RecordType::DefComm, kSelf, DefCommPayload{rank, UINT32_MAX, 0, 1, kNoId, 0, 0, 0}, {""})
      .add(RecordType::Collective, kWorld, CollectivePayload{1, 17, {}, kNoId, kNoId, kNoId, 0, 0, 0, 0})
      .add(RecordType::CommCreated, kWorld)
      .add(RecordType::CommCreated, kSelf)
      .add(RecordType::Collective, kWorld, CollectivePayload{0, 17, {}, kNoId, kNoId, kNoId, 0, 0, 0, 0})
      .leave(Call::Init);
  for (Call call : {Call::Win_create, Call::Win_fence, Call::Win_post, Call::Win_start,
                    Call::Win_complete, Call::Win_lock, Call::Win_unlock, Call::Win_flush,
                    Call::Win_attach, Call::Win_free, Call::Fetch_and_op, Call::Rget, Call::Send,
                    Call::Irecv, Call::Isend, Call::Wait, Call::Bcast, Call::Comm_free,
                    Call::Finalize, Call::Get_accumulate, Call::Compare_and_swap})
    journal.defineCall(call);
}

void window(JournalBuilder &journal) {
  journal
      .add(RecordType::DefComm, kWindowComm, DefCommPayload{0, 1, journal.header.rank, 2, kWorld, 0, 0, 0},
           {""})
      .add(RecordType::DefWindow, kWindow, DefWindowPayload{kWindowComm, 1}, {"halo_win"})
      .enter(Call::Win_create)
      .add(RecordType::RmaCollective, kWindow, RmaCollectivePayload{1, 17, 0, 0, 0})
      .add(RecordType::WindowCreate, kWindow, WindowCreatePayload{0x1000, 4096, 8, 1, 2},
           {"no_locks=true"})
      .add(RecordType::RmaCollective, kWindow, RmaCollectivePayload{0, 17, 0, 0, 0})
      .leave(Call::Win_create)
      .enter(Call::Win_fence)
      .add(RecordType::RmaCollective, kWindow, RmaCollectivePayload{1, 0, 1, 0, 0})
      .add(RecordType::RmaCollective, kWindow, RmaCollectivePayload{0, 0, 1, 0, 8})
      .leave(Call::Win_fence);
}

JournalBuilder rank0() {
  JournalBuilder journal(0, 2);
  init(journal);
  window(journal);
  // The child is defined before its parent: it may be so when threads define them.
  journal
      .add(RecordType::DefContext, kPut, DefContextPayload{kMain, 12, 5, 1, {}},
           {"MPI_Put", "halo.c", "win", "&edge[0]", "/src"})
      .add(RecordType::DefContext, kMain, DefContextPayload{kNoId, 12, 0, 0, {}},
           {"main", "halo.c"})
      .add(RecordType::DefContext, kLoad, DefContextPayload{kNoId, 30, 9, 0, {}},
           {"sum", "halo.c", "", "u[i]", "/src", "memcpy"})
      .add(RecordType::DefClock, 0, DefClockPayload{0, 0})
      .add(RecordType::Range, kLoad, RangePayload{1, 0x1000, 8, 16, 100})
      .add(RecordType::Ranges, kLoad,
           SomeRanges{{2, 0x3000}, {{0, 8, 0, 1}, {0x100, 4, 32, 3}}, 0})
      .add(RecordType::Places, kLoad,
           SomePlaces{{2, 0x5000, 8, 8}, {uint64_t{1} << 63 | 0xab, 1}, 0})
      .add(RecordType::Places, kLoad, SomePlaces{{1, 0x6000, 4, 32}, {0x1000101, 0}, 0})
      .add(RecordType::Enter, kPut,
           EnterPayload{static_cast<uint32_t>(Call::Put), kNoId, kNoId, 0, 0, 0})
      .add(RecordType::Error, kWindow,
           ErrorPayload{static_cast<uint32_t>(Error::OutsideWindow), kLoad, 1, 0, -24, 40, 32},
           {"8"})
      .add(RecordType::Operation, kWindow,
           OperationPayload{static_cast<uint32_t>(Call::Put), 1, -3, 64, 0, 7, 0}, {"", ""})
      .add(RecordType::Range, 0, RangePayload{3, 0x2000, 64, 0, 1})
      .add(RecordType::Range, 0, RangePayload{7, 0, 64, 0, 1})
      .add(RecordType::Leave, kPut)
      .enter(Call::Fetch_and_op)
      .add(RecordType::Operation, kWindow,
           OperationPayload{static_cast<uint32_t>(Call::Fetch_and_op), 1, 2, 8, 8, 8, 0},
           {"MPI_SUM", "MPI_DOUBLE"})
      .leave(Call::Fetch_and_op)
      .enter(Call::Compare_and_swap)
      .add(RecordType::Values, kWindow, ValuesPayload{3, 41, 40, 0})
      .add(RecordType::Operation, kWindow,
           OperationPayload{static_cast<uint32_t>(Call::Compare_and_swap), 1, 2, 8, 8, 9, 0},
           {"MPI_REPLACE", "MPI_INT"})
      .leave(Call::Compare_and_swap)
      .enter(Call::Rget)
      .add(RecordType::Operation, kWindow,
           OperationPayload{static_cast<uint32_t>(Call::Rget), 1, 0, 0, 32, 10, 77}, {"", ""})
      .leave(Call::Rget)
      .enter(Call::Wait)
      .add(RecordType::OperationComplete, kWindow, OperationCompletePayload{10, 0, 0})
      .leave(Call::Wait)
      .enter(Call::Win_flush, kWindow, 1)
      .add(RecordType::OperationComplete, kWindow, OperationCompletePayload{7, 1, 0})
      .add(RecordType::Values, kWindow, ValuesPayload{4, 0, 0, 40})
      .add(RecordType::OperationComplete, kWindow, OperationCompletePayload{9, 1, 0})
      .leave(Call::Win_flush)
      .group(0, {1})
      .enter(Call::Win_post)
      .add(RecordType::GroupSync, kWindow, GroupSyncPayload{0, 1, 0, {}})
      .leave(Call::Win_post)
      .enter(Call::Win_complete)
      .add(RecordType::GroupSync, kWindow, GroupSyncPayload{0, 0, 1, {}})
      .leave(Call::Win_complete)
      .enter(Call::Win_lock)
      .add(RecordType::RequestLock, kWindow, LockPayload{1, 1, 1, 0})
      .add(RecordType::AcquireLock, kWindow, LockPayload{1, 0, 1, 0})
      .leave(Call::Win_lock)
      .enter(Call::Win_unlock)
      .add(RecordType::ReleaseLock, kWindow, LockPayload{1, 0, 1, 0})
      .leave(Call::Win_unlock)
      .enter(Call::Win_lock)
      .add(RecordType::RequestLock, kWindow, LockPayload{kNoId, 0, 0, 0})
      .leave(Call::Win_lock)
      .enter(Call::Win_attach, kWindow, kNoId, 0x5000, 256)
      .leave(Call::Win_attach)
      .enter(Call::Send)
      .add(RecordType::Send, kWorld, MessagePayload{1, 42, 100, 0})
      .leave(Call::Send)
      .add(RecordType::Send, kWorld, MessagePayload{1, 43, 100, 5})
      .add(RecordType::SendComplete, 0, RequestPayload{5})
      .add(RecordType::RecvRequest, kWorld, MessagePayload{0, 0, 0, 6})
      .add(RecordType::Recv, kWorld, MessagePayload{1, 44, 100, 6})
      .add(RecordType::Recv, kWorld, MessagePayload{1, 45, 100, 0})
      .enter(Call::Bcast)
      .add(RecordType::Collective, kWorld, CollectivePayload{1, 1, {}, 0, kNoId, kNoId, 0, 0, 0, 0})
      .add(RecordType::Collective, kWorld, CollectivePayload{0, 1, {}, 0, kNoId, kNoId, 0, 0, 8, 16})
      .leave(Call::Bcast)
      .add(RecordType::DefComm, kPair, DefCommPayload{1, 0, 1, 2, kWorld, 0, 0, 0}, {"pair"})
      .add(RecordType::CommCreated, kPair)
      .add(RecordType::CommDestroyed, kPair)
      .add(RecordType::WindowDestroy, kWindow)
      .add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::NotFollowed), DefNotePayload{2},
           {"MPI_Mrecv"})
      .add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::NotFollowed), DefNotePayload{3},
           {"MPI_Mrecv"})
      .add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::ThreadsNotFollowed),
           DefNotePayload{1}, {"libgomp.so.1"})
      .add(RecordType::ProgramEnd, 0);
  return journal;
}

JournalBuilder rank1() {
  JournalBuilder journal(1, 2);
  init(journal);
  window(journal);
  journal.add(RecordType::DefComm, kPair, DefCommPayload{1, 0, 0, 2, kWorld, 0, 0, 0}, {"pair"})
      .group(0, {1, 0})
      .add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::NotFollowed), DefNotePayload{1},
           {"MPI_Mrecv"})
      .enter(Call::Win_fence);
  return journal;
}

} // namespace

int main(int, char **argv) {
  rank0().save(argv[1]);
  rank1().save(argv[1]);
  JournalBuilder helper(1, 2, 3);
  helper.add(RecordType::Range, 0, RangePayload{10, 0x9000, 64, 0, 1});
  helper.add(RecordType::DefNote, static_cast<uint32_t>(NoteKind::Lost), DefNotePayload{0},
             {"No space left on device"});
  helper.save(argv[1]);
}

// ANCHOR-DAG: Number of locations {{ *}}3
// ANCHOR-DAG: Creator {{ *}}Fencepost
// ANCHOR-DAG: FENCEPOST::COMPLETE{{[[:space:]]+}}Property value {{ *}}false
// ANCHOR-DAG: FENCEPOST::ENDED{{[[:space:]]+}}Property value {{ *}}1:0.0{{[0-9]+}}:MPI_Win_fence{{$}}
// ANCHOR-DAG: FENCEPOST::NOT_FOLLOWED{{[[:space:]]+}}Property value {{ *}}MPI_Mrecv:4
// ANCHOR-DAG: FENCEPOST::THREADS_NOT_FOLLOWED{{[[:space:]]+}}Property value {{ *}}libgomp.so.1
// ANCHOR-DAG: FENCEPOST::LOST{{[[:space:]]+}}Property value {{ *}}1:No space left on device
// ANCHOR-DAG: FENCEPOST::PROGRAM{{[[:space:]]+}}Property value {{ *}}./prog 200 1
// ANCHOR-DAG: FENCEPOST::MPI{{[[:space:]]+}}Property value {{ *}}Test MPI 1.0
// ANCHOR-DAG: FENCEPOST::SUPPRESSIONS{{[[:space:]]+}}Property value {{ *}}/src/known.txt
// ANCHOR-DAG: FENCEPOST::ACCESS{{[[:space:]]+}}Property value {{ *}}segments

// DEF: CLOCK_PROPERTIES {{ *}}Ticks per Seconds: 1000000, Global Offset: 1000000, Length: {{[1-9][0-9]+}}, Date: 2023
// DEF: PARADIGM {{.*}} MPI, Name: "MPI" {{.*}}, Class: PROCESS
// DEF: PARADIGM_PROPERTY {{.*}}COMM_NAME_TEMPLATE{{.*}}"Comm ${id}"
// DEF: PARADIGM_PROPERTY {{.*}}RMA_WIN_NAME_TEMPLATE{{.*}}"Win ${id}"
// DEF: SYSTEM_TREE_NODE {{.*}}Class: "machine"
// DEF: SYSTEM_TREE_NODE {{.*}}Name: "host" {{.*}}Class: "node"
// DEF: LOCATION_GROUP {{ *}}0 {{ *}}Name: "MPI Rank 0" {{.*}}PROCESS, Parent: "node::host"
// DEF: LOCATION_GROUP {{ *}}1 {{ *}}Name: "MPI Rank 1"
// DEF: LOCATION {{ *}}0 {{ *}}Name: "Master thread" {{.*}}CPU_THREAD, # Events: {{[1-9][0-9]*}}, Group: "MPI Rank 0"
// DEF: LOCATION {{ *}}1 {{ *}}Name: "Master thread"
// DEF: LOCATION {{ *}}12884901889 {{ *}}Name: "Thread 3" {{.*}}# Events: 1, Group: "MPI Rank 1"
// DEF-DAG: REGION {{.*}}Name: "MPI_Put" {{.*}}Role: RMA, Paradigm: "MPI"
// DEF-DAG: REGION {{.*}}Name: "MPI_Fetch_and_op" {{.*}}Role: ATOMIC, Paradigm: "MPI"
// DEF-DAG: REGION {{.*}}Name: "MPI_Bcast" {{.*}}Role: COLL_ONE2ALL
// DEF-DAG: REGION {{.*}}Name: "main" {{.*}}Role: FUNCTION, Paradigm: COMPILER, {{.*}}File: "halo.c"
// DEF-DAG: CALLING_CONTEXT {{ *}}[[#MAIN:]] {{ *}}Region: "main" {{.*}}"halo.c:12" {{.*}}Parent: UNDEFINED
// DEF-DAG: CALLING_CONTEXT {{ *}}[[#PUT:]] {{ *}}Region: "MPI_Put" {{.*}}Parent: "main@halo.c:12" <[[#MAIN]]>
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}}<[[#PUT]]>, Name: "column" {{.*}}UINT32, Value: 5
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}}<[[#PUT]]>, Name: "window" {{.*}}"win"
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}}<[[#PUT]]>, Name: "expression" {{.*}}"&edge[0]"
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}}<[[#PUT]]>, Name: "directory" {{.*}}"/src"
// DEF-DAG: CALLING_CONTEXT_PROPERTY {{.*}}Name: "call" {{.*}}"memcpy"
// DEF-DAG: SOURCE_CODE_LOCATION {{.*}}File: "halo.c" {{.*}}Line Number: 30
// DEF: GROUP {{ *}}0 {{.*}}Type: COMM_LOCATIONS, Paradigm: "MPI" {{.*}}2 Members: "Master thread" <0>, "Master thread" <1>
// DEF: GROUP {{ *}}1 {{.*}}Type: COMM_SELF
// DEF: GROUP {{ *}}2 {{.*}}Type: COMM_GROUP, {{.*}}1 Member: 1 (
// DEF: GROUP {{ *}}3 {{.*}}2 Members: 1 ({{.*}} 0 (
// DEF: GROUP {{ *}}4 {{.*}}2 Members: 0 ({{.*}} 1 (
// DEF-NOT: GROUP {{ *}}5
// DEF: COMM {{ *}}0 {{ *}}Name: "MPI_COMM_WORLD" {{.*}}Group: "" <4>, Parent: UNDEFINED, Flags: {CREATE_DESTROY_EVENTS}
// DEF: COMM {{ *}}1 {{ *}}Name: "MPI_COMM_SELF" {{.*}}Group: "" <1>
// DEF: COMM {{ *}}2 {{ *}}Name: "" {{.*}}Group: "" <4>, Parent: "MPI_COMM_WORLD" <0>, Flags: NONE
// DEF: COMM {{ *}}3 {{ *}}Name: "pair" {{.*}}Group: "" <3>, Parent: "MPI_COMM_WORLD" <0>, Flags: {CREATE_DESTROY_EVENTS}
// DEF: RMA_WIN {{ *}}0 {{ *}}Name: "halo_win" {{.*}}Communicator: "" <2>, Flags: {CREATE_DESTROY_EVENTS}
// DEF: METRIC_CLASS {{ *}}0 {{.*}}5 Members: "fencepost::range::what" <0>, "fencepost::range::address" <1>, "fencepost::range::bytes" <2>, "fencepost::range::stride" <3>, "fencepost::range::count" <4>

// RANK0: PROGRAM_BEGIN {{.*}}Name: "./prog" {{.*}}, 2 Arguments: "200" {{.*}}, "1"
// RANK0: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Init"
// RANK0: MPI_COLLECTIVE_BEGIN
// RANK0: COMM_CREATE {{.*}}"MPI_COMM_WORLD"
// RANK0: COMM_CREATE {{.*}}"MPI_COMM_SELF"
// RANK0: MPI_COLLECTIVE_END {{.*}}CREATE_HANDLE, Communicator: "MPI_COMM_WORLD"
// RANK0: CALLING_CONTEXT_LEAVE {{.*}}Calling Context: "MPI_Init"
// RANK0: RMA_COLLECTIVE_BEGIN
// RANK0: RMA_WIN_CREATE {{.*}}"halo_win"
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::base" {{.*}} UINT64; 4096), ("fencepost::size" {{.*}} UINT64; 4096), ("fencepost::disp_unit" {{.*}} UINT64; 8), ("fencepost::flavor" {{.*}} UINT32; 1), ("fencepost::model" {{.*}} UINT32; 2), ("fencepost::info" {{.*}} STRING; "no_locks=true" <{{[0-9]+}}>)
// RANK0: RMA_COLLECTIVE_END {{.*}}CREATE_HANDLE, Window: "halo_win" {{.*}}{PROCESS}, Root: NONE
// RANK0: RMA_COLLECTIVE_END {{.*}}BARRIER, Window: "halo_win" {{.*}}{PROCESS, MEMORY}
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::assert" {{.*}} UINT32; 8)
// RANK0: METRIC {{.*}}("fencepost::range::what" <0>; {{.*}}), ("fencepost::range::address" <1>; UINT64; 4096), ("fencepost::range::bytes" <2>; UINT64; 8), ("fencepost::range::stride" <3>; UINT64; 16), ("fencepost::range::count" <4>; UINT64; 100)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 12288), ("fencepost::range::bytes" <2>; UINT64; 8), ("fencepost::range::stride" <3>; UINT64; 0), ("fencepost::range::count" <4>; UINT64; 1)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 12544), ("fencepost::range::bytes" <2>; UINT64; 4), ("fencepost::range::stride" <3>; UINT64; 32), ("fencepost::range::count" <4>; UINT64; 3)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 20480), ("fencepost::range::bytes" <2>; UINT64; 16), ("fencepost::range::stride" <3>; UINT64; 0), ("fencepost::range::count" <4>; UINT64; 1)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 20504), ("fencepost::range::bytes" <2>; UINT64; 8), ("fencepost::range::stride" <3>; UINT64; 16), ("fencepost::range::count" <4>; UINT64; 3)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 20984), ("fencepost::range::bytes" <2>; UINT64; 16), ("fencepost::range::stride" <3>; UINT64; 0), ("fencepost::range::count" <4>; UINT64; 1)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 24576), ("fencepost::range::bytes" <2>; UINT64; 64), ("fencepost::range::stride" <3>; UINT64; 0), ("fencepost::range::count" <4>; UINT64; 1)
// RANK0-NEXT: METRIC {{.*}}("fencepost::range::address" <1>; UINT64; 24672), ("fencepost::range::bytes" <2>; UINT64; 32), ("fencepost::range::stride" <3>; UINT64; 0), ("fencepost::range::count" <4>; UINT64; 1)
// RANK0: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Put@halo.c:12" {{.*}}Unwind Distance: 1
// RANK0: PARAMETER_STRING {{.*}}Parameter: "fencepost::error" <0>, Value: "rma-out-of-window/window"
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::window" {{.*}} RMA_WIN; "halo_win" {{.*}}), ("fencepost::target" {{.*}} UINT32; 1), ("fencepost::other" {{.*}} CALLING_CONTEXT; {{.*}}), ("fencepost::begin" {{.*}} INT64; -24), ("fencepost::end" {{.*}} INT64; 40), ("fencepost::limit" {{.*}} UINT64; 32), ("fencepost::detail" {{.*}} STRING; "8" {{.*}})
// RANK0: RMA_PUT {{.*}}"halo_win" {{.*}}Remote: 1 {{.*}}Bytes: 64, Matching: 7
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::displacement" {{.*}} INT64; -3)
// RANK0: METRIC {{.*}}("fencepost::range::what" <0>; UINT64; 3), ("fencepost::range::address" <1>; UINT64; 8192)
// RANK0: METRIC {{.*}}("fencepost::range::what" <0>; UINT64; 7)
// RANK0: RMA_ATOMIC {{.*}}Type: FETCH_AND_ACCUMULATE, Sent: 8, Received: 8, Matching: 8
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::displacement" {{.*}} INT64; 2), ("fencepost::op" {{.*}} STRING; "MPI_SUM" {{.*}}), ("fencepost::type" {{.*}} STRING; "MPI_DOUBLE"
// RANK0: RMA_ATOMIC {{.*}}Type: COMPARE_AND_SWAP
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: {{.*}}("fencepost::operand" {{.*}} UINT64; 41), ("fencepost::compare" {{.*}} UINT64; 40), ("fencepost::op"
// RANK0: RMA_GET {{.*}}Bytes: 32, Matching: 10
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: {{.*}}("fencepost::request" {{.*}} UINT64; 77)
// RANK0: RMA_OP_COMPLETE_NON_BLOCKING {{.*}}Matching: 10
// RANK0: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Win_flush"
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::window" {{.*}} RMA_WIN; "halo_win" {{.*}}), ("fencepost::target" {{.*}} UINT32; 1)
// RANK0: RMA_OP_COMPLETE_REMOTE {{.*}}Matching: 7
// RANK0-NEXT: RMA_OP_COMPLETE_REMOTE {{.*}}Matching: 9
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::result" {{.*}} UINT64; 40)
// RANK0: RMA_GROUP_SYNC {{.*}}{PROCESS}, Window: "halo_win" {{.*}}Group: "" <2>
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::assert" {{.*}} UINT32; 1)
// RANK0: RMA_GROUP_SYNC {{.*}}{PROCESS, MEMORY}, Window: "halo_win" {{.*}}Group: "" <2>
// RANK0: RMA_REQUEST_LOCK {{.*}}Remote: 1 {{.*}}Lock: 0, Type: EXCLUSIVE
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::assert" {{.*}} UINT32; 1)
// RANK0: RMA_ACQUIRE_LOCK {{.*}}Remote: 1 {{.*}}Lock: 0, Type: EXCLUSIVE
// RANK0: RMA_RELEASE_LOCK {{.*}}Remote: 1 {{.*}}Lock: 0
// RANK0: RMA_REQUEST_LOCK {{.*}}Remote: UNDEFINED{{.*}}Type: SHARED
// RANK0: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Win_attach"
// RANK0-NEXT: ADDITIONAL ATTRIBUTES: ("fencepost::window" {{.*}}), ("fencepost::base" {{.*}} UINT64; 20480), ("fencepost::size" {{.*}} UINT64; 256)
// RANK0: MPI_SEND {{.*}}Receiver: 1 {{.*}}Tag: 42, Length: 100
// RANK0: MPI_ISEND {{.*}}Tag: 43, Length: 100, Request: 5
// RANK0: MPI_ISEND_COMPLETE {{.*}}Request: 5
// RANK0: MPI_IRECV_REQUEST {{.*}}Request: 6
// RANK0: MPI_IRECV {{.*}}Tag: 44, Length: 100, Request: 6
// RANK0: MPI_RECV {{.*}}Tag: 45, Length: 100
// RANK0: MPI_COLLECTIVE_END {{.*}}BCAST, Communicator: "MPI_COMM_WORLD" {{.*}}Root: 0 {{.*}}Sent: 8, Received: 16
// RANK0: COMM_CREATE {{.*}}"pair"
// RANK0: COMM_DESTROY {{.*}}"pair"
// RANK0: RMA_WIN_DESTROY {{.*}}"halo_win"
// RANK0: PROGRAM_END {{.*}}Exit status: 0

// RANK1: PROGRAM_BEGIN
// RANK1: RMA_WIN_CREATE {{.*}}"halo_win"
// RANK1: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Win_fence"
// RANK1: CALLING_CONTEXT_ENTER {{.*}}Calling Context: "MPI_Win_fence"
// RANK1-NOT: {{^[A-Z]+_[A-Z]+}}
