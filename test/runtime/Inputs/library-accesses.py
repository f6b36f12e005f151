"""Prints what library functions accessed according to a trace: function, load or store, offset from
the window's base and bytes, sorted."""

import re
import subprocess
import sys

tool, archive = sys.argv[1:]


def run(*options):
    return subprocess.run([tool, *options, archive], check=True, text=True, capture_output=True).stdout


calls = dict(re.findall(r'CALLING_CONTEXT_PROPERTY .*<(\d+)>.*Name: "call".*Value: "([^"]*)"', run("-G")))
base, found = None, []
for line in run().splitlines():
    if base is None and (match := re.search(r'fencepost::base" <\d+>; UINT64; (\d+)', line)):
        base = int(match.group(1))
    if not line.startswith("METRIC "):
        continue
    what, address, length = (int(re.search(rf'range::{member}" <\d+>; UINT64; (\d+)', line).group(1))
                             for member in ("what", "address", "bytes"))
    kind, context = what & 0xff, str(what >> 8)
    if kind not in (1, 2) or not calls.get(context):
        continue
    # An access to several pages stands there in parts.
    name, access = calls[context], "load" if kind == 1 else "store"
    if found and found[-1][:2] == [name, access] and found[-1][2] + found[-1][3] == address and address % 4096 == 0:
        found[-1][3] += length
    else:
        found.append([name, access, address, length])
lines = [f"{name} {access} {address - base} {length}" for name, access, address, length in found]
print("\n".join(sorted(lines)))
