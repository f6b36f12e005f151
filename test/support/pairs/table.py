"""The programs: which pairs each holds, in which style, on how many ranks, how it is built."""

from . import atomics, origins, sharing, targets, threads, types
from .model import Program, Style
from .words import (ACCUMULATE, ATOMIC_READ, COMPARE_AND_SWAP, FETCH_AND_OP, FLUSH, FLUSH_ALL, FLUSH_LOCAL,
                    FLUSH_LOCAL_ALL, GET, GET_ACCUMULATE, PUT, RACCUMULATE, RGET, RGET_ACCUMULATE, RPUT, TEST, TESTALL,
                    WAIT, WAITALL, WAITANY)

INT = Style()
LONG = Style("long", window="create")
DOUBLE = Style("double", checked=True)
STATIC = Style("int", window="static", checked=True)
CPP = Style("int", "cpp", "vector")
CPP_DOUBLE = Style("double", "cpp", "vector", checked=True)
INT64 = Style("int64_t", window="create")

O0, O2, O2G, O3 = "-O0", "-O2", "-O2 -g", "-O3"
UNLOCK = "MPI_Win_unlock(1, win);"


def each(family, *rows):
    return tuple(family(*row) for row in rows)


PROGRAMS = (
    Program("fence", "Fences: the target's own accesses in the epoch and after it.", (
        *each(targets.fence, (PUT, "load"), (PUT, "store"), (PUT, "loop_load"), (GET, "store"), (GET, "memcpy_to"),
              (ACCUMULATE, "load"), (FETCH_AND_OP, "store"), (GET_ACCUMULATE, "increment")),
    ), INT),
    Program("fence_before", "Fences: the target's own accesses before the epoch and in it.", (
        *each(targets.fence_before, (PUT, "store"), (PUT, "memcpy_from"), (GET, "memset"), (ACCUMULATE, "loop_store"),
              (GET, "loop_store"), (PUT, "self_message_from"), (GET_ACCUMULATE, "load")),
    ), DOUBLE, ranks=3, flags=O0),
    Program("fence_asserted", "Fences with assertions.", (
        *(targets.fence(operation, access, ("MPI_MODE_NOPRECEDE", "MPI_MODE_NOSUCCEED")) for operation, access in (
            (PUT, "load"), (GET, "store"), (ACCUMULATE, "memcpy_from"), (COMPARE_AND_SWAP, "load"))),
        *each(targets.no_precede, (PUT, "load"), (GET, "store"), (ACCUMULATE, "memcpy_to")),
    ), CPP, flags=O2G),
    Program("pscw", "Post, start, complete, wait: the target's own accesses.", (
        *each(targets.pscw, (PUT, "load"), (GET, "store"), (ACCUMULATE, "memset"), (GET_ACCUMULATE, "loop_load")),
        *each(targets.pscw_test, (PUT, "store"), (GET, "increment")),
        *each(targets.pscw_before, (PUT, "store"), (GET, "memcpy_to"), (COMPARE_AND_SWAP, "load")),
    ), LONG, ranks=3),
    Program("lock", "Lock and unlock, with a word to the target.", (
        *each(targets.lock, (PUT, "load", "EXCLUSIVE", "barrier"), (PUT, "store", "SHARED", "message"),
              (GET, "store", "SHARED", "barrier"), (ACCUMULATE, "load", "EXCLUSIVE", "ssend"),
              (FETCH_AND_OP, "memcpy_from", "SHARED", "bcast"), (GET_ACCUMULATE, "memset", "EXCLUSIVE", "allreduce")),
        *each(targets.own_lock, (PUT, "load"), (GET, "store", "EXCLUSIVE"), (ACCUMULATE, "increment", "EXCLUSIVE")),
    ), STATIC, flags=O2G),
    Program("weak_completion", "Completions that are too weak for what comes after them.", (
        *each(targets.completion, (PUT, "load", FLUSH_LOCAL), (PUT, "store", FLUSH_LOCAL_ALL, FLUSH_ALL, "message"),
              (ACCUMULATE, "load", FLUSH_LOCAL, FLUSH, "bcast"), (PUT, "load", None), (GET, "store", None),
              (GET, "memset", None, FLUSH_LOCAL, "message"), (FETCH_AND_OP, "load", FLUSH_LOCAL),
              (RPUT, "load", WAIT), (RPUT, "memcpy_from", TEST, FLUSH_ALL), (RACCUMULATE, "load", WAITALL, FLUSH, "message")),
    ), INT, flags=O3),
    Program("late_completion", "Completions behind the word that should follow them.", (
        *each(targets.too_late, (PUT, "load", FLUSH, "barrier"), (PUT, "loop_load", FLUSH_ALL, "message"),
              (GET, "store", FLUSH_LOCAL, "irecv"), (ACCUMULATE, "load", FLUSH, "ibarrier"),
              (COMPARE_AND_SWAP, "load", FLUSH, "reduce"), (GET_ACCUMULATE, "store", FLUSH_ALL, "gather"),
              (PUT, "memmove", FLUSH, "isend")),
        *each(targets.other_flush, (PUT, "load"), (ACCUMULATE, "store")),
        *each(targets.flushed_window, (PUT, "load"), (FETCH_AND_OP, "load")),
    ), CPP, ranks=3),
    Program("notified_by_messages", "Complete, but the other does not know: messages.", (
        *each(targets.notified, (PUT, "load", "message"), (PUT, "load", "ssend"), (PUT, "store", "irecv"),
              (GET, "store", "isend"), (ACCUMULATE, "load", "sendrecv")),
        *each(targets.reader_first, (PUT, "load", "message"), (GET, "store", "barrier"), (PUT, "memset", "message")),
    ), DOUBLE, ranks=4),
    Program("notified_by_collectives", "Complete, but the other does not know: collectives.", (
        *each(targets.notified, (PUT, "load", "bcast"), (PUT, "load", "reduce"), (PUT, "store", "gather"),
              (GET, "store", "scatter"), (PUT, "load", "ibarrier"), (ACCUMULATE, "load", "scan"), (PUT, "load", "barrier"),
              (GET_ACCUMULATE, "load", "allreduce"), (PUT, "memset", "alltoall"), (PUT, "load", "ibcast")),
    ), LONG, ranks=3, flags=O0),
    Program("two_origins", "Two origins and one target.", (
        *each(targets.two_fences, (PUT, PUT), (PUT, GET), (ACCUMULATE, PUT)),
        *each(targets.two_exposures, (PUT, PUT), (GET, PUT), (ACCUMULATE, GET)),
        *each(targets.two_locks, (PUT, PUT), (PUT, GET), (FETCH_AND_OP, PUT)),
        *each(targets.two_flushed, (PUT, GET), (PUT, PUT), (GET, PUT, False), (COMPARE_AND_SWAP, GET, False)),
        *each(targets.bytes_apart, (PUT, PUT), (GET, PUT), (FETCH_AND_OP, PUT)),
    ), INT, ranks=3, flags=O2G),
    Program("one_origin", "Two operations of one origin.", (
        *each(targets.same_origin, (PUT, PUT), (PUT, GET), (GET, PUT, FLUSH_LOCAL.call), (ACCUMULATE, PUT), (PUT, ACCUMULATE),
              (GET, ACCUMULATE, FLUSH_LOCAL_ALL.call), (FETCH_AND_OP, GET, FLUSH_ALL.call), (COMPARE_AND_SWAP, PUT)),
        *each(targets.same_origin_fences, (PUT, GET), (PUT, PUT), (GET, PUT)),
        *each(targets.same_origin_waited, (RGET, PUT, WAIT), (RGET, PUT, WAITANY)),
    ), INT64),
    Program("own_window", "A rank and its own window; bytes of one epoch.", (
        *each(targets.self_communication, (PUT, "load"), (GET, "store"), (ACCUMULATE, "load"), (FETCH_AND_OP, "memset")),
        *each(targets.bytes_local, (PUT, "load"), (GET, "store"), (ACCUMULATE, "increment")),
        *each(sharing.origin_in_window, (PUT,), (GET,), (ACCUMULATE,)),
    ), CPP, ranks=3, flags=O0),
    Program("origin_flush", "Origin buffers and the flushes.", (
        *each(origins.completed, (PUT, "store", FLUSH_LOCAL), (GET, "load", FLUSH_LOCAL), (PUT, "memset", FLUSH),
              (GET, "memcpy_from", FLUSH_ALL), (ACCUMULATE, "loop_store", FLUSH_LOCAL_ALL), (GET_ACCUMULATE, "load", FLUSH),
              (FETCH_AND_OP, "load", FLUSH_LOCAL), (COMPARE_AND_SWAP, "load", FLUSH),
              (GET_ACCUMULATE, "store", FLUSH_LOCAL, "out"), (COMPARE_AND_SWAP, "store", FLUSH, "compare")),
        *each(origins.barrier_instead, (PUT, "store"), (GET, "load")),
    ), INT),
    Program("origin_epochs", "Origin buffers and the end of epochs.", (
        *each(origins.fenced, (PUT, "store"), (GET, "loop_load"), (ACCUMULATE, "memcpy_to"), (GET, "put_from"), (PUT, "get_into")),
        *each(origins.pscw_completed, (PUT, "loop_store"), (GET, "load"), (ACCUMULATE, "memset")),
        *each(origins.unlocked, (PUT, "store"), (GET, "memcpy_from", "EXCLUSIVE"), (FETCH_AND_OP, "load")),
    ), CPP_DOUBLE, flags=O0),
    Program("origin_requests", "Origin buffers and requests.", (
        *each(origins.waited, (RPUT, "store", WAIT), (RGET, "load", WAITALL), (RACCUMULATE, "memset", WAITANY),
              (RGET_ACCUMULATE, "load", TEST), (RGET, "memcpy_from", TESTALL), (RPUT, "receive", WAIT), (RGET, "send", WAIT)),
        *each(origins.other_request, (RPUT, "store"), (RGET, "load")),
        *each(origins.other_target, (PUT, "store"), (GET, "load")),
    ), LONG, ranks=3),
    Program("origin_uses", "What uses origin buffers.", (
        *each(origins.completed, (GET, "send", FLUSH), (PUT, "receive", FLUSH_LOCAL), (GET, "self_reduce", FLUSH_LOCAL_ALL),
              (PUT, "reduced_to", FLUSH_ALL), (GET, "put_from", FLUSH), (PUT, "get_into", FLUSH_LOCAL), (GET, "get_into", FLUSH)),
        *each(origins.loop, (PUT,), (GET,), (ACCUMULATE,)),
        *each(origins.only_read, (PUT, FLUSH), (ACCUMULATE, FLUSH_LOCAL)),
        *each(origins.other_bytes, (PUT,), (GET,), (FETCH_AND_OP,)),
    ), STATIC, flags=O2G),
    Program("lifetimes", "Memory that dies too early.", (
        *each(origins.freed, (PUT,), (ACCUMULATE,)), *each(origins.scope, (PUT,), (ACCUMULATE,)),
        sharing.window_memory_freed(), sharing.attached_memory_freed(),
    ), INT),
    Program("types_at_target", "Derived datatypes at the target.", (
        *each(types.at_target, ("put", "contiguous"), ("put", "vector"), ("get", "hvector", "store"), ("put", "indexed"),
              ("accumulate", "indexed_block"), ("put", "hindexed", "store"), ("put", "struct"), ("get", "subarray", "store"),
              ("put", "resized"), ("put", "fortran_subarray")),
    ), INT),
    Program("types_at_origin", "Derived datatypes at the origin.", (
        *each(types.at_origin, ("put", "contiguous"), ("get", "vector", "load"), ("put", "hvector"), ("get", "indexed", "load"),
              ("put", "indexed_block"), ("get", "hindexed", "store"), ("accumulate", "struct"), ("get", "subarray", "load"),
              ("put", "resized"), ("put", "fortran_subarray")),
        *each(types.message_buffer, ("vector",), ("subarray",)),
    ), DOUBLE, flags=O2G),
    Program("types_interleaved", "Derived datatypes of two origins.", (
        *each(types.interleaved, ("put", "vector"), ("put", "hvector"), ("put", "resized"), ("put", "struct")),
        *each(types.at_target, ("put", "subarray"), ("get", "indexed", "store"), ("accumulate", "vector")),
    ), CPP, ranks=4),
    Program("atomics_ops", "The accumulate family and its ops.", atomics.DIFFERENT_OPS, LONG, ranks=3),
    Program("atomics", "What is not atomic with what.", (
        *atomics.NOT_ATOMIC, *atomics.ONE_ORIGIN, atomics.two_windows(), atomics.local_read(),
        atomics.local_read("memory[3] = 7;", "store"),
    ), LONG, ranks=4, flags=O2G),
    Program("atomics_elements", "Elements of accumulates; flags and locks made of atomics.", (
        atomics.shifted(), atomics.flag(), atomics.spin_lock(),
    ), INT, ranks=3),
    Program("atomics_hints", "Windows whose info says what is atomic and ordered.", atomics.SAME_OP, LONG, ranks=3),
    Program("shared_windows", "Direct accesses in shared windows.", (
        *sharing.SHARED, sharing.shared_fence(), sharing.shared_neighbour_bytes(),
    ), INT, flags=O2G),
    Program("window_memory", "Window memory in messages, in several windows, attached.", (
        *sharing.PENDING,
        *each(sharing.overlapping_windows, (PUT, "sum += memory[3];", "load"), (GET, "memory[3] = 1;", "store")),
        *each(sharing.overlapping_operations, (PUT, PUT), (ACCUMULATE, PUT)),
        *each(sharing.dynamic, (PUT, "sum += memory[3];", "load"), (GET, "memory[3] = 1;", "store")),
    ), LONG, ranks=3),
    Program("mpich_active", "Active target synchronization with MPICH.", (
        *each(targets.fence, (PUT, "load"), (GET, "store"), (GET_ACCUMULATE, "self_collective")),
        *each(targets.pscw, (PUT, "load"), (ACCUMULATE, "store")),
        *each(targets.two_fences, (PUT, PUT), (GET, ACCUMULATE)),
        *each(types.at_target, ("put", "vector"), ("put", "struct"), ("accumulate", "subarray")),
        *each(origins.fenced, (PUT, "store"), (GET, "load")),
    ), DOUBLE, ranks=3, mpi="mpich"),
    Program("mpich_passive", "Passive target synchronization with MPICH.", (
        *each(targets.lock, (PUT, "load", "EXCLUSIVE", "message"), (GET, "store", "SHARED", "barrier")),
        *each(targets.completion, (PUT, "load", FLUSH_LOCAL), (RPUT, "store", WAIT), (RGET_ACCUMULATE, "load", WAIT)),
        *each(targets.notified, (PUT, "load", "bcast"), (PUT, "store", "ibarrier")),
        *each(origins.completed, (PUT, "store", FLUSH_LOCAL), (GET, "load", FLUSH)),
        atomics.flag(),
    ), CPP, ranks=2, mpi="mpich", flags=O0),
    Program("openmp", "Teams of OpenMP that call MPI.", (
        *each(threads.omp_barrier, (PUT,), (GET,)), *each(threads.omp_other_thread, (PUT,), (GET,)),
        threads.omp_two_puts(), threads.omp_task(), threads.omp_target(),
    ), INT, flags="-O2 -fopenmp", thread_level="MPI_THREAD_MULTIPLE", features="openmp"),
    Program("pthreads", "Threads that work on buffers.", (
        *each(threads.thread_created, (PUT,), (GET,)), *each(threads.flag, (PUT,), (GET,)),
        threads.handed_over(False), threads.handed_over(True), threads.thread_at_target(),
    ), INT, flags="-O2 -pthread", thread_level="MPI_THREAD_MULTIPLE"),
    Program("pthreads_multiple", "Threads that call MPI.", (
        threads.thread_issues(), threads.wrong_thread_barrier(), threads.two_threads_put(),
    ), INT, flags="-O1 -g -pthread", thread_level="MPI_THREAD_MULTIPLE"),
)
