"""The accumulate family: what is atomic with what (RMA-RULES 4, first and second exemption)."""

from .model import Pair, by, everybody, racing
from .targets import FENCE, LOCK_ALL, UNLOCK_ALL
from .words import ACCUMULATE, FETCH_AND_OP

MIXED = "rma-mixed-accumulate"


def accumulate(op, at=2, type="MPI_T", count=2, buffer="out"):
    return f"MPI_Accumulate({buffer}, {count}, {type}, 1, {at}, {count}, {type}, {op}, win);"


def get_accumulate(op, at=2, type="MPI_T", count=2):
    return f"MPI_Get_accumulate(out, {count}, {type}, in, {count}, {type}, 1, {at}, {count}, {type}, {op}, win);"


def fetch(op, at=3, type="MPI_T"):
    return f"MPI_Fetch_and_op(out, in, {type}, 1, {at}, {op}, win);"


def swap(at=3, type="MPI_T"):
    return f"MPI_Compare_and_swap(out, compare, in, {type}, 1, {at}, win);"


def two_origins(name, why, first, wrong, right, finding="rma-remote-race", synchronization="fence", info="MPI_INFO_NULL",
                integer=False):
    """Rank 0 makes the first, rank 2 the wrong or the right one, at the same time."""

    def steps(race):
        second = wrong if race else right
        opening, closing = (FENCE, FENCE) if synchronization == "fence" else (LOCK_ALL, UNLOCK_ALL)
        return [opening, racing(0, first), racing(2, second), closing]

    return Pair(name, f"{why} (RMA-RULES 4)", steps, finding, ranks=3, info=info, integer=integer)


def one_origin(name, why, first, wrong, right, finding="rma-remote-race", info="MPI_INFO_NULL"):
    def steps(race):
        return [LOCK_ALL, racing(0, first), racing(0, wrong if race else right), UNLOCK_ALL]

    return Pair(name, f"{why} (RMA-RULES 4)", steps, finding, info=info)


DIFFERENT_OPS = (
    two_origins("sum_prod", "Concurrent accumulates must have the same op.",
                accumulate("MPI_SUM"), accumulate("MPI_PROD"), accumulate("MPI_SUM"), MIXED),
    two_origins("sum_replace", "Concurrent accumulates must have the same op.",
                accumulate("MPI_SUM"), accumulate("MPI_REPLACE"), accumulate("MPI_SUM"), MIXED, "lock_all"),
    two_origins("max_get_min", "Get_accumulate updates as well.",
                accumulate("MPI_MAX"), get_accumulate("MPI_MIN"), get_accumulate("MPI_MAX"), MIXED, "lock_all"),
    two_origins("fetch_sum_replace", "Fetch_and_op updates as well.",
                fetch("MPI_SUM"), fetch("MPI_REPLACE"), fetch("MPI_SUM"), MIXED, "lock_all"),
    two_origins("replace_or_read", "MPI_NO_OP goes with every op; a second op does not.",
                accumulate("MPI_REPLACE"), fetch("MPI_MAX"), fetch("MPI_NO_OP"), MIXED, "lock_all"),
    two_origins("prod_and_read", "MPI_NO_OP goes with every op; a second op does not.",
                get_accumulate("MPI_PROD"), get_accumulate("MPI_SUM"), get_accumulate("MPI_NO_OP"), MIXED),
    two_origins("swap_and_fetch", "Put is not atomic; fetch_and_op goes with compare_and_swap.",
                swap(), "MPI_Put(out, 1, MPI_T, 1, 3, 1, MPI_T, win);", fetch("MPI_SUM"), synchronization="lock_all", integer=True),
    two_origins("swap_and_load", "Get is not atomic; compare_and_swap goes with itself.",
                swap(), "MPI_Get(in, 1, MPI_T, 1, 3, 1, MPI_T, win);", swap(), synchronization="lock_all", integer=True),
)

NOT_ATOMIC = (
    two_origins("accumulate_and_put", "A put is not atomic: MPI_REPLACE is.",
                accumulate("MPI_REPLACE"), "MPI_Put(out, 2, MPI_T, 1, 3, 2, MPI_T, win);", accumulate("MPI_REPLACE", 3)),
    two_origins("accumulate_and_get", "A get is not atomic: MPI_NO_OP is.",
                accumulate("MPI_SUM"), "MPI_Get(in, 2, MPI_T, 1, 3, 2, MPI_T, win);", get_accumulate("MPI_NO_OP", 3)),
    two_origins("fetch_and_get", "A get is not atomic: fetch_and_op with MPI_NO_OP is.",
                fetch("MPI_SUM"), "MPI_Get(in, 1, MPI_T, 1, 3, 1, MPI_T, win);", fetch("MPI_NO_OP"), synchronization="lock_all"),
    two_origins("long_and_int", "Two types are not atomic with each other.",
                accumulate("MPI_SUM", 2, "MPI_LONG"), accumulate("MPI_SUM", 3, "MPI_UNSIGNED_LONG", 1),
                accumulate("MPI_SUM", 3, "MPI_LONG", 1)),
    two_origins("long_and_double", "Two types are not atomic with each other, with MPI_NO_OP either.",
                accumulate("MPI_SUM", 2, "MPI_LONG"), get_accumulate("MPI_NO_OP", 2, "MPI_DOUBLE"), get_accumulate("MPI_NO_OP", 2, "MPI_LONG"),
                synchronization="lock_all"),
)


