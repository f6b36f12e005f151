"""A directory for temporary files for each test.

mpirun keeps the files of a session below the directory for temporary files, and removes what is
empty there when it ends: of two that share one, the one may remove what the other has just made."""

import contextlib
import shutil
import tempfile

import lit.formats


@contextlib.contextmanager
def own_tmpdir(environment):
    """Names a new directory in a test's environment while it runs."""
    before, directory = environment.get("TMPDIR"), tempfile.mkdtemp(prefix="t")
    environment["TMPDIR"] = directory
    try:
        yield
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        environment.pop("TMPDIR")
        if before is not None:
            environment["TMPDIR"] = before


class OwnTmpdir(lit.formats.ShTest):
    def execute(self, test, lit_config):
        with own_tmpdir(test.config.environment):
            return super().execute(test, lit_config)
