"""near.py RESULTS METRIC CALL EXPECTED [RANK]: the metric's sum over paths that end in that MPI call is
within 3 % or 5 ms of what was injected, and (without RANK) so is its sum over all paths."""

import sqlite3
import sys

results, metric, call, expected = sys.argv[1:5]
database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
if not database.execute("SELECT 1 FROM metric WHERE id = ?", (metric,)).fetchone():
    sys.exit(f"no metric {metric}")
query = ("SELECT total(value) FROM severity JOIN path ON path.id = severity.path "
         "JOIN site ON site.id = path.site WHERE metric = ? AND site.call = ?")
values = [database.execute(query, (metric, call)).fetchone()[0]]
if len(sys.argv) > 5:
    values = [database.execute(query + " AND rank = ?", (metric, call, sys.argv[5])).fetchone()[0]]
else:
    values.append(database.execute("SELECT total(value) FROM severity WHERE metric = ?",
                                   (metric,)).fetchone()[0])
for value in values:
    if not abs(value - float(expected)) <= max(0.03 * float(expected), 0.005):
        sys.exit(f"{metric} in {call}: {value} instead of {expected}")
