"""The metrics of a database equal those that the maker of the trace printed.

    sor.py INJECTED DATABASE METRIC...

The metrics named must be in the database; others that were injected are compared as far as they are there.
"""

import sqlite3
import sys

injected_file, database, *needed = sys.argv[1:]
connection = sqlite3.connect(database)
known = {row[0] for row in connection.execute("SELECT id FROM metric")}
found = dict(connection.execute("SELECT metric, sum(value) FROM severity GROUP BY metric"))
injected = {name: float(value) for name, value in (line.split() for line in open(injected_file))}
wrong = [f"{name}: there is no such metric" for name in needed if name not in known or name not in injected]
for name in sorted(known & set(injected)):
    # Sums of nanoseconds, in seconds.
    if abs(found.get(name, 0.0) - injected[name]) > max(1e-8, 1e-9 * injected[name]):
        wrong.append(f"{name}: {injected[name]:.9f} injected, {found.get(name, 0.0):.9f} found")
print("\n".join(wrong) or f"{len(known & set(injected))} metrics equal")
sys.exit(bool(wrong))
