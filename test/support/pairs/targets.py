"""Accesses of two processes to window memory: synchronization x operation x access."""

from .model import Pair, by, everybody, racing, weak
from .words import BARRIER, FLUSH, LOCAL, NOTIFICATIONS, RPUT, conflicts, elsewhere, message

LOCK_ALL, UNLOCK_ALL = everybody("MPI_Win_lock_all(0, win);"), everybody("MPI_Win_unlock_all(win);")
FENCE = everybody("MPI_Win_fence(0, win);")


def _local(operation, access):
    kind, code = LOCAL[access]
    if not conflicts(operation.target, kind):
        raise ValueError(f"{operation.name} and {access} do not conflict")
    return code


def fence(operation, access, assertions=("0", "0")):
    opening, closing = (everybody(f"MPI_Win_fence({text}, win);") for text in assertions)
    asserted = "" if assertions == ("0", "0") else "_asserted"

    def steps(race):
        mine = racing(1, _local(operation, access))
        return [opening, racing(0, operation.to(1)), *([mine, closing] if race else [closing, mine])]

    return Pair(f"fence{asserted}_{operation.name}_{access}",
                "The operation is over at the fence that ends its epoch (RMA-RULES 2).", steps, integer=operation.integer)


def fence_before(operation, access):
    """The target's own access comes first: before the fence that opens the epoch, or after it."""

    def steps(race):
        mine = racing(1, _local(operation, access))
        return [*([FENCE, mine] if race else [mine, FENCE]), racing(0, operation.to(1)), FENCE]

    return Pair(f"fence_before_{operation.name}_{access}",
                "The operation may begin as soon as the target enters the fence (RMA-RULES 2).", steps,
                integer=operation.integer)


_TEST_WIN = "do\n  MPI_Win_test(win, &done);\nwhile (!done);"


def pscw(operation, access, ending="MPI_Win_wait(win);", assertion="0"):
    def steps(race):
        mine, end = racing(1, _local(operation, access)), by(1, ending)
        return [by(0, "group = groupOf(1, -1);"), by(1, "group = groupOf(0, -1);"),
                by(0, "MPI_Win_start(group, 0, win);"), racing(0, operation.to(1)), by(0, "MPI_Win_complete(win);"),
                by(1, f"MPI_Win_post(group, {assertion}, win);"), *([mine, end] if race else [end, mine])]

    test = "_test" if "test" in ending else ""
    return Pair(f"pscw{test}_{operation.name}_{access}",
                "Under post/start the operation is over at the target's wait or successful test (RMA-RULES 2).",
                steps, integer=operation.integer)


def pscw_test(operation, access):
    return pscw(operation, access, _TEST_WIN)


def pscw_before(operation, access):
    def steps(race):
        mine, post = racing(1, _local(operation, access)), by(1, "MPI_Win_post(group, 0, win);")
        return [by(0, "group = groupOf(1, -1);"), by(1, "group = groupOf(0, -1);"),
                by(0, "MPI_Win_start(group, 0, win);"), racing(0, operation.to(1)), by(0, "MPI_Win_complete(win);"),
                *([post, mine] if race else [mine, post]), by(1, "MPI_Win_wait(win);")]

    return Pair(f"pscw_before_{operation.name}_{access}",
                "The operation may begin at the target's post (RMA-RULES 2).", steps, integer=operation.integer)


def lock(operation, access, kind, notification):
    """The notification comes after the unlock, or before it."""
    tell = NOTIFICATIONS[notification].right

    def steps(race):
        unlock = by(0, "MPI_Win_unlock(1, win);")
        return [by(0, f"MPI_Win_lock(MPI_LOCK_{kind}, 1, 0, win);"), racing(0, operation.to(1)),
                *([*tell, racing(1, _local(operation, access)), unlock] if race
                  else [unlock, *tell, racing(1, _local(operation, access))])]

    return Pair(f"lock_{kind.lower()}_{operation.name}_{access}_{notification}",
                f"The unlock completes the operation: the {notification} must come after it (RMA-RULES 2, 3).",
                steps, integer=operation.integer)


