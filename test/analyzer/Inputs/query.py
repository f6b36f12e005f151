"""query.py RESULTS SQL...: prints the rows of each query, columns separated by '|'."""

import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
for query in sys.argv[2:]:
    for row in database.execute(query):
        print("|".join("" if value is None else str(value) for value in row))
