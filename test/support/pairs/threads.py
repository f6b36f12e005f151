"""Threads of one process: edges are between threads, and so are races (RMA-RULES 3)."""

from .model import Pair, Step, by, everybody, racing
from .targets import LOCK_ALL, UNLOCK_ALL
from .words import FLUSH, PUT

LOCAL = "rma-local-race"
FLUSH_LOCAL = "MPI_Win_flush_local(1, win);"


def _lines(rank, text, marks):
    """Steps of a block; `marks` are the parts of lines that belong to the finding."""
    return [(racing if any(mark in line for mark in marks) else by)(rank, line) for line in text.strip("\n").split("\n")]


def _use(operation):
    return "out[0] = 9;" if operation is PUT else "sum += in[0];"


def omp_barrier(operation):
    """Thread 0 completes its operation before the barrier of the team, or after it."""

    def steps(race):
        call, use = operation.to(1), _use(operation)
        early, late = ("", f"\n  if (omp_get_thread_num() == 0)\n    {FLUSH_LOCAL}") if race else (f"\n    {FLUSH_LOCAL}", "")
        return [LOCK_ALL, *_lines(0, f"""
#pragma omp parallel num_threads(2)
{{
  if (omp_get_thread_num() == 0) {{
    {call}{early}
  }}
#pragma omp barrier
  if (omp_get_thread_num() == 1)
    {use}{late}
}}""", (call, use)), UNLOCK_ALL]

    return Pair(f"omp_barrier_{operation.name}", "A barrier of the team completes no operation (RMA-RULES 2).", steps, LOCAL)


def omp_other_thread(operation):
    """Thread 1 flushes what thread 0 called. The flag by which it knows of the call is _Atomic, or only volatile."""

    def steps(race):
        call, use = operation.to(1), _use(operation)
        return [LOCK_ALL, everybody(f"{'volatile' if race else '_Atomic'} int called = 0;"), *_lines(0, f"""
#pragma omp parallel num_threads(2)
{{
  if (omp_get_thread_num() == 0) {{
    {call}
    called = 1;
  }} else {{
    while (!called)
      sched_yield();
    {FLUSH_LOCAL}
    {use}
  }}
}}""", (call, use)), UNLOCK_ALL]

    return Pair(f"omp_other_thread_{operation.name}", "A flush by a thread that does not know of the call completes nothing (RMA-RULES 3).",
                steps, LOCAL)


def omp_two_puts():
    """Two threads put to the same place, one after the other by barriers, or at once."""

    def steps(race):
        middle = "" if race else f"\n  if (omp_get_thread_num() == 0)\n    {FLUSH.call}\n#pragma omp barrier"
        first, second = PUT.to(1), PUT.to(1, 3)
        return [LOCK_ALL, *_lines(0, f"""
#pragma omp parallel num_threads(2)
{{
  if (omp_get_thread_num() == 0)
    {first}{middle}
  if (omp_get_thread_num() == 1)
    {second}
}}""", (first, second)), UNLOCK_ALL]

    return Pair("omp_two_puts", "Threads of one origin are two origins (RMA-RULES 3).", steps)


def omp_task():
    """A task that stores to the buffer: behind the flush, or before it."""

    def steps(race):
        call, store = PUT.to(1), "out[0] = 9;"
        early, late = ("", f"\n  {FLUSH_LOCAL}") if race else (f"\n  {FLUSH_LOCAL}", "")
        return [LOCK_ALL, *_lines(0, f"""
#pragma omp parallel num_threads(2)
#pragma omp master
{{
  {call}{early}
#pragma omp task shared(out)
  {store}
#pragma omp taskwait{late}
}}""", (call, store)), UNLOCK_ALL]

    return Pair("omp_task_store", "A task runs after its creation, and says nothing of operations (RMA-RULES 3).", steps, LOCAL)


