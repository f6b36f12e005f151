"""Damages a run's journals at random and completes each run: damage-journals.py DIR COMPLETE PRINT"""

import os
import random
import shutil
import subprocess
import sys

directory, complete, show = sys.argv[1:4]
whole = os.path.join(directory, "trace", "journal")
run = os.path.join(directory, "run")
kRounds = 50


def damage(content, dice):
    content = bytearray(content)
    kind = dice.randrange(3)
    if kind != 1:
        content = content[: dice.randrange(len(content) + 1)]
    if kind != 0:
        for _ in range(dice.choice([1, 1, 2, 5, 50])):
            if content:
                content[dice.randrange(len(content))] = dice.randrange(256)
    return bytes(content)


def fail(seed, why):
    sys.exit(f"seed {seed}: {why}; the journals are in {run}/journal")


made = 0
for seed in range(kRounds):
    dice = random.Random(seed)
    shutil.rmtree(run, ignore_errors=True)
    os.makedirs(os.path.join(run, "journal"))
    for name in sorted(os.listdir(whole)):
        with open(os.path.join(whole, name), "rb") as journal:
            content = journal.read()
        fate = dice.randrange(4)
        if fate == 0:
            continue
        with open(os.path.join(run, "journal", name), "wb") as journal:
            journal.write(content if fate == 1 else damage(content, dice))
    result = subprocess.run([complete, run], capture_output=True, text=True, timeout=60)
    if result.returncode == 2:
        if len(result.stderr.splitlines()) != 1:
            fail(seed, f"not one line: {result.stderr!r}")
    elif result.returncode != 0 or result.stderr:
        fail(seed, f"exit status {result.returncode}: {result.stderr!r}")
    else:
        made += 1
        for option in ([], ["-G"]):
            shown = subprocess.run([show, *option, os.path.join(run, "traces.otf2")],
                                   capture_output=True, text=True, errors="replace", timeout=60)
            if shown.returncode != 0 or shown.stderr:
                fail(seed, f"otf2-print: {shown.stderr!r}")
        if os.path.exists(os.path.join(run, "journal")):
            fail(seed, "the journals are still there")
if made < kRounds // 3:
    sys.exit(f"only {made} of {kRounds} runs could be completed")
