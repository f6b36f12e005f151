"""damage.py ARCHIVE COPY TIMES ANALYZER: the analyzer ends with status 0 or 2, whichever bytes of the
archive's files are wrong."""

import pathlib
import random
import shutil
import subprocess
import sys

archive, copy, times, analyzer = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
names = ["traces.otf2", "traces.def"] + [f"traces/{rank}.evt" for rank in range(4)]
for seed in range(times):
    random.seed(seed)
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(archive, copy)
    file = copy / random.choice(names)
    content = bytearray(file.read_bytes())
    for _ in range(random.randint(1, 8)):
        content[random.randrange(len(content))] = random.randrange(256)
    file.chmod(0o644)
    file.write_bytes(content[:random.randint(1, len(content))] if seed % 3 == 0 else content)
    done = subprocess.run([analyzer, "-o", f"{copy}.db", copy], capture_output=True, text=True,
                          timeout=60)
    if done.returncode not in (0, 2) or (done.returncode == 2) != (done.stderr.count("\n") == 1):
        sys.exit(f"{file}, seed {seed}: status {done.returncode}\n{done.stderr}")
