"""Each detector has a row in detectors.def, a source, a test and a page; each finding a page."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
ids = set(re.findall(r'^FINDING\(\w+,\s*"([\w-]+)"', (root / "model/findings.def").read_text(), re.M))
detectors = root / "analyzer/detectors"
listed = set(re.findall(r'^DETECTOR\(\w+,\s*"([\w-]+)"\)', (detectors / "detectors.def").read_text(), re.M))
problems = [] if listed else ["detectors.def has no rows"]
for name in sorted(listed):
    if name not in ids:
        problems.append(f"detectors.def: no finding {name}")
    for paths in ((f"analyzer/detectors/{name}.cpp",), (f"docs/findings/{name}.md",),
                  (f"test/analyzer/{name}.test", f"test/analyzer/{name}.c")):
        if not any((root / path).is_file() for path in paths):
            problems.append(f"detector {name}: {' or '.join(paths)} is missing")
for path in sorted(detectors.glob("rma-*.cpp")):
    if path.stem not in listed:
        problems.append(f"{path.relative_to(root)} has no row in detectors.def")
expected = set()
for path in (root / "test/programs").iterdir():
    if path.suffix in (".c", ".cpp"):
        expected |= set(re.findall(r"// (?:expect|warn):.*?(rma-[a-z-]+)", path.read_text()))
for name in sorted(expected):
    if not (root / f"docs/findings/{name}.md").is_file():
        problems.append(f"docs/findings/{name}.md is missing")
for path in sorted((root / "docs/findings").glob("*.md")):
    if path.stem not in ids:
        problems.append(f"{path.relative_to(root)}: no such finding")
sys.exit("\n".join(problems) or 0)
