"""The words of the grammar: operations, what completes them, what tells others, local accesses."""

import dataclasses
import re

from .model import by, everybody

READ, WRITE, UPDATE = "read", "write", "update"


@dataclasses.dataclass(frozen=True)
class Operation:
    """RMA-RULES 1: what the call does at its target; `read` and `written` are origin buffers."""

    name: str
    call: str
    target: str
    read: tuple = ()
    written: tuple = ()
    request: bool = False
    integer: bool = False
    single: bool = False

    def to(self, target, at=None, count=2, win="win"):
        """Elements 2 and 3, or `at` and the next; single elements: 3, or `at`."""
        at = (3 if self.single else 2) if at is None else at
        return self.call.format(target=target, at=at, count=count, win=win)

    @property
    def getLike(self):
        """Local completion proves that the target's memory was read (RMA-RULES 2)."""
        return self.target == READ


_WHERE = "{count}, MPI_T, {target}, {at}, {count}, MPI_T, "
PUT = Operation("put", f"MPI_Put(out, {_WHERE}{{win}});", WRITE, ("out",))
RPUT = Operation("rput", f"MPI_Rput(out, {_WHERE}{{win}}, &request);", WRITE, ("out",), request=True)
GET = Operation("get", f"MPI_Get(in, {_WHERE}{{win}});", READ, (), ("in",))
RGET = Operation("rget", f"MPI_Rget(in, {_WHERE}{{win}}, &request);", READ, (), ("in",), request=True)
ACCUMULATE = Operation("accumulate", f"MPI_Accumulate(out, {_WHERE}MPI_SUM, {{win}});", UPDATE, ("out",))
RACCUMULATE = Operation("raccumulate", f"MPI_Raccumulate(out, {_WHERE}MPI_SUM, {{win}}, &request);",
                        UPDATE, ("out",), request=True)
_BOTH = "(out, {count}, MPI_T, in, " + _WHERE
GET_ACCUMULATE = Operation("get_accumulate", f"MPI_Get_accumulate{_BOTH}MPI_SUM, {{win}});", UPDATE,
                           ("out",), ("in",))
ATOMIC_READ = Operation("atomic_read", f"MPI_Get_accumulate{_BOTH}MPI_NO_OP, {{win}});", READ, (), ("in",))
RGET_ACCUMULATE = Operation("rget_accumulate", f"MPI_Rget_accumulate{_BOTH}MPI_SUM, {{win}}, &request);",
                            UPDATE, ("out",), ("in",), request=True)
FETCH_AND_OP = Operation("fetch_and_op", "MPI_Fetch_and_op(out, in, MPI_T, {target}, {at}, MPI_SUM, {win});",
                         UPDATE, ("out",), ("in",), single=True)
COMPARE_AND_SWAP = Operation("compare_and_swap",
                             "MPI_Compare_and_swap(out, compare, in, MPI_T, {target}, {at}, {win});",
                             UPDATE, ("out", "compare"), ("in",), integer=True, single=True)


@dataclasses.dataclass(frozen=True)
class Completion:
    """RMA-RULES 2, within a passive epoch towards rank 1. `remote`: all operations are over at the
    target; without it only the reads of the get family are."""

    name: str
    call: str
    remote: bool
    request: bool = False

    def ends(self, operation):
        return self.remote or operation.getLike


FLUSH = Completion("flush", "MPI_Win_flush(1, win);", True)
FLUSH_ALL = Completion("flush_all", "MPI_Win_flush_all(win);", True)
FLUSH_LOCAL = Completion("flush_local", "MPI_Win_flush_local(1, win);", False)
FLUSH_LOCAL_ALL = Completion("flush_local_all", "MPI_Win_flush_local_all(win);", False)
WAIT = Completion("wait", "MPI_Wait(&request, MPI_STATUS_IGNORE);", False, True)
WAITALL = Completion("waitall", "MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);", False, True)
WAITANY = Completion("waitany", "MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);", False, True)
TEST = Completion("test", "do\n  MPI_Test(&request, &done, MPI_STATUS_IGNORE);\nwhile (!done);", False, True)
TESTALL = Completion("testall", "do\n  MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);\nwhile (!done);",
                     False, True)

WORLD = "MPI_COMM_WORLD"


@dataclasses.dataclass(frozen=True)
class Notification:
    """Steps after which `to` knows what `start` did before (RMA-RULES 3), and steps that look alike
    and tell `to` nothing. `late`: what follows the access of `to` in the wrong ones."""

    name: str
    right: tuple
    wrong: tuple
    why: str
    late: tuple = ()


def _rooted(call, root):
    return everybody(call.format(root=root))


_BCAST = "MPI_Bcast(&token, 1, MPI_INT, {root}, MPI_COMM_WORLD);"
_REDUCE = "MPI_Reduce(&rank, &token, 1, MPI_INT, MPI_SUM, {root}, MPI_COMM_WORLD);"
_GATHER = "MPI_Gather(&rank, 1, MPI_INT, tokens, 1, MPI_INT, {root}, MPI_COMM_WORLD);"
_SCATTER = "MPI_Scatter(tokens, 1, MPI_INT, &token, 1, MPI_INT, {root}, MPI_COMM_WORLD);"
_IBARRIER = everybody("MPI_Ibarrier(MPI_COMM_WORLD, &request);")
_WAIT = "MPI_Wait(&request, MPI_STATUS_IGNORE);"


def send(start, to, how="MPI_Send"):
    return by(start, f"{how}(&token, 1, MPI_INT, {to}, 7, MPI_COMM_WORLD);")


