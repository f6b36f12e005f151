"""query.py RESULTS QUERY...: prints the rows of each query, columns separated by '|'. A query is SQL, or
`findings`: each finding with the place where it happened."""

import os
import sqlite3
import sys

FINDINGS = """SELECT f.finding, f.level, site.file, site.line, f.message, f.why, f.advice, f.suppressed
              FROM finding f JOIN place ON place.finding = f.id AND place.ordinal = 0
              JOIN site ON site.id = place.site ORDER BY f.finding, site.line"""

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
for query in sys.argv[2:]:
    for row in database.execute(FINDINGS if query == "findings" else query):
        columns = ["" if value is None else str(value) for value in row]
        if query == "findings":
            columns[2] = os.path.basename(columns[2])
        print("|".join(columns))