def shifted():
    """Pairs of integers that overlap in part, with every displacement aligned."""
    return two_origins("shifted_elements", "Elements that overlap in part are not atomic.", accumulate("MPI_REPLACE", 2, "MPI_2INT", 1),
                       accumulate("MPI_REPLACE", 3, "MPI_2INT", 1), accumulate("MPI_REPLACE", 2, "MPI_2INT", 1))


def two_windows():
    """The same memory by two windows: no atomicity between them."""

    def steps(race):
        fences = [everybody("MPI_Win_fence(0, win);"), everybody("MPI_Win_fence(0, second);")]
        first = f"MPI_Accumulate(out, 2, MPI_T, 1, 2, 2, MPI_T, MPI_SUM, win);"
        second = f"MPI_Accumulate(out, 2, MPI_T, 1, 2, 2, MPI_T, MPI_SUM, {'second' if race else 'win'});"
        return ["MPI_Win_create(memory, 8 * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &second);", *fences,
                racing(0, first), racing(2, second), *fences, "MPI_Win_free(&second);"]

    return Pair("two_windows_accumulate", "Accumulates through two windows are not atomic with each other (RMA-RULES 4).", steps, ranks=3)


def local_read(access="sum += memory[3];", name="load"):
    """The owner reads its own memory by a load, or by an atomic on itself."""

    def steps(race):
        mine = racing(1, access if race else FETCH_AND_OP.to(1).replace("MPI_SUM", "MPI_NO_OP"))
        return [LOCK_ALL, racing(0, ACCUMULATE.to(1)), mine, UNLOCK_ALL]

    return Pair(f"own_{name}_of_counter", "A load is not atomic with an accumulate: MPI_NO_OP on oneself is (RMA-RULES 4).", steps)


ONE_ORIGIN = (
    one_origin("one_origin_put_accumulate", "accumulate_ordering orders accumulates of one origin, not puts.",
               accumulate("MPI_SUM"), "MPI_Put(out, 2, MPI_T, 1, 3, 2, MPI_T, win);", accumulate("MPI_REPLACE", 3)),
    one_origin("one_origin_get_accumulate", "accumulate_ordering orders accumulates of one origin, not gets.",
               accumulate("MPI_SUM"), "MPI_Get(in, 2, MPI_T, 1, 3, 2, MPI_T, win);", get_accumulate("MPI_NO_OP", 3)),
)

SAME_OP = (
    two_origins("same_op_read", "With accumulate_ops=same_op even MPI_NO_OP is another op.",
                accumulate("MPI_SUM"), get_accumulate("MPI_NO_OP"), get_accumulate("MPI_SUM"), MIXED, "lock_all",
                "accumulate_ops=same_op"),
    one_origin("unordered_ops", "With accumulate_ordering=none ops of one origin are as those of two.",
               accumulate("MPI_SUM"), accumulate("MPI_REPLACE"), accumulate("MPI_SUM"), MIXED, "accumulate_ordering=none"),
    one_origin("war_only", "accumulate_ordering=war orders no write after a write.",
               accumulate("MPI_SUM"), accumulate("MPI_REPLACE"), accumulate("MPI_SUM"), MIXED, "accumulate_ordering=war"),
)


def flag():
    """The flag is raised by an atomic after the flush, or before it; it is polled by an atomic."""

    def steps(race):
        raise_flag = by(0, "MPI_Accumulate(&one, 1, MPI_T, 1, 12, 1, MPI_T, MPI_REPLACE, win);")
        flush = by(0, "MPI_Win_flush(1, win);")
        return [by(1, "memory[12] = 0;"), everybody("MPI_Barrier(MPI_COMM_WORLD);"), LOCK_ALL,
                racing(0, "MPI_Put(out, 2, MPI_T, 1, 2, 2, MPI_T, win);"),
                *([raise_flag, flush] if race else [flush, raise_flag]),
                by(1, "do {\n  MPI_Fetch_and_op(&one, in, MPI_T, 1, 12, MPI_NO_OP, win);\n  MPI_Win_flush(1, win);\n} while (in[0] != 9);"),
                racing(1, "sum += memory[3];"), UNLOCK_ALL]

    return Pair("flag_before_flush", "A flag tells only of what was flushed before it was raised (RMA-RULES 3).", steps,
                declares=("T one = 9;",))


def spin_lock():
    """The lock made of compare_and_swap is given back after the flush, or before it."""

    def steps(race):
        result = [by(0, "memory[12] = 0;"), everybody("MPI_Barrier(MPI_COMM_WORLD);"), LOCK_ALL]
        release = "MPI_Accumulate(&nobody, 1, MPI_T, 0, 12, 1, MPI_T, MPI_REPLACE, win);"
        for rank in (0, 1):
            result += [by(rank, "do {\n  MPI_Compare_and_swap(&me, &nobody, in, MPI_T, 0, 12, win);\n  MPI_Win_flush(0, win);\n} while (in[0] != 0);"),
                       racing(rank, "MPI_Put(out, 2, MPI_T, 0, 2, 2, MPI_T, win);")]
            result += [by(rank, release), by(rank, "MPI_Win_flush(0, win);")] if race else [
                by(rank, "MPI_Win_flush(0, win);"), by(rank, release), by(rank, "MPI_Win_flush(0, win);")]
        return result + [UNLOCK_ALL]

    return Pair("unlock_before_flush", "A lock given back before the flush protects nothing (RMA-RULES 3).", steps,
                declares=("T nobody = 0, me = rank + 1;",), integer=True)
