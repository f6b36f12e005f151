"""Shared windows, window memory as the buffer of messages and collectives, lifetimes of memory."""

from .model import Pair, Step, by, everybody, racing
from .targets import FENCE, LOCK_ALL, UNLOCK_ALL
from .words import BARRIER, GET, PUT, message

WAIT = "MPI_Wait(&request, MPI_STATUS_IGNORE);"

_SHARED = (everybody("MPI_Win_allocate_shared(8 * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);"),
           everybody("MPI_Win_shared_query(win, 1, &bytes, &unit, &peer);"))
_SYNC = everybody("MPI_Win_sync(win);")


def shared(name, why, between, writer="peer[3] = 7;", reader="sum += memory[3];"):
    """Rank 0 stores into the part of rank 1, which loads it: with or without a step between."""

    def steps(race):
        middle = list(between(race))
        return [*_SHARED, "memory[3] = 0;", _SYNC, *BARRIER, LOCK_ALL, racing(0, writer), *middle, racing(1, reader),
                UNLOCK_ALL, "MPI_Win_free(&win);"]

    return Pair(name, f"{why} (RMA-RULES 5)", steps, window="own", declares=("T *memory;", "MPI_Win win;"))


SHARED = (
    shared("shared_barrier", "Stores of a peer are ordered by process synchronization and MPI_Win_sync on both sides.",
           lambda race: (_SYNC,) if race else (_SYNC, *BARRIER, _SYNC)),
    shared("shared_message", "The message must go from the writer to the reader.",
           lambda race: (_SYNC, *(message(1, 0) if race else message(0, 1)), _SYNC), reader="memory[3] = 5;"),
    shared("shared_reader_stores", "A load of a peer's part and its owner's store.",
           lambda race: (_SYNC,) if race else (_SYNC, *BARRIER, _SYNC), writer="sum += peer[3];", reader="memory[3] = 5;"),
    shared("shared_unpublished", "The writer synchronizes the window before it lets the reader go on.",
           lambda race: (*([] if race else [_SYNC]), *BARRIER, _SYNC)),
    shared("shared_unrefreshed", "The reader synchronizes the window after it has waited.",
           lambda race: (_SYNC, *message(0, 1), *([] if race else [_SYNC]))),
    shared("shared_too_early", "A synchronization before the reader waits is none after it.",
           lambda race: (_SYNC, *([_SYNC, *message(0, 1)] if race else [*message(0, 1), _SYNC]))),
    shared("shared_load_first", "A load is over for others, too, only when its rank has synchronized the window.",
           lambda race: (*([] if race else [_SYNC]), *BARRIER, _SYNC), writer="sum += peer[3];", reader="memory[3] = 5;"),
    shared("shared_memcpy", "memcpy is an access like others.",
           lambda race: (_SYNC,) if race else (_SYNC, *message(0, 1), _SYNC),
           writer="memcpy(peer, copy, 8 * sizeof(T));", reader="memcpy(other, memory + 3, sizeof(T)), sum += other[0];"),
)


def shared_fence():
    def steps(race):
        return [*_SHARED, "memory[3] = 0;", FENCE, racing(0, "peer[3] = 7;"), *([] if race else [FENCE]),
                racing(1, "sum += memory[3];"), FENCE, "MPI_Win_free(&win);"]

    return Pair("shared_fence", "A fence orders direct accesses too (RMA-RULES 5).", steps, window="own",
                declares=("T *memory;", "MPI_Win win;"))


def shared_neighbour_bytes():
    def steps(race):
        return [*_SHARED, "memory[3] = 0;", FENCE, racing(0, "peer[3] = 7;"),
                racing(1, f"sum += memory[{3 if race else 4}];"), FENCE, "MPI_Win_free(&win);"]

    return Pair("shared_bytes", "The bytes decide, of direct accesses too (RMA-RULES 4).", steps, window="own",
                declares=("T *memory;", "MPI_Win win;"))


def pending(name, start, other_end, operation):
    """Rank 1 has started to send or receive in window memory; the word goes out before, or after, its wait."""

    def steps(race):
        wait = by(1, WAIT)
        tell = list(BARRIER)
        return [LOCK_ALL, racing(1, start), *other_end, *([*tell] if race else [wait, *tell]), racing(0, operation.to(1)),
                by(0, "MPI_Win_flush(1, win);"), *([*BARRIER, wait] if race else []), UNLOCK_ALL]

    return Pair(f"pending_{name}_{operation.name}",
                "The buffer of a non-blocking call is in use until its completion (RMA-RULES 1).", steps)


