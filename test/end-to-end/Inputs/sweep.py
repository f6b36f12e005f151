"""Builds the case study in every variant, runs it under `fencepost run`, and compares what they compute."""

import json
import shlex
import subprocess
import sys

source, work, fencepost, mpicc, mpirun = sys.argv[1:]
outcomes = set()
for name, sweep, faces in (("fence", "fence", "fence"), ("mixed", "pscw", "fence"), ("pscw", "pscw", "pscw")):
    binary = f"{work}/{name}"
    subprocess.run(shlex.split(mpicc) + ["-O2", f"{source}/sweep.c", f"{source}/sweep_{sweep}.c",
                                         f"{source}/faces_{faces}.c", "-o", binary], check=True)
    ran = subprocess.run([fencepost, "run", "-n", "1", "--trace", f"{binary}.trace", "-o", f"{binary}.sqlite", "--",
                          *shlex.split(mpirun), "-n", "4", binary, "2", "13", "12"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 0, f"{name}: status {ran.returncode}\n{ran.stdout}{ran.stderr}"
    outcomes.update(line.split(";")[0] for line in ran.stdout.splitlines() if line.startswith("after "))
    report = json.loads(subprocess.run([fencepost, "report", "--format=json", f"{binary}.sqlite"],
                                       stdout=subprocess.PIPE, text=True).stdout)
    errors = [found for found in report["findings"] if found["level"] == "error"]
    assert not errors, f"{name}: {errors}"
assert len(outcomes) == 1, outcomes
