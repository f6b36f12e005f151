"""Compiles and runs a program in several ways and compares what was recorded."""

import os
import shutil
import subprocess

from program_options import option
from recorded import trace


class Difference(Exception):
    pass


class Unsteady(Exception):
    """Two runs of the program did not do the same."""


RUNS = 4  # of a program in which processes may be faster or slower


def text(source):
    with open(source, encoding="utf-8") as file:
        return file.read()


def runs(bits):
    """[(first, end)] of the set bits, the first few."""
    found, at = [], 0
    while bits >> at and len(found) < 8:
        at += ((bits >> at) & -(bits >> at)).bit_length() - 1
        end = at
        while bits >> end & 1:
            end += 1
        found.append((at, end))
        at = end
    return ", ".join(f"[{first}, {end})" for first, end in found)


class Comparison:
    def __init__(self, build, work, mpicc, otf2_print, environment, more=(), mpirun=None):
        """With mpirun, of programs of test/programs."""
        self.build, self.work, self.mpicc, self.otf2_print, self.mpirun = build, work, mpicc, otf2_print, mpirun
        self.environment, self.more = environment, list(more)

    def record(self, source, name, flags, options):
        """Segments of the program compiled with these flags, and its calls."""
        cxx = source.endswith(".cpp")
        program, directory = f"{self.work}/{name}", f"{self.work}/{name}.trace"
        wrapper = os.path.join(self.build, "bin/fencepost-c++" if cxx else "bin/fencepost-cc")
        compiler = self.mpicc.replace("mpicc", "mpicxx") if cxx else self.mpicc
        environment = dict(self.environment, FENCEPOST_OPTIONS=f"trace={directory}:{options}",
                           OMPI_CC=wrapper, OMPI_CXX=wrapper)
        shutil.rmtree(directory, ignore_errors=True)
        launch = [program]
        if self.mpirun:
            launch = [self.mpirun, "-n", option(text(source), "ranks", "2"), "--oversubscribe", program,
                      *option(text(source), "arguments", "").split()]
        for command in ([compiler, "-w", "-g0", *flags, source, "-lm", "-o", program], launch):
            done = subprocess.run(["timeout", "60", *command], env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            # What a program of the suite ends with is its own affair.
            if done.returncode and (command is not launch or not self.mpirun or not os.path.exists(f"{directory}/traces.otf2")):
                raise Difference(f"{source}: {' '.join(command)} ended with {done.returncode}\n{done.stdout}")
        return trace.read(self.otf2_print, directory)

    def flags(self, source):
        """What the program needs, without its level of optimization."""
        own = option(text(source), "flags", "").split(";")[0] if self.mpirun else ""  # of the first variant
        return [*self.more, *(flag for flag in own.split() if not flag.startswith("-O"))]

    def both(self, source, level):
        flags = [level, *self.flags(source)]
        every, calls = self.record(source, f"every{level}", [*flags, "-fplugin-arg-fencepost-accesses=every"],
                                   "access=every")
        told, others = self.record(source, f"told{level}", flags, "access=segments")
        if self.mpirun and (calls != others or "-fopenmp" in flags or "-pthread" in flags):
            raise Unsteady(source)
        return every, told

    def compare(self, source, levels):
        """As check(). Of several processes each may be the first: what differs once need not."""
        for _ in range(RUNS - 1 if self.mpirun else 0):
            try:
                return self.check(source, levels)
            except Difference:
                pass
        return self.check(source, levels)

    def check(self, source, levels=("-O2",), unoptimized=True):
        """Raises Difference at the first segment that differs. Returns ranges that were written of how many
        accesses."""
        accesses = ranges = 0
        naive, _ = self.record(source, "naive", ["-O0", *self.flags(source), "-fplugin-arg-fencepost-accesses=every"],
                               "access=every") if unoptimized else (None, None)
        for level in levels:
            every, told = self.both(source, level)
            accesses, ranges = accesses + every.ranges, ranges + told.ranges
            if not every.keys() and not self.mpirun:
                raise Difference(f"{source}: {level}: nothing was recorded")
            for key in sorted(set(every.keys()) | set(told.keys())):
                # Accesses that the source makes, and this run of the optimizer left one more of, may be told: of a
                # loop that it unrolls later, the store of what is there.
                for what in ("loads", "stores"):
                    made, recorded = getattr(every, what)(key), getattr(told, what)(key)
                    more = getattr(naive, what)(key) & ~made if naive else 0
                    self.expect(source, level, key, what, made, recorded & ~more)
            # The optimizer takes out loads of what was just stored, stores of what is there, loads of what is not
            # used. It must not make any access that the source does not.
            for key in told.keys() if naive else ():
                self.expect(source, f"-O0 and {level}", key, "loads", naive.loads(key),
                            naive.loads(key) | told.loads(key))
                self.expect(source, f"-O0 and {level}", key, "stores", naive.stores(key),
                            naive.stores(key) | told.stores(key))
        return accesses, ranges

    @staticmethod
    def expect(source, level, key, what, wanted, got):
        if wanted != got:
            raise Difference(f"{source}: {level}: segment {key[1]} of thread {key[0]}: {what}: "
                             f"not recorded: {runs(wanted & ~got) or 'none'}; "
                             f"recorded and not made: {runs(got & ~wanted) or 'none'}")
