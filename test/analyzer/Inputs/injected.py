"""injected.py pt2pt|rdma TIMES RESULTS: the waiting in the results is what the program's own times say, within
3 % or 20 ms; what was not injected is next to nothing."""

import collections
import sqlite3
import sys

osc, told, results = sys.argv[1:4]
times = collections.defaultdict(list)
for line in open(told, encoding="utf-8"):
    rank, what, time = line.split()
    times[what, int(rank)].append(float(time))
ranks = range(4)


def at(what, rank):
    return times[what, rank][0]


def last(what):
    return max(at(what, rank) for rank in ranks)


expected = collections.Counter()


def expect(metric, call, rank, begin, end):
    expected[metric, call, rank] += max(0, end - begin)


for rank in ranks:
    for n, time in enumerate(times["barrier", rank]):
        expect("wait-at-barrier", "MPI_Barrier", rank, time, max(times["barrier", r][n] for r in ranks))
    expect("rma-wait-at-fence", "MPI_Win_fence", rank, at("fence", rank), last("fence"))
    expect("rma-wait-at-fence", "MPI_Win_fence", rank, at("early", rank), last("early"))
    if rank != 0:
        expect("late-broadcast", "MPI_Bcast", rank, at("bcast", rank), at("bcast", 0))
    expect("wait-at-nxn", "MPI_Allreduce", rank, at("allreduce", rank), last("allreduce"))
    expect("wait-at-barrier", "MPI_Wait", rank, at("ibarrier-wait", rank), last("ibarrier"))
expect("rma-early-fence", "MPI_Win_fence", 1, at("early", 1), min(at("put", 0), last("early")))
if osc == "pt2pt":
    expect("rma-late-post", "MPI_Win_complete", 1, at("late", 1), at("post", 0))
    expect("rma-lock-contention", "MPI_Win_unlock", 2, at("unlock", 2), at("release", 1))
    expect("rma-wait-for-progress", "MPI_Win_unlock", 1, at("serve", 1), at("served", 0))
else:
    expect("rma-late-post", "MPI_Win_start", 1, at("start", 1), at("post", 0))
    expect("rma-lock-contention", "MPI_Win_lock", 2, at("lock", 2), at("release", 1))
expect("rma-early-wait", "MPI_Win_wait", 0, at("wait", 0), at("complete", 1))
expect("rma-late-complete", "MPI_Win_wait", 0, max(at("wait", 0), at("operation", 1)), at("complete", 1))
expect("late-sender", "MPI_Recv", 2, at("await", 2), at("token", 1))
expect("late-sender", "MPI_Recv", 0, at("recv", 0), at("send2", 1))
expect("late-sender-wrong-order", "MPI_Recv", 0, at("recv", 0), at("send2", 1))
expect("late-sender", "MPI_Wait", 0, at("irecv", 0), at("send3", 1))
expect("late-receiver", "MPI_Ssend", 0, at("ssend", 0), at("recv4", 1))
expect("early-reduce", "MPI_Reduce", 3, at("reduce", 3), min(at("reduce", r) for r in (0, 1, 2)))

database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
found = collections.Counter()
for metric, call, rank, value in database.execute(
        "SELECT metric, site.call, rank, sum(value) FROM severity JOIN path ON path.id = severity.path "
        "JOIN site ON site.id = path.site JOIN metric ON metric.id = metric WHERE unit = 's' "
        "GROUP BY metric, site.call, rank"):
    found[metric, call, rank] = value

problems = []
waits = {metric for metric, _, _ in expected} | {
    "rma-early-transfer", "rma-wait-for-progress", "rma-lock-contention-in-operation",
    "rma-wait-for-progress-in-operation"}
for key in sorted(set(expected) | {key for key in found if key[0] in waits}):
    if key[1] in ("MPI_Win_create", "MPI_Win_allocate", "MPI_Win_free"):
        continue
    if abs(expected[key] - found[key]) > max(0.03 * expected[key], 0.02):
        problems.append(f"{' '.join(map(str, key))}: {found[key]:.4f} instead of {expected[key]:.4f}")
for metric in sorted({metric for metric, _, _ in expected}):
    if metric != "rma-early-fence" and sum(v for key, v in expected.items() if key[0] == metric) < 0.1:
        problems.append(f"{metric}: nothing injected")
sys.exit("\n".join(problems) or 0)