def completion(operation, access, wrong, right=FLUSH, notification="barrier"):
    """A weaker completion before the notification, or none at all."""
    tell = NOTIFICATIONS[notification].right
    if wrong and wrong.ends(operation):
        raise ValueError(f"{wrong.name} completes {operation.name}")

    def steps(race):
        local = [weak(0, wrong.call)] if wrong and (race or wrong.request) else []
        remote = [] if race else [by(0, right.call)]
        return [LOCK_ALL, racing(0, operation.to(1)), *local, *remote, *tell,
                racing(1, _local(operation, access)), UNLOCK_ALL]

    kind = wrong.name if wrong else "nothing"
    return Pair(f"{kind}_{operation.name}_{access}_{notification}",
                f"{kind} does not complete the operation at the target; {right.name} does (RMA-RULES 2).",
                steps, integer=operation.integer)


def too_late(operation, access, completing, notification):
    """The completion comes after the notification."""
    tell = NOTIFICATIONS[notification].right

    def steps(race):
        complete, mine = by(0, completing.call), racing(1, _local(operation, access))
        return [LOCK_ALL, racing(0, operation.to(1)), *([*tell, complete] if race else [complete, *tell]), mine, UNLOCK_ALL]

    return Pair(f"late_{completing.name}_{operation.name}_{access}_{notification}",
                f"The {notification} says nothing of an operation that is completed after it (RMA-RULES 3).",
                steps, integer=operation.integer)


def other_flush(operation, access):
    """The flush is for another rank."""

    def steps(race):
        return [LOCK_ALL, racing(0, operation.to(1)), by(0, f"MPI_Win_flush({2 if race else 1}, win);"),
                *BARRIER, racing(1, _local(operation, access)), UNLOCK_ALL]

    return Pair(f"other_flush_{operation.name}_{access}", "A flush completes what went to its target only (RMA-RULES 2).",
                steps, ranks=3, integer=operation.integer)


def flushed_window(operation, access):
    """The flush is for another window."""

    def steps(race):
        name = "second" if race else "win"
        return ["MPI_Win_create(other, sizeof other, sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &second);",
                LOCK_ALL, everybody("MPI_Win_lock_all(0, second);"), racing(0, operation.to(1)),
                by(0, f"MPI_Win_flush_all({name});"), *BARRIER, racing(1, _local(operation, access)),
                everybody("MPI_Win_unlock_all(second);"), UNLOCK_ALL, "MPI_Win_free(&second);"]

    return Pair(f"other_window_{operation.name}_{access}", "A flush completes the operations of its own window (RMA-RULES 2).",
                steps, integer=operation.integer)


def notified(operation, access, notification):
    """The operation is complete, but the other process does not know."""
    tell = NOTIFICATIONS[notification]

    def steps(race):
        alone = any("part" in step.code for step in tell.wrong) and notification != "scan"
        split = [f"MPI_Comm_split(MPI_COMM_WORLD, {'rank' if alone else '0'}, -rank, &part);"]
        before = split if any("part" in step.code for step in tell.wrong) else []
        after = ["MPI_Comm_free(&part);"] if before else []
        late = tell.late if race else ()
        return [*before, LOCK_ALL, racing(0, operation.to(1)), by(0, FLUSH.call), *(tell.wrong if race else tell.right),
                racing(1, _local(operation, access)), *late, UNLOCK_ALL, *after]

    return Pair(f"notify_{notification}_{operation.name}_{access}", f"{tell.why} (RMA-RULES 3)", steps,
                integer=operation.integer)


