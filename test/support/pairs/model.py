"""What a pair is, and how a list of pairs becomes a program.

A pair gives the steps of its race and of its safe twin. A step is a statement and who executes
it; steps of single ranks that follow each other become one `if (rank == 0) ... else if ...`. The
steps of a finding are marked: their lines are what must be reported. What a pair expects follows
from the rule that it cites (RMA-RULES, by section), never from what the tool said.
"""

import dataclasses
import re
from typing import Callable, Optional

EVERYBODY = None


@dataclasses.dataclass(frozen=True)
class Step:
    who: Optional[int]
    code: str
    mark: tuple = ()
    warns: bool = False  # the compiler may tell of the finding here
    finding: str = ""  # that it belongs to, if not the pair's


def everybody(code):
    return Step(EVERYBODY, code)


def by(rank, code):
    return Step(rank, code)


def racing(rank, code, *labels):
    """A step whose line belongs to the finding, or to those with these labels."""
    return Step(rank, code, labels or ("",))


def weak(rank, code):
    """A local completion that is taken for one at the target."""
    return Step(rank, code, ("",), finding="rma-weak-completion")


@dataclasses.dataclass(frozen=True)
class Pair:
    name: str
    why: str  # one line: the rule, and what makes the difference
    steps: Callable  # race: bool -> list of steps
    finding: str = "rma-remote-race"
    ranks: int = 2
    declares: tuple = ()  # further declarations, as used by the steps
    window: str = "usual"  # how the window is made: usual, own (the steps make it)
    info: str = "MPI_INFO_NULL"
    globals: tuple = ()  # functions and variables outside, with marks of their own
    features: str = ""
    integer: bool = False  # the element type must be an integer


@dataclasses.dataclass(frozen=True)
class Style:
    """How the programs of one author look."""

    element: str = "int"
    language: str = "c"
    window: str = "allocate"  # allocate, create (malloc), static, vector
    checked: bool = False  # every MPI call within CHECK()

    @property
    def mpi_type(self):
        return {"int": "MPI_INT", "long": "MPI_LONG", "double": "MPI_DOUBLE", "float": "MPI_FLOAT",
                "unsigned": "MPI_UNSIGNED", "int64_t": "MPI_INT64_T"}[self.element]


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    about: str
    pairs: tuple
    style: Style = Style()
    ranks: int = 2
    flags: str = "-O2"
    mpi: str = "openmpi"
    thread_level: str = ""  # MPI_THREAD_MULTIPLE, ...
    features: str = ""


COUNT = 24  # elements of the usual window

# Variables of the functions, in this order, where the steps name them. T is the element type.
VARIABLES = (
    ("sum", "T sum = 0;"),
    ("out", "T out[8] = {1, 2, 3, 4};"),
    ("in", "T in[8] = {0};"),
    ("compare", "T compare[8] = {0};"),
    ("copy", "T copy[8] = {0};"),
    ("other", "T other[8] = {0};"),
    ("heap", "T *heap = (T *)calloc(8, sizeof(T));"),
    ("token", "int token = rank;"),
    ("tokens", "int tokens[8] = {0};"),
    ("done", "int done = 0;"),
    ("index", "int index;"),
    ("unit", "int unit;"),
    ("bytes", "MPI_Aint bytes;"),
    ("peer", "T *peer;"),
    ("request", "MPI_Request request;"),
    ("requests", "MPI_Request requests[2];"),
    ("group", "MPI_Group group = MPI_GROUP_NULL;"),
    ("part", "MPI_Comm part;"),
    ("type", "MPI_Datatype type;"),
    ("second", "MPI_Win second;"),
)

GROUP_HELPER = """
// These ranks of the world; a negative second one is none.
static MPI_Group groupOf(int first, int second) {
  MPI_Group world, group;
  int ranks[2] = {first, second};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, second < 0 ? 1 : 2, ranks, &group);
  MPI_Group_free(&world);
  return group;
}
"""

CHECK_MACRO = """
#define CHECK(call)                                                                                \\
  do {                                                                                             \\
    if ((call) != MPI_SUCCESS) {                                                                   \\
      fprintf(stderr, "%s:%d: %s failed\\n", __FILE__, __LINE__, #call);                            \\
      MPI_Abort(MPI_COMM_WORLD, 1);                                                                \\
    }                                                                                              \\
  } while (0)
"""

