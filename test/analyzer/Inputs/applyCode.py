"""applyCode.py RESULTS SOURCE NEW: writes SOURCE with the code that the advice of rma-unneeded-sync
gives in place of its fences to NEW. What is to be done once goes after the line that makes the window,
what is to be done at the end before the one that frees it."""

import re
import sqlite3
import sys

results, source, new = sys.argv[1:]
database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
advices = {advice.partition("\n")[2] for (advice,) in
           database.execute("SELECT advice FROM finding WHERE finding = 'rma-unneeded-sync'")}
advices.discard("")
if len(advices) != 1:
    sys.exit(f"{len(advices)} advices have code")
blocks = advices.pop().split("\n\n")
with open(source, encoding="utf-8") as file:
    lines = file.read().split("\n")


def line(call):
    return next(i for i, text in enumerate(lines) if call + "(" in text and "//" not in text)


made, freed = line("MPI_Win_allocate"), line("MPI_Win_free")
lines[made] += "\n" + blocks[0]
lines[freed] = blocks[-1] + lines[freed]
for block in blocks[1:-1]:
    comment, _, code = block.partition("\n")
    number = int(re.search(r"at line (\d+)$", comment).group(1)) - 1
    if "MPI_Win_fence" not in lines[number]:
        sys.exit(f"no fence at line {number + 1}: {lines[number]}")
    lines[number] = "{ " + code.replace("\n", " ") + " } /* " + comment + " */"
with open(new, "w", encoding="utf-8") as file:
    file.write("\n".join(lines))
