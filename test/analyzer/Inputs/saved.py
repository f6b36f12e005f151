"""saved.py RESULTS LEAST:MOST...: each prediction, in order, saves that many milliseconds."""

import sqlite3
import sys

rows = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute(
    "SELECT change, (replayed - predicted) * 1e3 FROM prediction ORDER BY id").fetchall()
bounds = [[float(bound) for bound in pair.split(":")] for pair in sys.argv[2:]]
if len(rows) != len(bounds):
    sys.exit(f"{len(rows)} predictions, {len(bounds)} expected")
wrong = [f"{change} saves {saved:.0f} ms, not {least:g} to {most:g}"
         for (change, saved), (least, most) in zip(rows, bounds) if not least <= saved <= most]
sys.exit("\n".join(wrong) or 0)