def omp_target(access="sum += memory[3];"):
    """The target's threads: one waits in the barrier of the processes, the other goes on."""

    def steps(race):
        call = PUT.to(1)
        inside, behind = (access, "") if race else ("token = 1;", f"\n{access}")
        tell = "MPI_Barrier(MPI_COMM_WORLD);"
        return [LOCK_ALL, racing(0, call), by(0, FLUSH.call), by(0, tell), *_lines(1, f"""
#pragma omp parallel num_threads(2)
{{
  if (omp_get_thread_num() == 0)
    {tell}
  else
    {inside}
}}{behind}""", (access,)), UNLOCK_ALL]

    return Pair("omp_target_load", "A barrier in one thread says nothing to the other (RMA-RULES 3).", steps)


# pthreads: what the other thread works on.
_SHARED = ("static MPI_Win NAME_win;", "static T *NAME_buffer;")
_THREAD = ("pthread_t thread;",)


def _worker(*body):
    return [Step(None, "static void *NAME_worker(void *unused) {"), *body, Step(None, "  return unused;"), Step(None, "}")]


def _start(rank=0, buffer="out"):
    return [by(rank, "NAME_win = win;"), by(rank, f"NAME_buffer = {buffer};"),
            by(rank, "pthread_create(&thread, NULL, NAME_worker, NULL);")]


def _join(rank=0):
    return by(rank, "pthread_join(thread, NULL);")


def _worker_use(operation):
    if operation is PUT:
        return [racing(None, "  NAME_buffer[0] = 9;")]
    return [Step(None, "  static volatile T seen;"), racing(None, "  seen += NAME_buffer[0];")]


def thread_created(operation):
    """The thread that uses the buffer is created after the flush, or before it."""
    buffer = "out" if operation is PUT else "in"

    def steps(race):
        flush = by(0, FLUSH_LOCAL)
        return [LOCK_ALL, racing(0, operation.to(1)), *([*_start(0, buffer), flush] if race else [flush, *_start(0, buffer)]),
                _join(), UNLOCK_ALL]

    return Pair(f"thread_created_{operation.name}", "What a new thread does comes after its creation, no more (RMA-RULES 3).", steps, LOCAL,
                globals=(lambda race: [*_SHARED, *_worker(*_worker_use(operation))],), declares=_THREAD)


def flag(operation):
    """The worker waits for a flag that is set after the flush: _Atomic, or only volatile."""
    buffer = "out" if operation is PUT else "in"

    def steps(race):
        return [LOCK_ALL, *_start(0, buffer), racing(0, operation.to(1)), by(0, FLUSH_LOCAL), by(0, "NAME_ready = 1;"), _join(), UNLOCK_ALL]

    def outside(race):
        return [*_SHARED, f"static {'volatile' if race else '_Atomic'} int NAME_ready;",
                *_worker(everybody("  while (!NAME_ready)"), everybody("    sched_yield();"), *_worker_use(operation))]

    return Pair(f"flag_{operation.name}", "An atomic flag orders threads, a volatile one does not (RMA-RULES 3).", steps, LOCAL,
                globals=(outside,), declares=_THREAD)


def thread_issues():
    """The thread puts; who joins it knows of the call, but not that it is complete."""

    def steps(race):
        return [LOCK_ALL, *_start(), _join(), racing(0, "out[0] = 9;"), by(0, FLUSH_LOCAL), UNLOCK_ALL]

    def outside(race):
        call = PUT.to(1, win="NAME_win").replace("out,", "NAME_buffer,")
        flush = [] if race else ["  MPI_Win_flush_local(1, NAME_win);"]
        return [*_SHARED, *_worker(racing(None, f"  {call}"), *map(everybody, flush))]

    return Pair("thread_issues_put", "The end of a thread completes none of its operations (RMA-RULES 2).", steps, LOCAL,
                globals=(outside,), declares=_THREAD)


