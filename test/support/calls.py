"""lit format for correct MPI programs that call the functions of one family.

A program checks its results itself, prints what it got (lines that begin with the rank) and ends
with status 0. It is compiled plain and by the wrapper; both must print the same. The trace must
be complete, give no finding but those named, and hold an event of each function of the table that the program
calls.

Options, in comments of their own anywhere in the program:

    // ranks: 4              processes (default 2)
    // mpi: mpich            libraries (default: openmpi mpich)
    // flags: -fopenmp       compiler options (default -O1)
    // arguments: 100        of the program
    // findings: rma-bad-target
                             what it does wrong on purpose (default nothing)
    // not-followed: MPI_File_open MPI_File_close
                             what the trace must name as not followed (default nothing)
"""

import glob
import json
import os
import re
import shlex
import subprocess

import lit.formats
import lit.Test
from own_tmpdir import own_tmpdir
from programs import Failure, option, run

# Runs a process of the program with an output of its own: MPICH does not buffer standard output, and
# mpirun may put the text of one process between a line of another and its end.
APART = 'exec "$0" "$@" > "$0.out.${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"'


def followed(table):
    """Functions that the table says are wrapped, with the MPI_ prefix."""
    with open(table, encoding="utf-8") as file:
        rows = re.findall(r"^CALL\((\w+), *\w+, *(\w+)", file.read(), re.MULTILINE)
    return {"MPI_" + name for name, how in rows if how != "No"}


def called(binary):
    """MPI functions that the program is linked with."""
    symbols = subprocess.run(["nm", "-u", binary], stdout=subprocess.PIPE, text=True, check=True)
    return set(re.findall(r"\b(MPI_\w+)", symbols.stdout))


class Calls(lit.formats.ShTest):
    def __init__(self, config):
        super().__init__(execute_external=True)
        self.config = config
        self.followed = followed(os.path.join(config.fencepost_source, "model/calls.def"))

    def execute(self, test, lit_config):
        path = test.getSourcePath()
        with open(path, encoding="utf-8") as file:
            source = file.read()
        work = test.getExecPath() + ".tmp"
        os.makedirs(work, exist_ok=True)
        libraries = [name for name in option(source, "mpi", "openmpi mpich").split()
                     if name in self.config.launch]
        if not libraries:
            return lit.Test.UNSUPPORTED, "none of its MPI libraries is here"
        try:
            for mpi in libraries:
                with own_tmpdir(self.config.environment):
                    self.compare(path, source, work, mpi)
        except Failure as failure:
            return lit.Test.FAIL, str(failure)
        except subprocess.TimeoutExpired as timeout:
            return lit.Test.FAIL, f"timed out: {timeout.cmd}"
        return lit.Test.PASS, ""

    def compare(self, path, source, work, mpi):
        language = path.rpartition(".")[2]
        launch = self.config.launch[mpi]
        trace = f"{work}/{mpi}.trace"
        environment = dict(self.config.environment, FENCEPOST_OPTIONS=f"trace={trace}")
        outputs = []
        for compiler in ("plain-" + language, language):
            binary = f"{work}/{mpi}-{compiler}.exe"
            run(f"rm -rf {trace}", environment, work)
            command = (f"{launch[compiler]} {option(source, 'flags', '-O1')} {shlex.quote(path)} "
                       f"-o {binary} -lm")
            status, _, errors = run(command, environment, work)
            if status or (compiler == language and "[rma-" in errors):
                raise Failure(f"{command}\ndoes not compile silently:\n{errors}")
            command = (f"{launch['run']} -n {option(source, 'ranks', '2')} sh -c '{APART}' {binary} "
                       f"{option(source, 'arguments', '')}")
            status, output, errors = run(f"rm -f {binary}.out.*; {command}", environment, work)
            for path_of_rank in sorted(glob.glob(f"{glob.escape(binary)}.out.*")):
                with open(path_of_rank, encoding="utf-8", errors="replace") as file:
                    output += file.read()
            if status:
                raise Failure(f"{command}\nends with status {status}:\n{output}{errors}")
            outputs.append(sorted(output.splitlines()))
        plain, instrumented = outputs
        if plain != instrumented or not plain:
            raise Failure(f"{command}\nprints other than the plain program:\n" +
                          "\n".join(instrumented) + "\n---- plain:\n" + "\n".join(plain))
        self.trace(source, command, environment, work, trace, called(f"{work}/{mpi}-plain-{language}.exe"))

    def trace(self, source, ran, environment, work, trace, called_functions):
        fencepost = os.path.join(self.config.fencepost_build, "bin/fencepost")
        results = trace + ".sqlite"
        command = f"{fencepost} analyze -o {results} {trace}"
        status, output, errors = run(command, environment, work)
        _, text, _ = run(f"{fencepost} report --format=json {results}", environment, work)
        meant = set(option(source, "findings", "").split())
        if status != (1 if meant else 0):
            raise Failure(f"{ran}\n{command}\nends with status {status}:\n{errors}{text}")
        report = json.loads(text)
        if not report["run"]["complete"]:
            raise Failure(f"{ran}\nleaves a trace that is not complete")
        loud = [finding for finding in report["findings"] if finding["level"] != "note"]
        if {finding["id"] for finding in loud} != meant:
            raise Failure(f"{ran}\n{command}\nreports\n{json.dumps(loud, indent=1)}")

        _, anchor, _ = run(f"{self.config.otf2_print} -A {trace}/traces.otf2", environment, work)
        found = re.search(r"FENCEPOST::NOT_FOLLOWED\s+Property value\s+(\S+)", anchor)
        unfollowed = {call.partition(":")[0] for call in found.group(1).split(";")} if found else set()
        if unfollowed != set(option(source, "not-followed", "").split()):
            raise Failure(f"{ran}\nnames as not followed {sorted(unfollowed)}")

        # MPI_Abort stands in programs that never get there.
        wanted = (called_functions & self.followed) - {"MPI_Abort"}
        _, events, _ = run(f"{self.config.otf2_print} {trace}/traces.otf2 | "
                           "grep -o 'CALLING_CONTEXT_ENTER.*' | grep -o 'MPI_[A-Za-z_0-9]*[@\"]' | sort -u",
                           environment, work)
        missing = wanted - set(re.findall(r"MPI_\w+", events))
        if missing:
            raise Failure(f"{ran}\nleaves no event of {sorted(missing)}")
