"""lit format for the programs that pairs/ generates: each is a test, checked as those of
test/programs are (programs.py)."""

import os

import lit.Test

import pairs.model
import pairs.table
from programs import Programs


class PairPrograms(Programs):
    def getTestsInDirectory(self, suite, path, lit_config, local):
        for name in sorted(program.name for program in pairs.table.PROGRAMS):
            yield lit.Test.Test(suite, path + (name,), local)

    def execute(self, test, lit_config):
        program = next(p for p in pairs.table.PROGRAMS if p.name == test.path_in_suite[-1])
        source = pairs.model.source(program)
        path = f"{test.getExecPath()}.{program.style.language}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        return self.check(test, path, source)
