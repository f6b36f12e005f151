"""lit format for MPI programs that carry their expected findings.

A program is compiled by the real wrapper, run by the real mpirun, analysed, and its JSON report is
compared with what its comments say:

    MPI_Put(...);          // expect: rma-remote-race
    x = halo[0];           // expect: rma-remote-race

The lines of one id (and label: `// expect: rma-remote-race #2`) are the lines of the finding's first
places. Every finding of level error or warning must be expected, and every expectation found.
What the compiler must warn about stands as `// warn: rma-local-race` on the line of the warning;
any other warning of ours fails the test.

Options, in comments of their own anywhere in the program:

    // ranks: 4                 processes (default 2)
    // processes: 1 3           numbers of analysis processes (default 1 3); all must agree. One reads
                                the trace as a whole, several cut it wherever it can be
    // flags: -O0; -O2 -g       compiler options, a variant each (default -O2)
    // mpi: openmpi mpich       libraries (default openmpi)
    // languages: c cpp         a .c file is compiled as each (default its own)
    // notes: rma-wait-at-fence findings of level note that must be there
    // arguments: 100           of the program
    // features: openmp         what the machine must have for it
    // warnings: may            the compiler may warn where a finding of the run is expected and at
                                lines with `// may: rma-local-race`, and need not
    // fails                    the program ends with a status other than zero
"""

import collections
import json
import os
import re
import shlex
import subprocess

import lit.formats
import lit.Test
from own_tmpdir import own_tmpdir
from program_options import option


class Failure(Exception):
    pass


def run(command, environment, directory, limit=240):
    done = subprocess.run(command, shell=True, cwd=directory, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit,
                          errors="replace")
    return done.returncode, done.stdout, done.stderr


def marks(source, word):
    """{(id, label): [lines]} of `// word: id #label, id` comments at the end of code lines."""
    lines = collections.defaultdict(list)
    for number, text in enumerate(source.splitlines(), 1):
        for comment in re.findall(rf"//\s*{word}:\s*([^/\n]+)", text):
            for item in comment.split(","):
                identifier, _, label = item.strip().partition(" ")
                lines[identifier, label.strip()].append(number)
    return lines


def expected(source):
    return sorted((key[0], tuple(lines)) for key, lines in marks(source, "expect").items())


def reported(report):
    """Findings of level error and warning as (id, sorted distinct lines of the first places)."""
    found = []
    for finding in report["findings"]:
        if finding["level"] == "note":
            continue
        lines = {place["line"] for place in finding["places"] if place["role"] == "access"}
        if not lines:
            lines = {finding["places"][0]["line"]} if finding["places"] else set()
        found.append((finding["id"], tuple(sorted(lines))))
    return sorted(found)


class Programs(lit.formats.ShTest):
    def __init__(self, config):
        super().__init__(execute_external=True)
        self.config = config

    def execute(self, test, lit_config):
        path = test.getSourcePath()
        with open(path, encoding="utf-8") as file:
            return self.check(test, path, file.read())

    def check(self, test, path, source):
        if not set(option(source, "features", "").split()) <= test.config.available_features:
            return lit.Test.UNSUPPORTED, "features"
        work = test.getExecPath() + ".tmp"
        os.makedirs(work, exist_ok=True)
        try:
            for mpi in option(source, "mpi", "openmpi").split():
                if mpi in self.config.launch:
                    for language in option(source, "languages", path.rpartition(".")[2]).split():
                        for flags in option(source, "flags", "-O2").split(";"):
                            with own_tmpdir(self.config.environment):
                                self.variant(path, source, work, mpi, language, flags.strip())
        except Failure as failure:
            return lit.Test.FAIL, str(failure)
        except subprocess.TimeoutExpired as timeout:
            return lit.Test.FAIL, f"timed out: {timeout.cmd}"
        return lit.Test.PASS, ""

    def variant(self, path, source, work, mpi, language, flags):
        name = f"{mpi}-{language}{flags.replace(' ', '')}"
        binary, trace = f"{work}/{name}.exe", f"{work}/{name}.trace"
        environment = dict(self.config.environment, FENCEPOST_OPTIONS=f"trace={trace}")
        launch = self.config.launch[mpi]
        compile_as = f"{launch[language]} -x {'c++' if language == 'cpp' else 'c'}"

        command = f"rm -rf {trace}; {compile_as} {flags} {shlex.quote(path)} -o {binary} -lm"
        status, _, errors = run(command, environment, work)
        if status:
            raise Failure(f"{command}\ndoes not compile:\n{errors}")
        warned = sorted((f[1], int(f[0])) for f in
                        re.findall(r":(\d+):\d+: (?:warning|error): .*\[(rma-[a-z-]+)\]", errors))
        wanted = sorted((key[0], line) for key, lines in marks(source, "warn").items() for line in lines)
        if option(source, "warnings", "") == "may":
            allowed = {(key[0], line) for word in ("expect", "may")
                       for key, lines in marks(source, word).items() for line in lines}
            wanted = [warning for warning in warned if warning in allowed]
        if warned != wanted:
            raise Failure(f"{command}\nwarns at {warned}, expected {wanted}\n{errors}")

        command = (f"{launch['run']} -n {option(source, 'ranks', '2')} {binary} "
                   f"{option(source, 'arguments', '')}")
        status, output, errors = run(command, environment, work)
        if bool(status) != bool(re.search(r"^\s*//\s*fails\s*$", source, re.MULTILINE)):
            raise Failure(f"{command}\nends with status {status}:\n{output}{errors}")

        reports = {}
        for count in option(source, "processes", "1 3").split():
            reports[count] = self.analysis(source, command, environment, work,
                                           f"{work}/{name}.{count}.sqlite", trace, count)
        for count, report in reports.items():
            first = next(iter(reports))
            for part in ("findings", "metrics"):
                if report[part] != reports[first][part]:
                    raise Failure(f"{command}\n{first} and {count} analysis processes disagree:\n"
                                  f"{json.dumps(reports[first][part], indent=1)}\n----\n"
                                  f"{json.dumps(report[part], indent=1)}")

    def analysis(self, source, ran, environment, work, results, trace, count):
        fencepost = os.path.join(self.config.fencepost_build, "bin/fencepost")
        command = f"{fencepost} analyze -n {count} --phase {int(count != '1')} -o {results} {trace}"
        status, output, errors = run(command, environment, work)
        if status not in (0, 1):
            raise Failure(f"{ran}\n{command}\nends with status {status}:\n{output}{errors}")
        _, text, errors = run(f"{fencepost} report --format=json {results}", environment, work)
        try:
            report = json.loads(text)
        except ValueError as error:
            raise Failure(f"{command}\nno JSON report: {error}\n{errors}") from error
        if not 0 < report["run"]["seconds"] < 240:
            raise Failure(f"{command}\nsays that the run took {report['run']['seconds']} s")
        found, wanted = reported(report), expected(source)
        if found != wanted:
            details = json.dumps(report["findings"], indent=1)
            raise Failure(f"{ran}\n{command}\nreports {found}\nexpected {wanted}\n{details}")
        if (status == 1) != any(f["level"] == "error" for f in report["findings"]):
            raise Failure(f"{command}\nends with status {status}, which its findings do not explain")
        notes = {finding["id"] for finding in report["findings"]}
        missing = set(option(source, "notes", "").split()) - notes
        if missing:
            raise Failure(f"{command}\ndoes not report {sorted(missing)}")
        return report