def reader_first(operation, access, notification):
    """The target's access comes first and must be known before the operation is called: rank 1
    tells rank 0 by the same words with the ranks exchanged."""

    def steps(race):
        mine, tell = racing(1, _local(operation, access)), message(1, 0)
        if notification == "barrier":
            tell = BARRIER
        return [LOCK_ALL, *([*tell, mine] if race else [mine, *tell]), racing(0, operation.to(1)),
                by(0, FLUSH.call), UNLOCK_ALL]

    return Pair(f"after_{notification}_{operation.name}_{access}",
                "What the target does after it gave its word is concurrent (RMA-RULES 3).", steps, integer=operation.integer)


# Two origins, ranks 0 and 2, or one origin twice.

def two_fences(first, second):
    def steps(race):
        between = [] if race else [FENCE]
        return [FENCE, racing(0, first.to(1)), *between, racing(2, second.to(1, 3)), FENCE]

    return Pair(f"fence_{first.name}_with_{second.name}", "Operations of one fence epoch are concurrent (RMA-RULES 4).",
                steps, ranks=3, integer=first.integer or second.integer)


def two_exposures(first, second):
    """One exposure epoch for both origins, or one after the other."""

    def steps(race):
        result = [by(0, "group = groupOf(1, -1);"), by(2, "group = groupOf(1, -1);")]
        result += [by(0, "MPI_Win_start(group, 0, win);"), racing(0, first.to(1)), by(0, "MPI_Win_complete(win);"),
                   by(2, "MPI_Win_start(group, 0, win);"), racing(2, second.to(1, 3)), by(2, "MPI_Win_complete(win);")]
        if race:
            return result + [by(1, "group = groupOf(0, 2);"), by(1, "MPI_Win_post(group, 0, win);"), by(1, "MPI_Win_wait(win);")]
        return result + [by(1, "group = groupOf(0, -1);"), by(1, "MPI_Win_post(group, 0, win);"), by(1, "MPI_Win_wait(win);"),
                         by(1, "MPI_Group_free(&group);"), by(1, "group = groupOf(2, -1);"),
                         by(1, "MPI_Win_post(group, 0, win);"), by(1, "MPI_Win_wait(win);")]

    return Pair(f"pscw_{first.name}_with_{second.name}", "The origins of one exposure epoch are concurrent (RMA-RULES 3).",
                steps, ranks=3, integer=first.integer or second.integer)


def two_locks(first, second):
    """Shared locks, or exclusive ones: order is not needed where one excludes the other."""

    def steps(race):
        kind = "SHARED" if race else "EXCLUSIVE"
        return [by(0, f"MPI_Win_lock(MPI_LOCK_{kind}, 1, 0, win);"), racing(0, first.to(1)),
                by(0, "MPI_Win_unlock(1, win);"), by(2, "MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);"),
                racing(2, second.to(1, 3)), by(2, "MPI_Win_unlock(1, win);")]

    return Pair(f"locks_{first.name}_with_{second.name}", "Two lock epochs exclude each other if one is exclusive (RMA-RULES 3).",
                steps, ranks=3, integer=first.integer or second.integer)


def own_lock(operation, access, kind="SHARED"):
    """The target locks itself for its own access, or does not."""

    def steps(race):
        mine = racing(1, _local(operation, access))
        locked = [mine] if race else [by(1, f"MPI_Win_lock(MPI_LOCK_{kind}, 1, 0, win);"), mine,
                                      by(1, "MPI_Win_unlock(1, win);")]
        return [by(0, "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);"), racing(0, operation.to(1)),
                by(0, "MPI_Win_unlock(1, win);"), *locked]

    return Pair(f"own_lock_{operation.name}_{access}", "A lock protects the owner only within its own lock epoch (RMA-RULES 3).",
                steps, integer=operation.integer)



def two_flushed(first, second, notification=True):
    """Rank 2 goes on when rank 0 says that it has flushed; without the flush, or without the word."""

    def steps(race):
        flush = [by(0, FLUSH.call)]
        tell = list(message(0, 2))
        if race:
            flush, tell = ([], tell) if notification else (flush, [])
        return [LOCK_ALL, racing(0, first.to(1)), *flush, *tell, racing(2, second.to(1, 3)), UNLOCK_ALL]

    missing = "flush" if notification else "word"
    return Pair(f"no_{missing}_{first.name}_with_{second.name}",
                "Complete, then told: one of them alone orders nothing (RMA-RULES 3).", steps, ranks=3,
                integer=first.integer or second.integer)