def handed_over(by_barrier):
    """The worker is told that the buffer is free: after the flush, or before it."""
    if by_barrier:
        state = ("static pthread_barrier_t NAME_barrier;",)
        wait = ("  pthread_barrier_wait(&NAME_barrier);",)
        make, tell = "pthread_barrier_init(&NAME_barrier, NULL, 2);", ["pthread_barrier_wait(&NAME_barrier);"]
    else:
        state = ("static pthread_mutex_t NAME_mutex = PTHREAD_MUTEX_INITIALIZER;",
                 "static pthread_cond_t NAME_changed = PTHREAD_COND_INITIALIZER;", "static int NAME_free;")
        wait = ("  pthread_mutex_lock(&NAME_mutex);", "  while (!NAME_free)",
                "    pthread_cond_wait(&NAME_changed, &NAME_mutex);", "  pthread_mutex_unlock(&NAME_mutex);")
        make = "NAME_free = 0;"
        tell = ["pthread_mutex_lock(&NAME_mutex);", "NAME_free = 1;", "pthread_cond_signal(&NAME_changed);",
                "pthread_mutex_unlock(&NAME_mutex);"]

    def steps(race):
        told, flush = [by(0, line) for line in tell], by(0, FLUSH_LOCAL)
        return [LOCK_ALL, by(0, make), *_start(), racing(0, PUT.to(1)), *([*told, flush] if race else [flush, *told]),
                _join(), UNLOCK_ALL]

    def outside(race):
        return [*_SHARED, *state, *_worker(*map(everybody, wait), racing(None, "  NAME_buffer[0] = 9;"))]

    return Pair(f"handed_over_{'barrier' if by_barrier else 'condition'}",
                "The worker is told before the flush, or after it (RMA-RULES 3).", steps, LOCAL,
                globals=(outside,), declares=_THREAD)


def thread_at_target():
    """A thread of the target loads: created after the barrier of the processes, or before it."""

    def steps(race):
        barrier = by(1, "MPI_Barrier(MPI_COMM_WORLD);")
        start = _start(1, "memory")
        return [LOCK_ALL, racing(0, PUT.to(1)), by(0, FLUSH.call), by(0, "MPI_Barrier(MPI_COMM_WORLD);"),
                *([*start, barrier] if race else [barrier, *start]), _join(1), UNLOCK_ALL]

    def outside(race):
        return [*_SHARED, *_worker(everybody("  static volatile T seen;"), racing(None, "  seen += NAME_buffer[3];"))]

    return Pair("thread_at_target", "A barrier in one thread says nothing to the others (RMA-RULES 3).", steps,
                globals=(outside,), declares=_THREAD)


def wrong_thread_barrier():
    """The main thread enters the barrier while its worker puts, or when the worker has ended."""

    def steps(race):
        barrier = by(0, "MPI_Barrier(MPI_COMM_WORLD);")
        return [LOCK_ALL, *_start(), *([barrier, _join()] if race else [_join(), barrier]),
                by(1, "MPI_Barrier(MPI_COMM_WORLD);"), racing(1, "sum += memory[3];"), UNLOCK_ALL]

    def outside(race):
        call = PUT.to(1, win="NAME_win").replace("out,", "NAME_buffer,")
        return [*_SHARED, *_worker(racing(None, f"  {call}"), everybody("  MPI_Win_flush(1, NAME_win);"))]

    return Pair("wrong_thread_barrier", "A barrier tells of its own thread only (RMA-RULES 3).", steps, globals=(outside,), declares=_THREAD)


def two_threads_put():
    """The main thread and a worker put to one place: at once, or when the worker has ended."""

    def steps(race):
        mine = [racing(0, PUT.to(1).replace("out,", "other,")), by(0, FLUSH.call)]
        return [LOCK_ALL, *_start(), *([*mine, _join()] if race else [_join(), *mine]), UNLOCK_ALL]

    def outside(race):
        call = PUT.to(1, 3, win="NAME_win").replace("out,", "NAME_buffer,")
        return [*_SHARED, *_worker(racing(None, f"  {call}"), everybody("  MPI_Win_flush(1, NAME_win);"))]

    return Pair("two_threads_put", "Threads of one origin that synchronize with nobody are concurrent (RMA-RULES 3).", steps,
                globals=(outside,), declares=_THREAD)
