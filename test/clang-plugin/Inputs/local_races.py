"""The compiler finds the local races of test/programs, but for those that the page of the finding lists.

local_races.py ROOT COMMAND...: the command compiles a file that is appended to it, for warnings only.
A local race of a program is one id and label of its `// expect:` comments; it is found when a warning
stands at one of its lines, or at one that says `// warn:` (a call of the function that races). A program with one that is not found must be in the table of
docs/findings/rma-local-race.md, with the reason, and no other program may be there.
"""

import pathlib
import re
import shlex
import subprocess
import sys

ID = "rma-local-race"
root, command = pathlib.Path(sys.argv[1]), sys.argv[2:]


def races(text):
    """The lines of each expected local race: {label: {line, ...}}."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        for comment in re.findall(r"// expect: ([^/]*)", line):
            for one in comment.split(","):
                name, _, label = one.strip().partition(" ")
                if name == ID:
                    found.setdefault(label.strip(), set()).add(number)
    return found


def warned(path, text):
    """The lines at which the compiler reports a local race."""
    flags = re.search(r"^\s*// flags: *(.*?)(;|$)", text, re.M)
    options = [o for o in shlex.split(flags.group(1)) if o.startswith(("-f", "-std"))] if flags else []
    language = ["-x", "c++"] if path.suffix == ".cpp" else []
    done = subprocess.run(command + language + options + [str(path)], text=True, stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{path}:\n{done.stderr}")
    return {int(line) for line in re.findall(rf":(\d+):\d+: warning: .*\[{ID}\]", done.stderr)}


def listed():
    page = (root / f"docs/findings/{ID}.md").read_text()
    table = page.partition("## What is left to the run")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row.split("|")[1])}


missed, counted = set(), 0
for path in sorted((root / "test/programs").glob("*.c*")):
    text = path.read_text()
    expected = races(text)
    if not expected:
        continue
    counted += len(expected)
    lines = warned(path, text)
    told = {n for n, line in enumerate(text.splitlines(), 1) if f"// warn: {ID}" in line}
    if any(not (places if label else places | told) & lines for label, places in expected.items()):
        missed.add(path.name)

problems = [f"{name}: a local race that the compiler does not report" for name in sorted(missed - listed())]
problems += [f"{name}: listed, but nothing is missed there" for name in sorted(listed() - missed)]
if not counted:
    problems.append("no program expects a local race")
sys.exit("\n".join(problems) or 0)
