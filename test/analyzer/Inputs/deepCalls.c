// deepCalls DIR [cut|skewed|other]: writes the archive that a tool would write which records the functions of the program besides the MPI
// calls, in plain Enter and Leave without source lines. Two ranks run main > solve > solve > solve, each of which computes 10 ms
// in smooth, rank 1 for 40 ms, and ends in exchange > MPI_Win_fence; a barrier ends the run. With `cut` nothing of rank 1 is recorded
// after its first fence; with `skewed` its clock is 5 ms behind;
// with `other` each rank has records of one-sided communication that MPI has nothing like.

#include <otf2/otf2.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMain, kSolve, kSmooth, kExchange, kInit, kFence, kPut, kBarrier, kRegions };
static const uint64_t kBegin = 100000000;
static const char *const kNames[kRegions] = {"main",     "solve",         "smooth",  "exchange",
                                             "MPI_Init", "MPI_Win_fence", "MPI_Put", "MPI_Barrier"};

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final) {
  (void)data, (void)type, (void)location, (void)caller, (void)final;
  return OTF2_FLUSH;
}

static OTF2_EvtWriter *writer;
static uint64_t now, skew, records, most;
static int rank;

// Whether one more record is written.
static int one(void) { return records < most && ++records; }

static void enter(int region) {
  if (one())
    OTF2_EvtWriter_Enter(writer, NULL, now - skew, (OTF2_RegionRef)region);
}
static void leave(int region) {
  if (one())
    OTF2_EvtWriter_Leave(writer, NULL, now - skew, (OTF2_RegionRef)region);
}

static void fence(uint64_t until) {
  enter(kFence);
  now = until;
  if (one())
    OTF2_EvtWriter_RmaCollectiveBegin(writer, NULL, now - skew);
  if (one())
    OTF2_EvtWriter_RmaCollectiveEnd(writer, NULL, now - skew, OTF2_COLLECTIVE_OP_BARRIER, OTF2_RMA_SYNC_LEVEL_MEMORY, 0,
                                    OTF2_UNDEFINED_UINT32, 0, 0);
  leave(kFence);
}

// Milliseconds; all ranks leave the n-th fence together.
static void solve(int depth) {
  enter(kSolve);
  if (depth < 3)
    solve(depth + 1);
  enter(kSmooth);
  now += 1000000ull * (rank == 1 ? 40 : 10);
  leave(kSmooth);
  enter(kExchange);
  enter(kPut);
  if (one())
    OTF2_EvtWriter_RmaPut(writer, NULL, now - skew, 0, (uint32_t)(1 - rank), 8, (uint64_t)depth);
  now += 1000;
  leave(kPut);
  fence(kBegin + 1000000ull * 41 * (uint64_t)(4 - depth));
  leave(kExchange);
  leave(kSolve);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  OTF2_Archive *archive = OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                            OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  static OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush};
  OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_SetCreator(archive, "deepCalls");
  OTF2_Archive_OpenEvtFiles(archive);
  uint64_t counts[2];
  for (rank = 0; rank < 2; ++rank) {
    writer = OTF2_Archive_GetEvtWriter(archive, (OTF2_LocationRef)rank);
    now = kBegin;
    records = 0;
    skew = argc > 2 && strcmp(argv[2], "skewed") == 0 && rank == 1 ? 5000000 : 0;
    most = argc > 2 && strcmp(argv[2], "cut") == 0 && rank == 1 ? 20 : UINT64_MAX;
    enter(kMain);
    enter(kInit);
    if (one())
      OTF2_EvtWriter_RmaWinCreate(writer, NULL, now - skew, 0);
    leave(kInit);
    if (argc > 2 && strcmp(argv[2], "other") == 0) {
      OTF2_EvtWriter_RmaTryLock(writer, NULL, now, 0, (uint32_t)rank, 0, OTF2_LOCK_EXCLUSIVE);
      OTF2_EvtWriter_RmaWaitChange(writer, NULL, now, 0);
      OTF2_EvtWriter_RmaSync(writer, NULL, now, 0, 0, OTF2_RMA_SYNC_TYPE_NOTIFY_IN);
      OTF2_EvtWriter_RmaSync(writer, NULL, now, 0, 0, OTF2_RMA_SYNC_TYPE_NOTIFY_OUT);
      records += 4;
    }
    solve(1);
    enter(kBarrier);
    now += 1000000;
    if (one())
      OTF2_EvtWriter_MpiCollectiveEnd(writer, NULL, now - skew, OTF2_COLLECTIVE_OP_BARRIER, 0, OTF2_UNDEFINED_UINT32, 0, 0);
    leave(kBarrier);
    leave(kMain);
    counts[rank] = records;
    OTF2_Archive_CloseEvtWriter(archive, writer);
  }
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_Archive_OpenDefFiles(archive);
  for (OTF2_LocationRef location = 0; location < 2; ++location)
    OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, location));
  OTF2_Archive_CloseDefFiles(archive);

  OTF2_GlobalDefWriter *definitions = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteClockProperties(definitions, 1000000000, 0, now, OTF2_UNDEFINED_TIMESTAMP);
  OTF2_StringRef string = 0, empty = string++;
  OTF2_GlobalDefWriter_WriteString(definitions, empty, "");
  for (uint32_t region = 0; region < kRegions; ++region, ++string) {
    int mpi = strncmp(kNames[region], "MPI_", 4) == 0;
    OTF2_GlobalDefWriter_WriteString(definitions, string, kNames[region]);
    OTF2_GlobalDefWriter_WriteRegion(definitions, region, string, string, empty, OTF2_REGION_ROLE_FUNCTION,
                                     mpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE, empty, 0, 0);
  }
  OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions, 0, empty, empty, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (uint32_t each = 0; each < 2; ++each) {
    OTF2_GlobalDefWriter_WriteLocationGroup(definitions, each, empty, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(definitions, each, empty, OTF2_LOCATION_TYPE_CPU_THREAD, counts[each], each);
  }
  uint64_t all[] = {0, 1};
  OTF2_GlobalDefWriter_WriteGroup(definitions, 0, empty, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 2, all);
  OTF2_GlobalDefWriter_WriteGroup(definitions, 1, empty, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                  OTF2_GROUP_FLAG_NONE, 2, all);
  OTF2_GlobalDefWriter_WriteComm(definitions, 0, empty, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteRmaWin(definitions, 0, empty, 0, OTF2_RMA_WIN_FLAG_NONE);
  return OTF2_Archive_Close(archive) == OTF2_SUCCESS ? 0 : 1;
}
