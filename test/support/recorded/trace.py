"""What a trace says was loaded and stored, per thread and segment."""

import re
import subprocess

EVENT = re.compile(r"^([A-Z_]+) +(\d+) +\d+ +(.*)$")
VALUES = re.compile(r"UINT64; (\d+)\)")
BASE = re.compile(r'"fencepost::base" <\d+>; UINT64; (\d+)')
MEMORY = 1 << 24  # of the window, more than any program here has


class Segments:
    """{(thread, number of the segment): bytes} of loads and of stores, as bits of an integer."""

    def __init__(self):
        self.kinds = ({}, {})
        self.ranges = 0

    def add(self, store, key, offset, length, stride, count):
        self.ranges += 1
        bits = self.kinds[store].get(key, 0)
        block = (1 << length) - 1
        for i in range(count):
            bits |= block << (offset + i * stride)
        self.kinds[store][key] = bits

    def loads(self, key):
        return self.kinds[0].get(key, 0)

    def stores(self, key):
        return self.kinds[1].get(key, 0)

    def keys(self):
        return sorted(set(self.kinds[0]) | set(self.kinds[1]))


def read(otf2_print, directory):
    printed = subprocess.run([otf2_print, f"{directory}/traces.otf2"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    base = int(BASE.search(printed).group(1))
    found, calls = Segments(), {}
    for line in printed.splitlines():
        event = EVENT.match(line)
        if not event:
            continue
        name, thread, rest = event.groups()
        if name == "CALLING_CONTEXT_ENTER":
            calls[thread] = calls.get(thread, 0) + 1
        elif name == "METRIC" and "fencepost::range::what" in rest:
            what, address, length, stride, count = map(int, VALUES.findall(rest))
            kind, offset = what & 0xff, address - base
            if kind in (1, 2) and 0 <= offset < MEMORY:
                found.add(kind == 2, (thread, calls.get(thread, 0)), offset, length, stride, count)
    return found
