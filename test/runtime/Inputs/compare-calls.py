"""Compares the table "Events of a call" of docs/trace-format.md with the records that otf2-print
shows between the enter and the leave of each call of a run."""

import collections
import re
import sys

document, printed = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


# Records of each call: {MPI function: set of them over all its calls}.
seen, everywhere = collections.defaultdict(set), set()
stacks = collections.defaultdict(list)
for line in printed.splitlines():
    match = re.match(r"([A-Z][A-Z_]+) +(\d+) ", line)
    if not match:
        continue
    record, location = match.groups()
    stack = stacks[location]
    if record == "CALLING_CONTEXT_ENTER":
        stack.append(re.search(r"(MPI_\w+)", line).group(1))
        seen[stack[-1]]  # a call that writes nothing more is seen too
    elif record == "CALLING_CONTEXT_LEAVE":
        stack.pop()
    else:
        everywhere.add(camel(record))
        if stack:
            seen[stack[-1]].add("ranges" if record == "METRIC" else camel(record))

table = re.search(r"^## Events of a call.*?\n((?:\|[^\n]*\n)+)", document, re.M | re.S).group(1)
rows = []
documented, elsewhere = collections.defaultdict(set), {"ProgramBegin", "ProgramEnd"}
for line in table.splitlines()[2:]:
    calls, records = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:3]]
    names, family = [], ""
    for name in re.findall(r"`(\w+)`", calls):
        if name.startswith("MPI_"):
            family = name[:name.rfind("_")]
        names.append(name if name.startswith("MPI_") else family + name)
    here = set()
    for clause in records.split(";"):
        found = set(re.findall(r"\b(?:[A-Z][a-z]+){2,}[A-Z]?[a-z]*\b", clause))
        if "in the completing call" in clause or not names:
            elsewhere |= found
        else:
            here |= found | ({"ranges"} if re.search(r"\branges\b", clause) else set())
    rows.append(names)
    for name in names:
        documented[name] |= here

wrong = [f"documented, but not called in this run: {names}" for names in rows
         if names and not seen.keys() & set(names)]
for name, records in sorted(documented.items()):
    if name in seen and seen[name] - elsewhere != records - elsewhere:
        wrong.append(f"{name}: documented {sorted(records - elsewhere)}, written {sorted(seen[name] - elsewhere)}")
# Of a family whose row names examples only, such as the barrier.
examples = {frozenset(documented[name]) for name in documented}
undocumented = {name for name in seen if name not in documented and seen[name] - elsewhere
                and not any(seen[name] - elsewhere <= records for records in examples)}
if undocumented:
    wrong.append(f"no row has {sorted(undocumented)}")
unseen = elsewhere - everywhere
if unseen:
    wrong.append(f"documented, never written: {sorted(unseen)}")
if wrong:
    sys.exit("\n".join(wrong))
