//===- Start.cpp - from MPI_Init to the first record ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Start.h"

#include "runtime/base/Message.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Requests.h"
#include "runtime/path/FrameWalk.h"
#include "runtime/process/Clock.h"
#include "runtime/process/ClockOffset.h"
#include "runtime/process/Options.h"
#include "runtime/process/Process.h"
#include "runtime/process/SuddenEnd.h"
#include "runtime/process/TraceDirectory.h"
#include "runtime/threads/OpenMpCode.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fencepost::runtime {

namespace {

MPI_Comm ownWorld = MPI_COMM_NULL;

constexpr char kUnrecorded[] = "the program runs unrecorded. FENCEPOST_OPTIONS=trace=DIR gives the "
                               "trace another place";

/// All ranks take the counter, or none: their ticks must be comparable.
uint64_t agreeOnClock() {
  uint64_t rates[2] = {counterRate(), 0}; // the least, and the complement of the greatest
  rates[1] = ~rates[0];
  PMPI_Allreduce(MPI_IN_PLACE, rates, 2, MPI_UINT64_T, MPI_MIN, ownWorld);
  const uint64_t least = rates[0];
  const uint64_t greatest = ~rates[1];
  const bool counter = least > 0 && greatest - least < least / 1000;
  chooseClock(counter);
  uint64_t rate = counter ? counterRate() : 1000000000;
  PMPI_Bcast(&rate, 1, MPI_UINT64_T, 0, ownWorld);
  return rate;
}

/// Rank 0 decides; all of them know whether there is a directory.
bool agreeOnDirectory() {
  int good = 1;
  if (process.rank == 0) {
    char failure[sizeof(process.traceDirectory) + 256];
    good = prepareTraceDirectory(failure, sizeof(failure));
    if (!good)
      message("%s; %s", failure, kUnrecorded);
  }
  PMPI_Bcast(&good, 1, MPI_INT, 0, ownWorld);
  PMPI_Bcast(process.traceDirectory, sizeof(process.traceDirectory), MPI_CHAR, 0, ownWorld);
  return good;
}

/// The arguments, each ended by a NUL, are shown with blanks between them.
void readCommandLine(char *line, size_t size) {
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : read(file, line, size - 1);
  if (file >= 0)
    close(file);
  for (ssize_t i = 0; i + 1 < length; ++i)
    if (line[i] == '\0')
      line[i] = ' ';
}

void fillHeader(uint64_t begin, uint64_t rate) {
  JournalHeader &header = process.header;
  std::memcpy(header.magic, kJournalMagic, sizeof(header.magic));
  header.rank = static_cast<uint32_t>(process.rank);
  header.worldSize = static_cast<uint32_t>(process.size);
  header.pid = static_cast<uint32_t>(getpid());
  header.ticksPerSecond = rate;
  header.beginTicks = begin;
  const DayTime today = readDayTime();
  const double since = static_cast<double>(today.ticks - begin) / static_cast<double>(rate);
  header.beginUnixNano = today.unixNano - static_cast<uint64_t>(since * 1e9);
  gethostname(header.host, sizeof(header.host) - 1);
  constexpr const char *kAccess[] = {"segments", "every", "off"};
  snprintf(header.access, sizeof(header.access), "%s",
           kAccess[static_cast<unsigned>(options().access)]);
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  PMPI_Get_library_version(version, &length);
  version[std::strcspn(version, "\n")] = '\0';
  snprintf(header.mpi, sizeof(header.mpi), "%.*s", static_cast<int>(sizeof(header.mpi) - 1),
           version);
  readCommandLine(header.program, sizeof(header.program));
  snprintf(header.suppressions, sizeof(header.suppressions), "%s", options().suppressions);
}

void removeJournal() {
  char path[sizeof(process.traceDirectory) + 64];
  snprintf(path, sizeof(path), "%s/journal/%d.0", process.traceDirectory, process.rank);
  unlink(path);
}

/// Every rank has its first journal, or no rank records.
bool agreeOnJournals() {
  process.recording = true;
  const bool opened = currentThread().journal.isOpen() && process.recording;
  struct {
    int good;
    int rank;
  } mine = {opened, process.rank}, worst = {};
  PMPI_Allreduce(&mine, &worst, 1, MPI_2INT, MPI_MINLOC, ownWorld);
  if (!worst.good) {
    process.recording = false;
    currentThread().journal.close();
    removeJournal();
  }
  return worst.good;
}

bool isSpawned() {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  return parent != MPI_COMM_NULL;
}

void recordInit(Recording &call) {
  Journal &journal = call.journal();
  {
    Writing writing(call.thread());
    if (writing)
      defineInitialCommunicators(journal);
  }
  call.succeeded(MPI_SUCCESS);
  const CollectivePayload creation = collectiveOf(OTF2_COLLECTIVE_OP_CREATE_HANDLE);
  recordCollectiveBegin(call, kWorldId, creation);
  call.atEnd(RecordType::CommCreated, kWorldId);
  call.atEnd(RecordType::CommCreated, kSelfId);
  recordCollectiveEnd(call, kWorldId, creation);
}

} // namespace

MPI_Comm privateWorld() { return ownWorld; }

void checkLibrary() {
  process.sawInit = true;
#ifdef OPEN_MPI
  constexpr bool kOpenMpi = true;
#else
  constexpr bool kOpenMpi = false; // MPICH, and what has its binary interface
#endif
  // Large enough for either library's text.
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 8192] = {};
  int length = 0;
  PMPI_Get_library_version(version, &length);
  if ((std::strncmp(version, "Open MPI", 8) == 0) == kOpenMpi)
    return;
  if (isFirstRank())
    message(
        "the program is linked with the runtime for %s, but uses %s: link it with fencepost-cc, "
        "or with -L<prefix>/lib/fencepost/%s -lfencepost-rt",
        kOpenMpi ? "Open MPI" : "MPICH", kOpenMpi ? "MPICH" : "Open MPI",
        kOpenMpi ? "mpich" : "openmpi");
  _exit(2);
}

void startRun(Recording &call) {
  PMPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &process.size);
  if (isSpawned()) {
    if (process.rank == 0)
      message("processes started by MPI_Comm_spawn are not recorded");
    return;
  }
  PMPI_Comm_dup(MPI_COMM_WORLD, &ownWorld);
  const uint64_t rate = agreeOnClock();
  if (!agreeOnDirectory())
    return;
  prepareThreads();
  findSharedRequest(ownWorld);
  findCode();
  checkOpenMp();
  fillHeader(call.beginTicks(), rate);
  if (!agreeOnJournals())
    return;
  process.tracking = true;
  call.beginTracking();
  {
    Writing writing(call.thread());
    recordClockOffset(call.journal(), ownWorld);
  }
  recordInit(call);
  expectSuddenEnd();
}

} // namespace fencepost::runtime
