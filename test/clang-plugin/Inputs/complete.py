"""Each check has a row in checks.def, a source, a test and a page that are named by its id."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
ids = dict(re.findall(r'^FINDING\((\w+),\s*"([\w-]+)"', (root / "model/findings.def").read_text(), re.M))
checks = root / "clang-plugin/checks"
rows = re.findall(r"^CHECK\((\w+)\)", (checks / "checks.def").read_text(), re.M)
problems = [f"checks.def: no finding {row}" for row in rows if row not in ids]
listed = {ids[row] for row in rows if row in ids}
for name in sorted(listed):
    for path in (f"clang-plugin/checks/{name}.cpp", f"test/clang-plugin/{name}.c", f"docs/findings/{name}.md"):
        if not (root / path).is_file():
            problems.append(f"check {name}: {path} is missing")
for path in sorted(checks.glob("rma-*.cpp")):
    if path.stem not in listed:
        problems.append(f"{path.relative_to(root)} has no row in checks.def")
sys.exit("\n".join(problems) or (0 if rows else "checks.def has no rows"))
