"""Makes a results database from the real schema and files of SQL:

    makeResults.py OUT FILE.sql...
"""

import os
import sqlite3
import sys

here = os.path.dirname(os.path.abspath(__file__))
schema = os.path.join(here, "..", "..", "..", "analyzer", "results", "schema.sql")

out = sys.argv[1]
if os.path.exists(out):
    os.remove(out)
connection = sqlite3.connect(out)
for name in [schema, *sys.argv[2:]]:
    with open(name, encoding="utf-8") as script:
        connection.executescript(script.read())
connection.commit()
