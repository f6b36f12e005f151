"""Builds the example in every variant, runs it under `fencepost run`, and compares findings by line."""

import json
import shlex
import subprocess
import sys

source, work, fencepost, mpicc, mpirun = sys.argv[1:]


def line(file, text):
    with open(f"{source}/{file}", encoding="utf-8") as lines:
        found = [number for number, content in enumerate(lines, 1) if text in content]
    assert found, f"{file} has no line with: {text}"
    return found


def findings(exchange, flag):
    binary = f"{work}/{exchange}{flag}"
    compiled = subprocess.run(
        shlex.split(mpicc) + ["-O2", *([flag] if flag else []), f"{source}/heat2d.c",
                              f"{source}/exchange_{exchange}.c", "-lm", "-o", binary],
        stderr=subprocess.PIPE, text=True, check=True)
    ran = subprocess.run(
        [fencepost, "run", "-n", "2", "--trace", f"{binary}.trace", "-o", f"{binary}.sqlite", "--",
         *shlex.split(mpirun), "-n", "4", binary, "20", "32"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert "after 20 iterations: heat 999.99999" in ran.stdout or flag, ran.stdout + ran.stderr
    report = subprocess.run([fencepost, "report", "--format=json", f"{binary}.sqlite"],
                            stdout=subprocess.PIPE, text=True)
    found = {(f["id"],) + tuple((p["file"].split("/")[-1], p["line"]) for p in f["places"][:2])
             for f in json.loads(report.stdout)["findings"] if f["level"] == "error"}
    assert ran.returncode == (1 if found else 0), f"{exchange} {flag}: status {ran.returncode}\n{ran.stderr}"
    return {(entry[0], *sorted(entry[1:])) for entry in found}, compiled.stderr


for exchange in ("fence", "pscw", "lock"):
    file = f"exchange_{exchange}.c"
    put = (file, line(file, "MPI_Put(")[0])
    pack = (file, line(file, "edge[i] = part")[0])
    unpack = [("heat2d.c", number) for number in line("heat2d.c", "= halo->ghost[")]

    found, warnings = findings(exchange, "")
    assert not found, f"{exchange}: {found}"
    assert "rma-" not in warnings, warnings

    found, warnings = findings(exchange, "-DREUSE_BUFFER")
    assert found == {("rma-local-race", *sorted([put, pack]))}, f"{exchange}: {found}"
    assert f"exchange_{exchange}.c:{pack[1]}:" in warnings and "[rma-local-race]" in warnings, warnings

    found, warnings = findings(exchange, "-DFORGET_COMPLETION")
    expected = {("rma-remote-race", *sorted([put, place])) for place in unpack}
    if exchange == "lock":  # never complete: one iteration's put meets the next one's
        expected.add(("rma-remote-race", put, put))
    assert found == expected, f"{exchange}: {found}, expected {expected}"
print("heat2d: all variants as expected")
