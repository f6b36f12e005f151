"""Compiles and runs a program in several ways and compares what was recorded."""

import os
import shutil
import subprocess

from recorded import trace


class Difference(Exception):
    pass


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
    def __init__(self, build, work, mpicc, otf2_print, environment, more=()):
        self.build, self.work, self.mpicc, self.otf2_print = build, work, mpicc, otf2_print
        self.environment, self.more = environment, list(more)

    def record(self, source, name, flags, options):
        """Segments of the program compiled with these flags."""
        cxx = source.endswith(".cpp")
        program, directory = f"{self.work}/{name}", f"{self.work}/{name}.trace"
        wrapper = os.path.join(self.build, "bin/fencepost-c++" if cxx else "bin/fencepost-cc")
        compiler = self.mpicc.replace("mpicc", "mpicxx") if cxx else self.mpicc
        environment = dict(self.environment, FENCEPOST_OPTIONS=f"trace={directory}:{options}",
                           OMPI_CC=wrapper, OMPI_CXX=wrapper)
        shutil.rmtree(directory, ignore_errors=True)
        for command in ([compiler, "-w", "-g0", *flags, source, "-lm", "-o", program], [program]):
            done = subprocess.run(["timeout", "60", *command], env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                raise Difference(f"{source}: {' '.join(command)} ended with {done.returncode}\n{done.stdout}")
        return trace.read(self.otf2_print, directory)

    def both(self, source, level):
        every = self.record(source, f"every{level}", [level, *self.more, "-fplugin-arg-fencepost-accesses=every"],
                            "access=every")
        return every, self.record(source, f"told{level}", [level, *self.more], "access=segments")

    def check(self, source, levels=("-O2",), unoptimized=True):
        """Raises Difference at the first segment that differs. Returns ranges that were written of how many
        accesses."""
        accesses = ranges = 0
        naive = self.record(source, "naive", ["-O0", *self.more, "-fplugin-arg-fencepost-accesses=every"],
                            "access=every") if unoptimized else None
        for level in levels:
            every, told = self.both(source, level)
            accesses, ranges = accesses + every.ranges, ranges + told.ranges
            if not every.keys():
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
