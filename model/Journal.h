//===- Journal.h - what a thread appends while the program runs -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A journal is one file per thread, mapped into memory: a JournalHeader, then
// records. A record is a RecordHead followed by the payload its type names and,
// for definitions, by text. The writer stores the head's `type` last, with
// release order, so a reader that meets type End (0) has everything before it
// whole, even when the process was killed in between.
//
// Ids in a journal are those of its process (all threads of a rank share them);
// a definition comes in some journal of the rank before its first use in time.
// docs/trace-format.md says what OTF2 record each event becomes.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_MODEL_JOURNAL_H
#define FENCEPOST_MODEL_JOURNAL_H

#include <cstdint>

namespace fencepost {

inline constexpr char kJournalMagic[8] = {'F', 'E', 'N', 'C', 'J', 'R', 'N', '1'};
inline constexpr uint32_t kNoId = UINT32_MAX;

struct JournalHeader {
  char magic[8];
  uint32_t rank; // in MPI_COMM_WORLD
  uint32_t worldSize;
  uint32_t thread; // 0 is the one that called MPI_Init
  uint32_t pid;
  uint64_t ticksPerSecond;
  uint64_t beginTicks;    // when recording began in this process
  uint64_t beginUnixNano; // the same instant in nanoseconds since 1970
  char host[64];
  char access[16]; // the value of the option
  char mpi[128];   // first line of the MPI library's version
  char program[512];
  char suppressions[512]; // the file that the option names, from the root
};

enum class RecordType : uint16_t {
  End = 0, // nothing was written from here on
  Pad,     // to the end of a mapping; no meaning

  // Definitions: DefinitionPayloads, then NUL-terminated texts
  DefContext,
  DefComm,
  DefGroup,
  DefWindow,
  DefClock,
  DefNote,