def same_origin(first, second, between="MPI_Win_flush(1, win);"):
    """Two operations of one origin in one epoch are not ordered by program order (RMA-RULES 4)."""

    def steps(race):
        middle = [] if race else [by(0, between)]
        ends = [by(0, "MPI_Wait(&request, MPI_STATUS_IGNORE);")] if first.request or second.request else []
        return [LOCK_ALL, racing(0, first.to(1)), *middle,
                racing(0, elsewhere(second.to(1, 3))), *ends, UNLOCK_ALL]

    return Pair(f"same_origin_{first.name}_{second.name}", "Program order does not order them: a flush does (RMA-RULES 4).",
                steps, integer=first.integer or second.integer)


def same_origin_fences(first, second):
    def steps(race):
        return [FENCE, racing(0, first.to(1)), *([] if race else [FENCE]),
                racing(0, elsewhere(second.to(1, 3))), FENCE]

    return Pair(f"same_origin_fence_{first.name}_{second.name}", "Only a new epoch orders them (RMA-RULES 4).",
                steps, integer=first.integer or second.integer)


def same_origin_waited(first, second, completing):
    """Waiting for the request of a put is not enough; a get's is."""

    def steps(race):
        start, end = (RPUT, second) if race else (first, second)
        return [LOCK_ALL, racing(0, start.to(1)), by(0, completing.call),
                racing(0, elsewhere(end.to(1, 3))), UNLOCK_ALL]

    return Pair(f"same_origin_{completing.name}_{second.name}",
                "The request of an Rput is no word from the target; that of an Rget is (RMA-RULES 2).", steps)


def self_communication(operation, access):
    """A rank and its own window memory, by operations and directly."""

    def steps(race):
        mine, flush = racing(1, _local(operation, access)), by(1, "MPI_Win_flush(1, win);")
        return [LOCK_ALL, racing(1, operation.to(1)), *([mine, flush] if race else [flush, mine]), UNLOCK_ALL]

    return Pair(f"self_{operation.name}_{access}", "An operation on one's own window is asynchronous as well (RMA-RULES 2).",
                steps, integer=operation.integer)


def bytes_apart(first, second):
    """The same epoch, neighbouring elements: no byte is shared in the safe twin."""

    def steps(race):
        return [FENCE, racing(0, first.to(1)), racing(2, second.to(1, 3 if race else 4)), FENCE]

    return Pair(f"bytes_{first.name}_{second.name}", "The bytes decide: elements 2 and 3, and 3 and 4 or 4 and 5 (RMA-RULES 4).",
                steps, ranks=3, integer=first.integer or second.integer)


def bytes_local(operation, access):
    """The target's own access to the shared element, or to the one behind."""

    def steps(race):
        code = _local(operation, access)
        return [FENCE, racing(0, operation.to(1)), racing(1, code if race else code.replace("memory[3]", "memory[4]")), FENCE]

    return Pair(f"bytes_{operation.name}_{access}", "The bytes decide: element 3, or 4 (RMA-RULES 4).", steps,
                integer=operation.integer)


def no_precede(operation, access):
    """A fence that all call with NOPRECEDE is no barrier."""

    def steps(race):
        fence = everybody(f"MPI_Win_fence({'MPI_MODE_NOPRECEDE' if race else '0'}, win);")
        return [by(0, "MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);"), racing(0, operation.to(1)), by(0, "MPI_Win_unlock(1, win);"),
                fence, racing(1, _local(operation, access)), everybody("MPI_Win_fence(MPI_MODE_NOSUCCEED, win);")]

    return Pair(f"noprecede_{operation.name}_{access}", "A fence that all call with MPI_MODE_NOPRECEDE need not wait (RMA-RULES 3).",
                steps, integer=operation.integer)

