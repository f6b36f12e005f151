"""injected.py pt2pt|rdma TOLD RESULTS: at each line and rank the waiting in the results is, within 3 % or 5 ms, what
the definitions (docs/wait-states.md) give for the times that the program itself told; elsewhere there is none."""

import collections
import sqlite3
import sys

Call = collections.namedtuple("Call", "rank line role of enter leave")

INJECTED = {
    "rma-wait-at-fence", "rma-early-fence", "rma-late-post", "rma-early-wait", "rma-late-complete",
    "rma-lock-contention", "late-sender", "late-sender-wrong-order", "late-receiver",
    "wait-at-barrier", "wait-at-nxn", "early-reduce", "late-broadcast", "collective-completion"}
OF_LIBRARY = {
    "pt2pt": {"rma-early-transfer", "rma-wait-for-progress", "rma-lock-contention-in-operation"},
    "rdma": set()}
NEVER = {"rma-wait-for-progress-in-operation"}
CREATED = {"create", "window", "transfer"}  # windows: the runtime, too, works there when the library is done

osc, told, results = sys.argv[1:4]
calls = []
for line in open(told, encoding="utf-8"):
    rank, number, what, enter, leave = line.split()
    role, of = what.split(":")
    calls.append(Call(int(rank), int(number), role, of, float(enter), float(leave)))
expected = collections.Counter()


def expect(metric, call, end, begin=0.0):
    """That the call waits from `begin` or its enter to `end`, as long as it lasts."""
    wait = min(end, call.leave) - max(begin, call.enter)
    if wait > 0:
        expected[metric, call.line, call.rank] += wait
    return max(wait, 0)


def instances(*roles):
    """Of each instance that they name, in the order of its first member, one call of each rank."""
    rounds = collections.Counter()
    groups = collections.defaultdict(list)
    for call in calls:
        if call.role in roles:
            key = call.role, call.of, rounds[call.rank, call.role, call.of]
            rounds[call.rank, call.role, call.of] += 1
            groups[key].append(call)
    return groups.values()


def only(role, of):
    return next((call for call in calls if (call.role, call.of) == (role, of)), None)


def collectives():
    begun = {(call.of, call.rank): call.enter for call in calls if call.role == "start-barrier"}
    for role, metric in ("barrier", "wait-at-barrier"), ("nxn", "wait-at-nxn"), ("fence", "rma-wait-at-fence"):
        for group in instances(role):
            last = max(begun.get((call.of, call.rank), call.enter) for call in group)
            first = min(call.leave for call in group)
            for call in group if last <= first else []:
                expect(metric, call, last)
                if role != "fence" and call.of not in CREATED:
                    expect("collective-completion", call, call.leave, max(first, last))
    for group in instances("bcast", "reduce"):
        root = next(call for call in group if call.rank == int(call.of))
        others = [call for call in group if call is not root]
        if root.role == "reduce":
            expect("early-reduce", root, min(call.enter for call in others))
        else:
            for call in others:
                expect("late-broadcast", call, root.enter)
    early = [call for call in calls if (call.role, call.of) == ("fence", "early")]
    until = min(only("put", "early").leave, max(call.enter for call in early))
    expect("rma-early-fence", next(call for call in early if call.rank == 1), until)


def pairs():
    for of in "late-post", "early-wait", "tests", "transfer":
        start, put, complete, post = (only(role, of) for role in ("start", "put", "complete", "post"))
        if not expect("rma-late-post", start, post.enter if post.enter <= start.leave else 0):
            expect("rma-late-post", complete, post.enter if post.enter <= complete.leave else 0)
        expect("rma-early-transfer", put, post.enter if post.enter <= put.leave else 0)
        for wait in calls:
            if (wait.role, wait.of) == ("wait", of):
                expect("rma-early-wait", wait, complete.enter)
                expect("rma-late-complete", wait, complete.enter, put.leave)


def away(rank):
    """When the rank was in no call."""
    mine = [call for call in calls if call.rank == rank]
    return [(a.leave, b.enter) for a, b in zip(mine, mine[1:])]


def locks():
    for of, asks in ("lock", 2), ("get", 3), ("progress", 1):
        mine = [call for call in calls if call.of == of and call.rank == asks and call.role not in ("send", "receive")]
        held = next((call for call in calls if call.of == of and call.role == "unlock" and call.rank != asks), None)
        for call in mine:
            operation = "-in-operation" if call.role in ("put", "get", "complete-get") else ""
            # The call that waits for the release does so until the holder has released.
            free = min(held.leave, call.leave) if held and call.leave > held.enter > call.enter else call.enter
            expect("rma-lock-contention" + operation, call, free)


def progress():
    """A target that is away serves nobody, where the library needs it."""
    for call in calls if osc == "pt2pt" else []:
        if call.role in ("flush", "unlock", "complete-get") and call.of == "progress":
            for begin, end in away(0):
                if call.enter < end <= call.leave:
                    expect("rma-wait-for-progress", call, end, begin)


def messages():
    sends = {call.of: call for call in calls if call.role in ("send", "ssend", "start-ssend")}
    started = {call.of: call for call in calls if call.role == "start-ssend"}
    for call in calls:
        if call.role == "receive":
            send = started.get(call.of, sends[call.of])
            expect("late-sender", call, send.enter)
            if call.of == "second":
                expect("late-sender-wrong-order", call, send.enter)
        if call.role == "ssend":
            expect("late-receiver", call, only("receive", call.of).enter)


collectives()
pairs()
locks()
progress()
messages()

database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
found = collections.Counter()
for metric, line, rank, value in database.execute(
        "SELECT metric, site.line, rank, sum(value) FROM severity JOIN path ON path.id = severity.path "
        "JOIN site ON site.id = path.site GROUP BY metric, site.line, rank"):
    found[metric, line, rank] = value

for call in calls:
    if call.of in CREATED:
        del found["collective-completion", call.line, call.rank]
waits = INJECTED | OF_LIBRARY["pt2pt"] | NEVER
problems = []
for key in sorted(set(expected) | {key for key in found if key[0] in waits}):
    if abs(expected[key] - found[key]) > max(0.03 * expected[key], 0.005):
        problems.append(f"{' '.join(map(str, key))}: {found[key]:.4f} instead of {expected[key]:.4f}")
for metric in sorted(INJECTED | OF_LIBRARY[osc]):
    if max((value for key, value in expected.items() if key[0] == metric), default=0) < 0.03:
        problems.append(f"{metric}: nothing injected")
sys.exit("\n".join(problems) or 0)