  // Events, in the order of docs/trace-format.md
  Enter,
  Leave,
  WindowCreate,
  WindowDestroy,
  RmaCollective,
  GroupSync,
  RequestLock,
  AcquireLock,
  ReleaseLock,
  Operation,
  OperationComplete,
  Send,
  SendComplete,
  RecvRequest,
  MessageFound,
  Recv,
  Collective,
  CommCreated,
  CommDestroyed,
  Range,
  ProgramBegin,
  ProgramEnd,
  CollectiveRequest,
  CollectiveComplete,
  Flush,
  RequestCancelled,
  SynchronousSend,
  Values,
  ThreadSync,
  Error,
  Ranges, // as so many of Range
  Places, // the same
  Count   // of the types
};

struct RecordHead {
  uint16_t type;  // RecordType; stored last
  uint16_t words; // of 8 bytes, this head included
  uint32_t small; // what the payload struct's comment says
  uint64_t time;  // ticks
};

// ---- definitions; `small` is the id that is defined

/// A frame of a call path, an MPI call or an access.
/// Texts: function, file, window, expression, directory, call (docs/trace-format.md).
struct DefContextPayload {
  uint32_t parent; // kNoId at the root
  uint32_t line;   // in file, of the call to the next frame or of the access; 0 unknown
  uint32_t column;
  uint8_t isCall; // an MPI call: `function` is its name, "MPI_Put"
  uint8_t padding[3];
};

/// A communicator (Geimer et al. 2011): the key is (world rank of its rank 0, how many that one
/// had defined before). World is {0, 0}; self is {own rank, UINT32_MAX}. May be written again to
/// change the name. Text: name, may be "".
struct DefCommPayload {
  uint32_t keyRank;
  uint32_t keyCounter;
  uint32_t localRank;
  uint32_t size;       // of the own group
  uint32_t parent;     // id of the communicator it was made from; kNoId for world, self and others
  uint32_t remoteSize; // of an inter-communicator, of the other group; else 0
  uint32_t side;       // of an inter-communicator: 0 in the group that the key is of, else 1
  uint32_t duplicate;  // n > 0: it has no key, but is the n-th non-blocking duplicate of its parent
};

/// A group of PSCW or of neighbours: `count` world ranks (uint32_t each) follow.
struct DefGroupPayload {
  uint32_t count;
  uint32_t padding;
};

/// A window. It is known by its communicator (a duplicate made for it, with its own key).
/// May be written again to change the name. Text: name.
struct DefWindowPayload {
  uint32_t comm;
  uint32_t flavor; // docs/trace-format.md
};

/// Offset of this rank's clock to rank 0's at a time: rank 0's ticks = ticks + offset.
struct DefClockPayload {
  int64_t offset;
  uint64_t deviation; // ticks, half of the round trip it was measured with
};

/// Something the report must say. `small` is a NoteKind.
/// Texts: NotFollowed: the function's name; Lost: the reason; ThreadsNotFollowed: the library's name.
enum class NoteKind : uint32_t { NotFollowed = 1, Lost = 2, ThreadsNotFollowed = 3 };
struct DefNotePayload {
  uint64_t count; // the last note of a name counts
};

// ---- events

/// `small`: context id. Optional facts: kNoId / 0 where they do not apply. Text of set_info: info.
struct EnterPayload {
  uint32_t call;   // index in calls.def
  uint32_t window; // flush, sync, attach, detach, unsuccessful test
  uint32_t target; // flush, flush_local
  uint32_t padding;
  uint64_t base; // attach, detach; Mrecv, Imrecv, Request_free: the request
  uint64_t size; // attach
};

/// Leave: `small` is the context id; no payload.

/// `small`: window id. Text: info (docs/trace-format.md), may be "".
struct WindowCreatePayload {
  uint64_t base;
  uint64_t size;
  uint64_t dispUnit;
  uint32_t flavor;
  uint32_t model;
};

/// WindowDestroy: `small` is the window id; no payload.

/// Begin and end of a collective on a window. `small`: window id.
struct RmaCollectivePayload {
  uint8_t begin;  // 1: RmaCollectiveBegin, 0: RmaCollectiveEnd
  uint8_t op;     // OTF2_CollectiveOp
  uint8_t memory; // PROCESS and MEMORY, else PROCESS
  uint8_t padding;
  uint32_t assertion; // bits as in docs/trace-format.md
};

/// `small`: window id.
struct GroupSyncPayload {
  uint32_t group;
  uint32_t assertion;
  uint8_t memory;
  uint8_t padding[7];
};

/// RequestLock, AcquireLock, ReleaseLock. `small`: window id.
struct LockPayload {
  uint32_t target; // kNoId: all
  uint32_t assertion;
  uint32_t exclusive;
  uint32_t padding;
};

/// `small`: window id. Texts: op, type ("" unless of the accumulate family).
struct OperationPayload {
  uint32_t call; // index in calls.def
  uint32_t target;
  int64_t displacement;
  uint64_t bytesSent;
  uint64_t bytesReceived;
  uint64_t matching;
  uint64_t request; // 0: none
};

/// Values, just before the record that they belong to: the Operation, or the OperationComplete that
/// is local. `small`: window id.
struct ValuesPayload {
  enum Known : uint64_t { Operand = 1, Compare = 2, Result = 4 };
  uint64_t known; // bits
  uint64_t operand, compare, result;
};

/// `small`: window id.
struct OperationCompletePayload {
  uint64_t matching;
  uint32_t remote; // 1: complete at the target too
  uint32_t padding;
};

/// Send, SynchronousSend (a send whose call does not say that it is one), Recv, MessageFound
/// (bytes and request unused), RecvRequest (peer, tag and bytes unused). `small`: communicator id.
struct MessagePayload {
  uint32_t peer; // rank in the communicator
  uint32_t tag;
  uint64_t bytes;
  uint64_t request; // 0: blocking
};

/// SendComplete, RequestCancelled, CollectiveRequest: `small` unused.
struct RequestPayload {
  uint64_t request;
};

/// `small`: communicator id.
struct CollectivePayload {
  uint8_t begin;
  uint8_t op; // OTF2_CollectiveOp
  uint8_t padding[2];
  uint32_t root;         // OTF2_CollectiveRoot
  uint32_t sources;      // of a neighbourhood collective: groups of those that send to this rank
  uint32_t destinations; // and that it sends to; else kNoId
  uint32_t persistent;   // n > 0: the n-th persistent one that was made on the communicator
  uint32_t padding2;
  uint64_t bytesSent;
  uint64_t bytesReceived;
};

/// CollectiveComplete, of a non-blocking one. `small`: communicator id.
struct CollectiveCompletePayload {
  CollectivePayload collective; // begin unused
  uint64_t request;
};

/// CommCreated, CommDestroyed: `small` is the communicator id; no payload.

/// docs/trace-format.md, Ranges. `small`: the context of a load or store, the rank of a segment.
struct RangePayload {
  uint64_t kind;
  uint64_t address;
  uint64_t bytes;
  int64_t stride;
  uint64_t count;
};

/// Several loads or stores of a segment. `small`: their context. RangeEntries follow, as many as
/// there is room for.
struct RangesPayload {
  uint64_t kind;
  uint64_t address; // from which the first counts its distance
};
struct RangeEntry {
  uint32_t distance; // from the address of the one before it
  uint32_t bytes;
  uint32_t stride;
  uint32_t count;
};

/// Loads or stores of a segment, one for each bit that is set in the words (uint64_t) that follow.
/// `small`: their context.
struct PlacesPayload {
  uint64_t kind;
  uint64_t address; // of bit 0
  uint32_t distance; // from one bit to the next, in bytes
  uint32_t bytes;   // of an access
};

/// Flush: begins at the record's time.
struct FlushPayload {
  uint64_t end; // ticks
};

/// A thread releases or acquires an object. `small`: the ThreadSync (ThreadSync.h).
struct ThreadSyncPayload {
  uint64_t object; // 0: none
  uint64_t number; // Fork: threads asked for. TeamBegin, TeamEnd: the team, then the thread's number
                   // in it in the last 24 bits. Task*: number of the creating thread, then of its
                   // task in the last 32 bits. Thread*: of the thread. Locks: in order of holders
};

/// Erroneous use of RMA, within the call that it is seen at. `small`: window id, kNoId: none. Text:
/// what the error's sentences call {detail}, may be "".
struct ErrorPayload {
  uint32_t error;  // the Error (Errors.h)
  uint32_t other;  // context id of the other call; kNoId: none
  uint32_t target; // rank in the window; kNoId: none
  uint32_t padding;
  int64_t begin, end; // bytes, as the error's sentences say; 0, 0: none
  uint64_t limit;
};

/// ProgramBegin, ProgramEnd: `small` is the exit status where known; no payload.

} // namespace fencepost

#endif // FENCEPOST_MODEL_JOURNAL_H
