"""oneLine.py PATTERN COMMAND...: the command ends with status 2 and one line on stderr, which is
`fencepost-analyze: ` and what the pattern matches; the OTF2 library adds nothing."""

import re
import subprocess
import sys

pattern, command = sys.argv[1], sys.argv[2:]
done = subprocess.run(command, capture_output=True, text=True, timeout=60)
if done.returncode != 2:
    sys.exit(f"status {done.returncode}\n{done.stdout}{done.stderr}")
if done.stdout or not re.fullmatch(f"fencepost-analyze: {pattern}\n", done.stderr):
    sys.exit(f"not one line like {pattern}:\n{done.stdout}{done.stderr}")
