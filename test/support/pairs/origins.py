"""The buffers of operations at their origin: from the call to local completion they are the library's."""

from .model import Pair, Step, by, everybody, racing
from .targets import FENCE, LOCK_ALL, UNLOCK_ALL
from .words import READ, WRITE, elsewhere

LOCAL = "rma-local-race"

# What rank 0 does to the second element of a buffer.
USES = {
    "load": (READ, "sum += {0}[0];"),
    "store": (WRITE, "{0}[0] = 9;"),
    "memcpy_from": (READ, "memcpy(other, {0}, 2 * sizeof(T)), sum += other[0];"),
    "memcpy_to": (WRITE, "memcpy({0}, other, 2 * sizeof(T));"),
    "memset": (WRITE, "memset({0}, 0, sizeof(T));"),
    "loop_load": (READ, "for (int i = 0; i < 8; ++i) sum += {0}[i];"),
    "loop_store": (WRITE, "for (int i = 0; i < 8; ++i) {0}[i] = i;"),
    "send": (READ, "MPI_Send({0}, 1, MPI_T, 1, 9, MPI_COMM_WORLD);"),
    "receive": (WRITE, "MPI_Recv({0}, 1, MPI_T, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
    "self_reduce": (READ, "MPI_Allreduce({0}, other, 1, MPI_T, MPI_SUM, MPI_COMM_SELF);"),
    "reduced_to": (WRITE, "MPI_Allreduce(other, {0}, 1, MPI_T, MPI_SUM, MPI_COMM_SELF);"),
    "put_from": (READ, "MPI_Put({0}, 1, MPI_T, 1, 12, 1, MPI_T, win);"),
    "get_into": (WRITE, "MPI_Get({0}, 1, MPI_T, 1, 12, 1, MPI_T, win);"),
}
# The other end of a message.
PARTNER = {"send": by(1, "MPI_Recv(copy, 1, MPI_T, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
           "receive": by(1, "MPI_Send(copy, 1, MPI_T, 0, 9, MPI_COMM_WORLD);")}


def _buffer(operation, use):
    """The first buffer of the operation with which this use is in conflict."""
    if operation.written:
        return operation.written[0]
    if use == READ:
        raise ValueError(f"{operation.name} only reads its buffers")
    return operation.read[0]


def _use(operation, name, buffer=None):
    kind, code = USES[name]
    partner = [PARTNER[name]] if name in PARTNER else []
    return [racing(0, code.format(buffer or _buffer(operation, kind))), *partner]


def completed(operation, use, completion, buffer=None):
    """Within a passive epoch: the use comes after the local completion, or before it."""

    def steps(race):
        mine = _use(operation, use, buffer)
        end = by(0, completion.call)
        return [LOCK_ALL, racing(0, operation.to(1)), *([*mine, end] if race else [end, *mine]), UNLOCK_ALL]

    of = f"_of_{buffer}" if buffer else ""
    return Pair(f"{completion.name}_{operation.name}{of}_{use}",
                f"The buffer of {operation.name} is the library's until {completion.name} (RMA-RULES 2).",
                steps, LOCAL, integer=operation.integer)


def unlocked(operation, use, kind="SHARED"):
    def steps(race):
        mine = _use(operation, use)
        end = by(0, "MPI_Win_unlock(1, win);")
        return [by(0, f"MPI_Win_lock(MPI_LOCK_{kind}, 1, 0, win);"), racing(0, operation.to(1)),
                *([*mine, end] if race else [end, *mine])]

    return Pair(f"unlock_{operation.name}_{use}", "The unlock completes the operation (RMA-RULES 2).", steps, LOCAL,
                integer=operation.integer)


def fenced(operation, use):
    def steps(race):
        mine = _use(operation, use)
        return [FENCE, racing(0, operation.to(1)), *([*mine, FENCE] if race else [FENCE, *mine]),
                *([] if race or not USES[use][1].startswith(("MPI_Put", "MPI_Get")) else [FENCE])]

    return Pair(f"fence_{operation.name}_{use}", "The fence completes the operation (RMA-RULES 2).", steps, LOCAL,
                integer=operation.integer)


def pscw_completed(operation, use):
    def steps(race):
        mine = _use(operation, use)
        end = by(0, "MPI_Win_complete(win);")
        return [by(0, "group = groupOf(1, -1);"), by(1, "group = groupOf(0, -1);"), by(0, "MPI_Win_start(group, 0, win);"),
                racing(0, operation.to(1)), *([*mine, end] if race else [end, *mine]),
                by(1, "MPI_Win_post(group, 0, win);"), by(1, "MPI_Win_wait(win);")]

    return Pair(f"complete_{operation.name}_{use}", "The origin's complete ends its operations locally (RMA-RULES 2).",
                steps, LOCAL, integer=operation.integer)


def waited(operation, use, completion):
    """Request-based operations; the epoch stays open."""

    def steps(race):
        mine = _use(operation, use)
        end = by(0, completion.call)
        return [LOCK_ALL, racing(0, operation.to(1)), *([*mine, end] if race else [end, *mine]), UNLOCK_ALL]

    return Pair(f"{completion.name}_{operation.name}_{use}", "The wait or successful test of the request completes it (RMA-RULES 2).",
                steps, LOCAL, integer=operation.integer)


def only_read(operation, completion):
    """A put only reads: so may the program."""

    def steps(race):
        mine = racing(0, f"{operation.read[0]}[1] = 3;") if race else by(0, f"sum += {operation.read[0]}[1];")
        return [LOCK_ALL, racing(0, operation.to(1)), mine, by(0, completion.call), UNLOCK_ALL]

    return Pair(f"only_read_{operation.name}", "Two reads are no conflict: a store is one (RMA-RULES 4).", steps, LOCAL,
                integer=operation.integer)


def other_bytes(operation, use="store"):
    """The element behind the operation's is the program's."""

    def steps(race):
        buffer = (operation.written or operation.read)[0]
        count = 1 if operation.single else 2
        return [LOCK_ALL, racing(0, operation.to(1)), racing(0, f"{buffer}[{count - 1 if race else count}] = 3;"),
                by(0, "MPI_Win_flush(1, win);"), UNLOCK_ALL]

    return Pair(f"other_bytes_{operation.name}", "The bytes decide, at the origin as well (RMA-RULES 4).", steps, LOCAL,
                integer=operation.integer)


def other_target(operation, use):
    """A flush of another target, or of another window, completes nothing here."""

    def steps(race):
        mine = _use(operation, use)
        return [LOCK_ALL, racing(0, operation.to(1)), by(0, f"MPI_Win_flush({2 if race else 1}, win);"), *mine, UNLOCK_ALL]

    return Pair(f"other_target_{operation.name}_{use}", "A flush completes what went to its target only (RMA-RULES 2).",
                steps, LOCAL, ranks=3, integer=operation.integer)


def other_request(operation, use):
    """Two requests: the wait is for the other one."""

    def steps(race):
        first, second = "requests[0]", "requests[1]"
        start = operation.to(1).replace("&request", f"&{first}")
        beside = elsewhere(operation.to(1, 12)).replace("&request", f"&{second}")
        mine = _use(operation, use)
        waits = (second, first) if race else (first, second)
        return [LOCK_ALL, racing(0, start), by(0, beside), by(0, f"MPI_Wait(&{waits[0]}, MPI_STATUS_IGNORE);"), *mine, by(0, f"MPI_Wait(&{waits[1]}, MPI_STATUS_IGNORE);"), UNLOCK_ALL]

    return Pair(f"other_request_{operation.name}_{use}", "A wait completes its own request (RMA-RULES 2).", steps, LOCAL)


def barrier_instead(operation, use):
    """A barrier completes nothing."""

    def steps(race):
        mine = _use(operation, use)
        end = [] if race else [by(0, "MPI_Win_flush_local(1, win);")]
        return [LOCK_ALL, racing(0, operation.to(1)), *end, everybody("MPI_Barrier(MPI_COMM_WORLD);"), *mine, UNLOCK_ALL]

    return Pair(f"barrier_{operation.name}_{use}", "A barrier completes no operation (RMA-RULES 2).", steps, LOCAL,
                integer=operation.integer)


def loop(operation):
    """A buffer that each iteration uses again."""

    def steps(race):
        buffer = (operation.written or operation.read)[0]
        use = f"{buffer}[0] = i;" if not operation.written else f"sum += {buffer}[0];"
        call = operation.to(1, "12 + 2 * i")
        flush = "MPI_Win_flush_local(1, win);"
        # The second get has the buffer of the first.
        labels = ("use", "again") if operation.written else ("use",)
        body = [racing(0, f"  {call}", *labels), racing(0, f"  {use}", "use")]
        if operation.written:
            inner = body if race else [body[0], by(0, f"  {flush}"), body[1]]
        else:
            inner = [body[1], body[0]] if race else [body[1], body[0], by(0, f"  {flush}")]
        return [LOCK_ALL, by(0, "for (int i = 0; i < 4; ++i) {"), *inner, by(0, "}"), UNLOCK_ALL]

    return Pair(f"loop_{operation.name}", "One buffer for the operations of a loop (RMA-RULES 4).", steps, LOCAL,
                integer=operation.integer)


def freed(operation):
    """The buffer is freed before, or after, local completion."""
    buffer = (operation.written or operation.read)[0]

    def steps(race):
        call = operation.to(1).replace(f"{buffer},", "heap,", 1)
        if race:
            return [LOCK_ALL, racing(0, call), Step(0, "free(heap);", warns=True), by(0, "heap = NULL;"), by(0, "MPI_Win_flush(1, win);"), UNLOCK_ALL]
        return [LOCK_ALL, by(0, call), by(0, "MPI_Win_flush(1, win);"), by(0, "free(heap);"), by(0, "heap = NULL;"), UNLOCK_ALL]

    return Pair(f"freed_{operation.name}", "A buffer freed before its operation is complete (RMA-RULES 4).", steps,
                "rma-buffer-lifetime", integer=operation.integer)


def scope(operation):
    """The buffer is a variable of a function that returns before, or after, local completion."""

    def outside(race):
        flush = [] if race else ["  MPI_Win_flush(1, win);"]
        call = operation.to(1).replace("out,", "mine,").replace("&", "")
        return ["__attribute__((noinline)) static void NAME_publish(MPI_Win win) {", "  T mine[2] = {1, 2};",
                racing(None, f"  {call}"), *flush, "}"]

    def steps(race):
        return [LOCK_ALL, by(0, "NAME_publish(win);"), by(0, "MPI_Win_flush(1, win);"), UNLOCK_ALL]

    return Pair(f"scope_{operation.name}", "A buffer that leaves its scope before its operation is complete (RMA-RULES 4).",
                steps, "rma-buffer-lifetime", globals=(outside,), integer=operation.integer)