WINDOW_CLASS = """
template <typename T> class Window {
public:
  Window(int count, int rank, MPI_Info info = MPI_INFO_NULL) : memory(count, T(rank)) {
    MPI_Win_create(memory.data(), count * sizeof(T), sizeof(T), info, MPI_COMM_WORLD, &win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  Window(const Window &) = delete;
  Window &operator=(const Window &) = delete;
  ~Window() { MPI_Win_free(&win); }
  T *data() { return memory.data(); }
  operator MPI_Win() const { return win; }

private:
  std::vector<T> memory;
  MPI_Win win;
};
"""


def words(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


class Printer:
    def __init__(self, program):
        self.program, self.style = program, program.style
        self.lines = []

    def element(self, text):
        text = re.sub(r"\bMPI_T\b", self.style.mpi_type, text)
        return re.sub(r"(?<![<\w])T(?![\w>])", self.style.element, text)

    def checked(self, code):
        if not self.style.checked:
            return code
        return re.sub(r"^(MPI_\w+\(.*\));$", r"CHECK(\1);", code)

    def add(self, text, indent=0, comment=""):
        for line in text.split("\n"):
            self.lines.append(("  " * indent + line + comment) if line else "")

    def step(self, step, indent, pair, race, function):
        comment = ""
        if race and step.mark:
            comment = " // expect: " + ", ".join(
                f"{step.finding or pair.finding} #{function}{label and '.' + label}" for label in step.mark)
        if race and step.warns:
            comment = f" // may: {pair.finding}"
        lines = self.checked(self.element(step.code)).split("\n")
        marked = next((i for i, line in enumerate(lines) if "MPI_" in line), 0) if step.finding else 0
        for i, line in enumerate(lines):
            self.add(line, indent, comment if i == marked else "")

    def chain(self, steps, pair, race, function):
        """Steps of single ranks: program order is all that counts among them."""
        ranks = list(dict.fromkeys(step.who for step in steps))
        for number, rank in enumerate(ranks):
            mine = [step for step in steps if step.who == rank]
            braces = len(mine) > 1 or len(ranks) > 1 or "\n" in mine[0].code
            head = f"if (rank == {rank})" + (" {" if braces else "")
            self.add(head if number == 0 else "} else " + head, 1)
            for step in mine:
                self.step(step, 2, pair, race, function)
            if braces and number == len(ranks) - 1:
                self.add("}", 1)

    def body(self, steps, pair, race, function):
        waiting = []
        for step in steps:
            if step.who is EVERYBODY:
                if waiting:
                    self.chain(waiting, pair, race, function)
                waiting = []
                self.step(step, 1, pair, race, function)
            else:
                waiting.append(step)
        if waiting:
            self.chain(waiting, pair, race, function)

    def window(self, pair):
        """Declares `memory` and `win` and fills the memory before anybody may access it."""
        info, how = pair.info, self.style.window
        if pair.info != "MPI_INFO_NULL":
            key, _, value = pair.info.partition("=")
            self.add("MPI_Info info;\nMPI_Info_create(&info);", 1)
            self.add(f'MPI_Info_set(info, "{key}", "{value}");', 1)
            info = "info"
        if how == "vector":
            self.add(self.element(f"Window<{self.style.element}> win({COUNT}, rank"
                                  f"{', info' if info == 'info' else ''});"), 1)
            self.add(f"{self.style.element} *memory = win.data();", 1)
        else:
            size = f"{COUNT} * sizeof(T), sizeof(T)"
            self.add(self.element({
                "allocate": f"T *memory;\nMPI_Win win;\nMPI_Win_allocate({size}, {info}, MPI_COMM_WORLD, &memory, &win);",
                "create": f"T *memory = (T *)malloc({COUNT} * sizeof(T));\nMPI_Win win;\n"
                          f"MPI_Win_create(memory, {size}, {info}, MPI_COMM_WORLD, &win);",
                "static": f"static T memory[{COUNT}];\nMPI_Win win;\n"
                          f"MPI_Win_create(memory, {size}, {info}, MPI_COMM_WORLD, &win);",
            }[how]), 1)
            self.add(f"for (int i = 0; i < {COUNT}; ++i)\n  memory[i] = rank;\nMPI_Barrier(MPI_COMM_WORLD);", 1)
        if info == "info":
            self.add("MPI_Info_free(&info);", 1)

    def function(self, pair, race):
        name = f"{pair.name}_{'race' if race else 'safe'}"
        steps = [step if isinstance(step, Step) else everybody(step) for step in pair.steps(race)]
        for block in pair.globals:
            self.add("")
            for step in block(race):
                step = step if isinstance(step, Step) else everybody(step)
                step = dataclasses.replace(step, code=step.code.replace("NAME", name))
                self.step(step, 0, pair, race, name)
        self.add("")
        self.add(f"// {pair.why}" if race else "// The same, as it should be.")
        self.add(f"static double {name}(int rank) {{")
        if pair.window == "usual":
            self.window(pair)
        used = set().union(*(words(step.code) for step in steps))
        used |= set().union(*(words(line) for line in pair.declares)) | {"sum"}
        for variable, declaration in VARIABLES:
            if variable in used:
                self.add(self.element(declaration), 1)
        for line in pair.declares:
            self.add(self.element(line), 1)
        self.body([dataclasses.replace(step, code=step.code.replace("NAME", name)) for step in steps],
                  pair, race, name)
        if "heap" in used and not any("free(heap)" in step.code for step in steps):
            self.add("free(heap);", 1)
        if "group" in used:
            self.add("if (group != MPI_GROUP_NULL)\n  MPI_Group_free(&group);", 1)
        if "type" in used:
            self.add("MPI_Type_free(&type);", 1)
        if pair.window == "usual" and self.style.window != "vector":
            self.add(self.checked("MPI_Win_free(&win);"), 1)
            if self.style.window == "create" and not any("free(memory)" in s.code for s in steps):
                self.add("free(memory);", 1)
        self.add("return sum;", 1)
        self.add("}")
        return name

    def text(self):
        program, style = self.program, self.style
        uses = " ".join(step.code if isinstance(step, Step) else step for pair in program.pairs
                        for race in (True, False)
                        for step in [*pair.steps(race), *(s for b in pair.globals for s in b(race))])
        self.add(f"// {program.about}")
        self.add(f"// ranks: {program.ranks}\n// flags: {program.flags}\n// mpi: {program.mpi}")
        self.add("// warnings: may")
        features = sorted({program.features, *(p.features for p in program.pairs)} - {""})
        if features:
            self.add(f"// features: {' '.join(features)}")
        self.add("#include <mpi.h>")
        for word, header in (("omp_", "omp.h"), ("pthread_", "pthread.h"), ("sched_yield", "sched.h"), ("stddef", "stddef.h")):
            if word in uses or (word == "stddef" and "offsetof" in uses):
                self.add(f"#include <{header}>")
        self.add("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>")
        if style.window == "vector":
            self.add("#include <vector>")
            self.add(WINDOW_CLASS.rstrip())
        if style.checked:
            self.add(CHECK_MACRO.rstrip())
        if "groupOf" in uses:
            self.add(GROUP_HELPER.rstrip())
        functions = [self.function(pair, race) for pair in program.pairs for race in (True, False)]
        self.add("\nint main(int argc, char **argv) {\n  int rank;")
        if program.thread_level:
            self.add("  int provided;")
            self.add(f"  MPI_Init_thread(&argc, &argv, {program.thread_level}, &provided);")
            self.add(f"  if (provided < {program.thread_level})\n    MPI_Abort(MPI_COMM_WORLD, 1);")
        else:
            self.add("  MPI_Init(&argc, &argv);")
        self.add("  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n  double sum = 0;")
        for function in functions:
            self.add(f"  sum += {function}(rank);\n  MPI_Barrier(MPI_COMM_WORLD);")
        self.add('  if (sum == -1)\n    printf("%f\\n", sum);\n  MPI_Finalize();\n  return 0;\n}')
        return "\n".join(self.lines) + "\n"


def source(program):
    for pair in program.pairs:
        if pair.ranks > program.ranks:
            raise ValueError(f"{program.name}: {pair.name} needs {pair.ranks} ranks")
        if pair.integer and program.style.element in ("double", "float"):
            raise ValueError(f"{program.name}: {pair.name} needs integers")
    names = [pair.name for pair in program.pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"{program.name}: a name twice")
    return Printer(program).text()
