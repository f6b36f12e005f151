import argparse
import os
import sys
import tempfile

from recorded import generate
from recorded.compare import Comparison, Difference, Unsteady


def main():
    parser = argparse.ArgumentParser(prog="recorded")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--mpirun", help="the files are programs of test/programs, with as many processes as they say")
    parser.add_argument("--build", required=True)
    parser.add_argument("--mpicc", default="mpicc.openmpi")
    parser.add_argument("--otf2-print", default="otf2-print")
    parser.add_argument("--work", help="where programs and traces go and stay")
    parser.add_argument("--seeds", nargs=2, type=int, metavar=("FIRST", "LAST"), default=(1, 0))
    parser.add_argument("--levels", default="2", help="of optimization: 123")
    parser.add_argument("--flag", action="append", default=[], help="of the compiler, in all variants")
    parser.add_argument("--print", action="store_true", help="the generated programs, and no more")
    arguments = parser.parse_args()
    seeds = range(arguments.seeds[0], arguments.seeds[1] + 1)
    if arguments.print:
        for seed in seeds:
            print(generate.source(seed))
        return 0
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_osc="^ucx,rdma")
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or temporary
        os.makedirs(work, exist_ok=True)
        comparison = Comparison(os.path.abspath(arguments.build), work, arguments.mpicc, arguments.otf2_print,
                                environment, arguments.flag, arguments.mpirun)
        failures, unsteady, total, written = 0, 0, 0, 0
        files = list(arguments.files)
        for seed in seeds:
            files.append(os.path.join(work, f"seed{seed}.{'cpp' if generate.is_cxx(seed) else 'c'}"))
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(generate.source(seed))
        for file in files:
            try:
                accesses, ranges = comparison.compare(file, [f"-O{level}" for level in arguments.levels])
                total, written = total + accesses, written + ranges
            except Unsteady:
                unsteady += 1
                print(f"{file}: its calls are not the same from run to run")
            except Difference as difference:
                failures += 1
                print(difference)
            sys.stdout.flush()
    left = f", {unsteady} cannot be compared" if unsteady else ""
    print(f"{len(files)} programs: {total} accesses in {written} ranges, {failures} differ{left}")
    return 1 if failures else 0


sys.exit(main())
