"""What a trace says was loaded and stored in windows, per thread and segment."""

import re
import subprocess

EVENT = re.compile(r"^([A-Z_]+) +(\d+) +\d+ +(.*)$")
VALUES = re.compile(r"UINT64; (\d+)\)")
BASE = re.compile(r'"fencepost::base" <\d+>; UINT64; (\d+)')
SIZE = re.compile(r'"fencepost::size" <\d+>; UINT64; (\d+)')
WINDOW = re.compile(r'Window: .*<(\d+)>')
MEMORY = 1 << 24  # of a window, more than any program here has


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


class Windows:
    """Those that a process has, by number."""

    def __init__(self):
        self.known, self.made = {}, 0

    def create(self, window, base, size):
        if base and 0 < size <= MEMORY:  # not those that memory is attached to
            self.known[window] = (base, size, self.made)
            self.made += 1

    def parts(self, address, length, stride, count):
        """Of a range, what is in windows, from the start of one memory of all windows, one behind the other."""
        for base, size, number in self.known.values():
            end = base + size
            if address >= base and address + (count - 1) * stride + length <= end:
                yield number * MEMORY + address - base, length, stride, count
                continue
            for each in range(address, address + (count - 1) * stride + 1, stride or 1):
                first, last = max(each, base), min(each + length, end)
                if first < last:
                    yield number * MEMORY + first - base, last - first, 0, 1


def read(otf2_print, directory):
    """Segments, and {thread: number of its calls}: what programs do that ask again and again is not always the same."""
    printed = subprocess.run([otf2_print, f"{directory}/traces.otf2"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    found, calls, windows, made = Segments(), {}, {}, None
    for line in printed.splitlines():
        event = EVENT.match(line)
        if not event:
            if made and BASE.search(line):
                windows.setdefault(made[0], Windows()).create(made[1], int(BASE.search(line)[1]), int(SIZE.search(line)[1]))
                made = None
            continue
        name, thread, rest = event.groups()
        if name == "CALLING_CONTEXT_ENTER":
            calls[thread] = calls.get(thread, 0) + 1
        elif name == "RMA_WIN_CREATE":
            made = thread, WINDOW.search(rest)[1]
        elif name == "RMA_WIN_DESTROY" and thread in windows:
            windows[thread].known.pop(WINDOW.search(rest)[1], None)
        elif name == "METRIC" and "fencepost::range::what" in rest:
            what, address, length, stride, count = map(int, VALUES.findall(rest))
            kind = what & 0xff
            # A program's other threads are those of its only process.
            own = windows.get(thread) or (windows["0"] if len(windows) == 1 and "0" in windows else None)
            for part in own.parts(address, length, stride, count) if own and kind in (1, 2) else ():
                found.add(kind == 2, (thread, calls.get(thread, 0)), *part)
    return found, calls