_FROM_SELF = [by(1, "MPI_Send(copy, 1, MPI_T, 1, 9, MPI_COMM_WORLD);")]
_TO_SELF = [by(1, "MPI_Recv(copy, 1, MPI_T, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")]
_IRECV = "MPI_Irecv(memory + 3, 1, MPI_T, 1, 9, MPI_COMM_WORLD, &request);"
_ISEND = "MPI_Isend(memory + 3, 1, MPI_T, 1, 9, MPI_COMM_WORLD, &request);"
PENDING = (
    pending("irecv", _IRECV, _FROM_SELF, PUT),
    pending("irecv", _IRECV, _FROM_SELF, GET),
    pending("isend", _ISEND, _TO_SELF, PUT),
    pending("iallreduce", "MPI_Iallreduce(copy, memory + 2, 2, MPI_T, MPI_SUM, MPI_COMM_SELF, &request);", [], PUT),
    pending("ibcast", "MPI_Ibcast(memory + 2, 2, MPI_T, 0, MPI_COMM_SELF, &request);", [], PUT),
)


def overlapping_windows(operation, access, kind):
    """A fence of one window says nothing of the operations of another over the same memory."""

    def steps(race):
        second = everybody("MPI_Win_fence(0, second);")
        mine = racing(1, access)
        return ["MPI_Win_create(memory, 8 * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &second);", second, FENCE,
                racing(0, operation.to(1, win="second")), FENCE if race else second, mine, FENCE, second, "MPI_Win_free(&second);"]

    return Pair(f"overlapping_{operation.name}_{kind}", "A fence completes the operations of its own window (RMA-RULES 2).", steps)


def overlapping_operations(first, second):
    """Two origins through two windows over one memory."""

    def steps(race):
        fences = [everybody("MPI_Win_fence(0, second);"), FENCE]
        return ["MPI_Win_create(memory, 8 * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &second);", *fences,
                racing(0, first.to(1)), *([] if race else fences), racing(2, second.to(1, 3, win="second")), *fences,
                "MPI_Win_free(&second);"]

    return Pair(f"overlapping_{first.name}_{second.name}", "The memory is one, though the windows are two (RMA-RULES 4).", steps, ranks=3)


def origin_in_window(operation):
    """The origin buffer of rank 1 lies in its own window memory, where rank 0 puts."""

    def steps(race):
        mine = operation.to(2, 8).replace("out,", "memory + 3,").replace("(in,", "(memory + 3,")
        return [FENCE, racing(0, PUT.to(1)), *([] if race else [FENCE]), racing(1, mine), FENCE]

    return Pair(f"origin_in_window_{operation.name}", "An origin buffer in window memory is window memory (RMA-RULES 4).", steps, ranks=3)


def window_memory_freed():
    def steps(race):
        create = ("T *memory = (T *)malloc(16 * sizeof(T));\n"
                  "memset(memory, 0, 16 * sizeof(T));")
        window = racing(None, "MPI_Win_create(memory, 16 * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &win);")
        end = [Step(None, "free(memory);", warns=True), "MPI_Win_free(&win);"]
        return [create, window, FENCE, by(0, PUT.to(1)), FENCE, *(end if race else reversed(end))]

    return Pair("window_memory_freed", "Window memory lives until MPI_Win_free (RMA-RULES 4).", steps, "rma-buffer-lifetime",
                window="own", declares=("MPI_Win win;",))


def attached_memory_freed():
    def steps(race):
        attach = racing(None, "MPI_Win_attach(win, memory, 16 * sizeof(T));")
        end = [Step(None, "free(memory);", warns=True), "MPI_Win_detach(win, memory);"]
        return ["T *memory = (T *)calloc(16, sizeof(T));",
                "MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);", attach, FENCE, FENCE,
                *(end if race else reversed(end)), "MPI_Win_free(&win);"]

    return Pair("attached_memory_freed", "Attached memory lives until MPI_Win_detach (RMA-RULES 4).", steps, "rma-buffer-lifetime",
                window="own", declares=("MPI_Win win;",))


def dynamic(operation, access, kind):
    """A dynamic window: displacements are addresses."""

    def steps(race):
        flush = by(0, "MPI_Win_flush(1, win);")
        call = operation.to(1, "address + 2 * sizeof(T)")
        mine = racing(1, access)
        return ["MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);", "MPI_Win_attach(win, memory, sizeof memory);",
                by(1, "MPI_Get_address(memory, &address);"), "MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);", LOCK_ALL,
                racing(0, call), *([*BARRIER, flush] if race else [flush, *BARRIER]), mine, UNLOCK_ALL,
                "MPI_Barrier(MPI_COMM_WORLD);", "MPI_Win_detach(win, memory);", "MPI_Win_free(&win);"]

    return Pair(f"dynamic_{operation.name}_{kind}", "In a dynamic window as in others (RMA-RULES 2).", steps, window="own",
                declares=("T memory[8] = {0};", "MPI_Aint address = 0;", "MPI_Win win;"))
