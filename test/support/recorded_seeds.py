"""lit format for a folder of tests to which the programs that recorded/ generates are added: seed-1 and so on."""

import os

import lit.Test

from own_tmpdir import OwnTmpdir, own_tmpdir
from recorded import generate
from recorded.compare import Comparison, Difference

SEEDS = 16


class RecordedSeeds(OwnTmpdir):
    def getTestsInDirectory(self, suite, path, lit_config, local):
        yield from super().getTestsInDirectory(suite, path, lit_config, local)
        if "openmpi" in local.available_features:
            for seed in range(1, SEEDS + 1):
                yield lit.Test.Test(suite, path + (f"seed-{seed}",), local)

    def execute(self, test, lit_config):
        name = test.path_in_suite[-1]
        if not name.startswith("seed-"):
            return super().execute(test, lit_config)
        config, seed = test.config, int(name.removeprefix("seed-"))
        work = f"{test.getExecPath()}.work"
        os.makedirs(work, exist_ok=True)
        source = os.path.join(work, f"{name}.{'cpp' if generate.is_cxx(seed) else 'c'}")
        with open(source, "w", encoding="utf-8") as file:
            file.write(generate.source(seed))
        comparison = Comparison(config.fencepost_build, work, config.mpi["openmpi"][0], config.otf2_print,
                                config.environment)
        try:
            with own_tmpdir(config.environment):
                comparison.check(source, ["-O2"])
        except Difference as difference:
            return lit.Test.FAIL, str(difference)
        return lit.Test.PASS, ""