def receive(start, to):
    return by(to, f"MPI_Recv(&token, 1, MPI_INT, {start}, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")


def message(start, to):
    return (send(start, to), receive(start, to))


BARRIER = (everybody("MPI_Barrier(MPI_COMM_WORLD);"),)

# From rank 0 to rank 1.
NOTIFICATIONS = {n.name: n for n in (
    Notification("message", message(0, 1), message(1, 0), "The message goes the other way."),
    Notification("bcast", (_rooted(_BCAST, 0),), (_rooted(_BCAST, 1),), "A broadcast orders only after its root."),
    Notification("reduce", (_rooted(_REDUCE, 1),), (_rooted(_REDUCE, 0),), "A reduction orders only its root."),
    Notification("gather", (_rooted(_GATHER, 1),), (_rooted(_GATHER, 0),), "A gather orders only its root."),
    Notification("scatter", (_rooted(_SCATTER, 0),), (_rooted(_SCATTER, 1),), "A scatter orders only after its root."),
    Notification("ssend", (send(1, 0, "MPI_Ssend"), receive(1, 0)), (send(1, 0, "MPI_Send"), receive(1, 0)),
                 "Ssend returns after the receive began; Send may return before."),
    Notification("ibarrier", (_IBARRIER, everybody(_WAIT)), (_IBARRIER,),
                 "A barrier that is only started orders nothing yet.", (everybody(_WAIT),)),
    Notification("irecv", (by(1, "MPI_Irecv(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);"), send(0, 1), by(1, _WAIT)),
                 (by(1, "MPI_Irecv(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);"), send(0, 1)),
                 "The receive is complete at its wait, not at its start.", (by(1, _WAIT),)),
    Notification("isend", (by(0, "MPI_Isend(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);"), by(0, _WAIT), receive(0, 1)),
                 (by(1, "MPI_Isend(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);"), by(1, _WAIT), receive(1, 0)),
                 "The completion of a send says nothing of its receiver."),
    Notification("scan", (everybody("MPI_Scan(&rank, &token, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"),),
                 (everybody("MPI_Scan(&rank, &token, 1, MPI_INT, MPI_SUM, part);"),),
                 "In `part` rank 1 comes first: a scan orders the higher ranks only."),
    Notification("barrier", BARRIER, (by(0, "MPI_Barrier(MPI_COMM_SELF);"), by(1, "MPI_Barrier(MPI_COMM_SELF);")),
                 "A barrier of each rank with itself."),
    Notification("allreduce", (everybody("MPI_Allreduce(&rank, &token, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);"),),
                 (everybody("MPI_Allreduce(&rank, &token, 1, MPI_INT, MPI_MAX, part);"),),
                 "In `part` each rank is alone."),
    Notification("alltoall", (everybody("MPI_Alltoall(tokens, 1, MPI_INT, tokens + 4, 1, MPI_INT, MPI_COMM_WORLD);"),),
                 (everybody("MPI_Alltoall(tokens, 1, MPI_INT, tokens + 4, 1, MPI_INT, part);"),),
                 "In `part` each rank is alone."),
    Notification("ibcast", (everybody("MPI_Ibcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);"), everybody(_WAIT)),
                 (everybody("MPI_Ibcast(&token, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);"), everybody(_WAIT)),
                 "A broadcast orders only after its root."),
    Notification("sendrecv", (by(0, "MPI_Sendrecv(&rank, 1, MPI_INT, 1, 7, &token, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
                              by(1, "MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 7, &token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")),
                 (by(0, "MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 7, &token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
                  by(1, "MPI_Sendrecv(&rank, 1, MPI_INT, 0, 7, &token, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);")),
                 "Half of the exchange goes nowhere: rank 1 only sends."),
)}

# Of the memory of a window: each touches element 3, as all operations do.
LOCAL = {
    "load": (READ, "sum += memory[3];"),
    "store": (WRITE, "memory[3] = 7;"),
    "increment": (WRITE, "memory[3] += 7;"),
    "memcpy_from": (READ, "memcpy(copy, memory, 4 * sizeof(T)), sum += copy[3];"),
    "memcpy_to": (WRITE, "memcpy(memory + 3, copy, 2 * sizeof(T));"),
    "memset": (WRITE, "memset(memory + 3, 0, sizeof(T));"),
    "memmove": (WRITE, "memmove(memory + 3, memory + 8, sizeof(T));"),
    "loop_load": (READ, "for (int i = 0; i < 4; ++i) sum += memory[i];"),
    "loop_store": (WRITE, "for (int i = 0; i < 4; ++i) memory[i] = i;"),
    "reduce_local": (READ, "MPI_Reduce_local(memory + 3, copy, 1, MPI_T, MPI_MAX);"),
    "self_message_from": (READ, "MPI_Sendrecv(memory + 3, 1, MPI_T, 1, 9, copy, 1, MPI_T, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
    "self_message_to": (WRITE, "MPI_Sendrecv(copy, 1, MPI_T, 1, 9, memory + 3, 1, MPI_T, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"),
    "self_collective": (WRITE, "MPI_Allreduce(copy, memory + 2, 2, MPI_T, MPI_SUM, MPI_COMM_SELF);"),
}


def conflicts(target, access):
    return target != READ or access != READ


def elsewhere(code):
    """The same operation with other buffers at its origin."""
    return re.sub(r"\bin\b", "copy", re.sub(r"\bout\b", "other", code))
