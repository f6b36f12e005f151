"""oneLine.py STATUS PATTERN COMMAND...: the command must end with that status, say nothing on
standard output and one line on standard error, `fencepost: error: ` and what matches PATTERN."""

import re
import subprocess
import sys

status, pattern, *command = sys.argv[1:]
done = subprocess.run(command, capture_output=True, text=True)
wrong = []
if done.returncode != int(status):
    wrong.append(f"exit status {done.returncode}, expected {status}")
if done.stdout:
    wrong.append("standard output is not empty")
if not re.fullmatch(f"fencepost: error: {pattern}\n", done.stderr):
    wrong.append(f"standard error does not match {pattern!r}")
if wrong:
    sys.exit("\n".join([" ".join(command), *wrong, "stdout:", done.stdout, "stderr:", done.stderr]))
