"""python3 -m pairs [PROGRAM]: lists the programs, or prints one as the compiler sees it."""

import sys

from .model import source
from .table import PROGRAMS


def main(names):
    if not names:
        for program in PROGRAMS:
            print(f"{program.name:24} {len(program.pairs):3} pairs  {program.about}")
        print(f"{'':24} {sum(len(program.pairs) for program in PROGRAMS):3} pairs")
        return 0
    known = {program.name: program for program in PROGRAMS}
    for name in names:
        if name not in known:
            print(f"no program {name}", file=sys.stderr)
            return 2
        print(source(known[name]), end="")
    return 0


sys.exit(main(sys.argv[1:]))
