"""The lit suite. Folders mirror the rooms; test/programs holds MPI programs with the expected
findings written in them (support/programs.py)."""

import os
import platform
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "support"))

from own_tmpdir import OwnTmpdir

config.name = "fencepost"
config.test_format = OwnTmpdir(execute_external=True)
config.suffixes = [".c", ".cpp", ".ll", ".test"]
config.excludes = ["Inputs", "data", "support", "unit"]
if config.fencepost_parts:  # another tree's, and tested there
    config.excludes.append("analyzer")
config.test_source_root = os.path.dirname(__file__)

build = config.fencepost_build
llvm = config.fencepost_llvm
tools = f"/usr/lib/llvm-{llvm}/bin"


def built(path):
    return os.path.join(build, path)


# Nothing of the caller's environment decides what a test does.
for name in ("FENCEPOST_OPTIONS", "FENCEPOST_CLANG", "FENCEPOST_MPIRUN", "NO_COLOR"):
    config.environment.pop(name, None)
config.environment.update({
    "LC_ALL": "C.UTF-8",
    "PATH": os.pathsep.join([os.path.dirname(config.filecheck), tools, os.environ["PATH"]]),
    "HOME": os.environ.get("HOME", "/"),
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_osc": "^ucx,rdma",
    "OMPI_MCA_pml": "ob1",  # what is chosen in the end; asking UCX takes 0.2 s a run
})

cc, cxx = built("bin/fencepost-cc"), built("bin/fencepost-c++")
substitutions = {
    "%fencepost-cc": cc,
    "%fencepost-c++": cxx,
    "%fencepost": built("bin/fencepost"),
    "%analyze": built("bin/fencepost") + " analyze",
    "%complete": built("lib/fencepost/bin/fencepost-complete"),
    "%plugin": built(f"lib/libFencepost-{llvm}.so"),
    "%pass": built(f"lib/libFencepostPass-{llvm}.so"),
    "%llvm-major": llvm,
    "%clang++": f"{tools}/clang++",
    "%clang": f"{tools}/clang",
    "%opt": f"{tools}/opt",
    "%FileCheck": config.filecheck,
    "%not": config.not_tool,
    "%otf2-print": config.otf2_print,
    "%python": config.python,
    "%build": build,
    "%source": config.fencepost_source,
    "%data": os.path.join(config.test_source_root, "data"),
}

config.launch = {}
openmpi, mpirun, include = config.mpi["openmpi"]
if openmpi:
    config.available_features.add("openmpi")
    config.launch["openmpi"] = {
        "c": f"env OMPI_CC={cc} {openmpi}",
        "cpp": f"env OMPI_CXX={cxx} {openmpi.replace('mpicc', 'mpicxx')}",
        "plain-c": f"env OMPI_CC={tools}/clang {openmpi}",
        "plain-cpp": f"env OMPI_CXX={tools}/clang++ {openmpi.replace('mpicc', 'mpicxx')}",
        "run": f"timeout 120 {mpirun} --oversubscribe",
    }
    substitutions.update({
        "%mpicc-plain": openmpi,
        "%mpicc": config.launch["openmpi"]["c"],
        "%mpicxx": config.launch["openmpi"]["cpp"],
        "%mpirun": config.launch["openmpi"]["run"],
        "%mpi-include": include,
    })
mpich, mpirun, include = config.mpi["mpich"]
if mpich:
    config.available_features.add("mpich")
    config.launch["mpich"] = {
        "c": f"{mpich} -cc={cc}",
        "cpp": f"{mpich.replace('mpicc', 'mpicxx')} -cxx={cxx}",
        "plain-c": f"{mpich} -cc={tools}/clang",
        "plain-cpp": f"{mpich.replace('mpicc', 'mpicxx')} -cxx={tools}/clang++",
        "run": f"timeout 120 {mpirun}",
    }
    substitutions.update({
        "%mpicc-mpich": config.launch["mpich"]["c"],
        "%mpicxx-mpich": config.launch["mpich"]["cpp"],
        "%mpirun-mpich": config.launch["mpich"]["run"],
        "%mpi-include-mpich": include,
    })
config.available_features.add(f"llvm-{llvm}")
config.available_features.add(platform.machine())  # x86_64, say
if os.path.exists(f"{tools}/ld.lld"):
    config.available_features.add("lld")
if config.sanitize == "thread":
    config.available_features.add("tsan")
if config.openmp:
    config.available_features.add("openmp")

# Longest first: %fencepost-cc before %fencepost.
for name in sorted(substitutions, key=len, reverse=True):
    config.substitutions.append((re.escape(name), substitutions[name]))
