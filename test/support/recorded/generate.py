"""Random programs of loops over window memory.

The memory is one region for each type, so that nothing is accessed as what it is not; indices are computed without
undefined behaviour, and what is loaded is used: two compilers may differ in registers, not in bytes accessed.
"""

import random

FUNCTIONS = 24
LENGTH = 8192  # elements of a region
TYPES = {"u8": "unsigned char", "i16": "short", "u32": "unsigned", "i64": "long", "f64": "double"}

HEAD = """// Generated: python3 -m recorded --print --seeds {seed} {seed}
#include <mpi.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;
typedef short i16;
typedef unsigned u32;
typedef long i64;
typedef double f64;
typedef struct {{ u32 a : 3, b : 7; i16 c; u32 d : 20; u8 e[5]; f64 f; }} rec;
typedef u32 v4 __attribute__((vector_size(16)));

#define LENGTH {length}
struct memory {{
  u8 of_u8[LENGTH]; i16 of_i16[LENGTH]; u32 of_u32[LENGTH]; i64 of_i64[LENGTH]; f64 of_f64[LENGTH]; rec of_rec[LENGTH];
}} *m;
volatile i64 zero, one = 1, sink;
i64 table[64];
jmp_buf back;
__attribute__((noinline)) static void use(u64_t x) {{ sink = x; }}
__attribute__((noinline, const)) static i64 pure(i64 x) {{ return x * 7 % 31; }}
__attribute__((noinline)) static void touch(u32 *p, i64 i) {{ p[i & 63] ^= (u32)i; }}
__attribute__((noinline)) static void jump(i64 i) {{ if (i % 5 == 3) {throw}; zero = 0; }}
"""


class Body:
    """Statements of one function."""

    def __init__(self, rng, cxx):
        self.rng, self.cxx = rng, cxx
        self.variables, self.lines, self.depth, self.count = [], [], 1, 0
        self.most = {}  # that a variable may be

    def pick(self, *choices):
        return self.rng.choice(choices)

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def factor(self, variable, terms):
        """What so many terms may multiply the variable with so that the index stays within the region."""
        return self.pick(*(factor for factor in (1, 1, 1, 2, 3, -1, -2, 5, 16, -7, 61)
                           if abs(factor) * self.most[variable] * terms <= LENGTH // 2 - 700))

    def index(self):
        """An index within the region, with room behind it for what starts there."""
        used = self.rng.sample(self.variables, min(len(self.variables), self.pick(1, 1, 1, 2, 3)))
        # Of one unsigned variable the terms may wrap around and come back; of several they may not.
        terms = [f"{'(i64)' if len(used) > 1 else ''}{variable} * {self.factor(variable, len(used))}"
                 for variable in used]
        affine = " + ".join([*terms, str(self.rng.randrange(3500, 4500))])
        return self.pick(affine, affine, affine, affine, f"({affine} + (n << 3)) & (LENGTH / 2 - 1)",
                         f"(u8)({affine}) + 17", f"(u32)(table[({affine}) & 63] * 3)",
                         f"4096 + ({affine}) % 100", f"(i64)m->of_u32[{affine}] & (LENGTH / 2 - 1)",
                         f"pure({affine}) + 4000")

    def place(self, kind=None):
        kind = kind or self.pick(*TYPES)
        return kind, f"{self.pick('m->of_' + kind, 'm->of_' + kind, 'p_' + kind)}[{self.index()}]"

    def value(self):
        kind, place = self.place()
        return self.pick(f"(i64){place}" if kind != "f64" else f"({place} > 1.5)", f"(i64)x + {place}" if kind != "f64"
                         else f"({place} < 3.5)", *(self.variables or ["n"]), "x")

    def statement(self):
        kinds = [self.store, self.store, self.store, self.update, self.update, self.load, self.library, self.rest]
        self.rng.choice(kinds)()

    def store(self):
        kind, place = self.place()
        self.emit(f"{place} = ({kind})(({self.value()}) & 127);")

    def update(self):
        kind, place = self.place()
        operator = self.pick("+=", "-=") if kind == "f64" else self.pick("+=", "^=", "|=")
        self.emit(f"{place} {operator} ({kind})(({self.value()}) & 15);")

    def load(self):
        self.emit(f"x += (u64_t)({self.value()});")

    def library(self):
        kind = self.pick(*TYPES)
        length = self.pick("n", "(k & 15) * 3", "sizeof(rec)", "(x & 31)", "8", "64")
        to, source = (f"(u8 *)&m->of_{kind}[{self.index()}]" for _ in range(2))
        # Half the region apart: no overlap for memcpy.
        apart = f"(u8 *)&m->of_{kind}[{self.rng.randrange(6200, 7000)}]"
        self.emit(self.pick(f"memset({to}, 3, {length});", f"memmove({to}, {source}, {length});",
                            f"memcpy({apart}, (u8 *)&m->of_{kind}[1000 + (n & 63)], {length});",
                            f"x += (u64_t)memcmp({to}, {source}, (size_t)(x & 31)) & 1;"))

    def rest(self):
        index = self.index()
        simple = f"({index}) & 4095"
        choices = [
            f"m->of_rec[{index}].b = (u32)x & 127;", f"x += m->of_rec[{index}].d;",
            f"m->of_rec[{index}].e[{simple} & 3] = 1;", f"m->of_rec[{index}] = m->of_rec[{self.index()}];",
            f"m->of_rec[{index}].f += m->of_rec[{self.index()}].c;",
            f"*(volatile u32 *)&m->of_u32[{index}] = 1;", f"x += *(volatile i16 *)&m->of_i16[{index}] & 3;",
            f"__atomic_fetch_add(&m->of_i64[{index}], 1, __ATOMIC_RELAXED);",
            f"x += (u64_t)__atomic_load_n(&m->of_u32[{index}], __ATOMIC_ACQUIRE) & 7;",
            f"__atomic_store_n(&m->of_i64[{index}], 5, __ATOMIC_{self.pick('RELEASE', 'RELAXED', 'SEQ_CST')});",
            f"{{ v4 *v = (v4 *)&m->of_u32[({simple}) & ~3]; *v += *v ^ (u32)n; }}",
            f"{{ u32 local[(n & 15) + 1]; memset(local, 1, sizeof local); local[n & 1] = (u32)x;"
            f" memcpy(&m->of_u32[{index}], local, sizeof local); }}",
            f"touch(&m->of_u32[5000], (i64)x);", f"x += (u64_t)pure((i64)(x & 1023));",
            f"m->of_f64[{index}] = sqrt((f64)(x & 1023)) + fmod((f64)(x & 255), 7);",
            f"x += (u64_t)(exp((f64)(x & 3)) + (rand() & 0));",
        ]
        if self.variables:
            choices += [f"if ((x & 15) == {self.pick(1, 7)}) break;", f"if ({self.value()} == {self.pick(0, 1)}) continue;",
                        f"if ({self.variables[-1]} == {self.pick(3, 7, 11)}) break;",
                        f"if ({self.value()} == 5) return x;"]
        self.emit(self.pick(*choices))

    def block(self, nesting):
        self.depth += 1
        for _ in range(self.pick(1, 1, 2, 2, 3)):
            self.any(nesting)
        self.depth -= 1
        self.emit("}")

    def any(self, nesting):
        if nesting and self.rng.random() < 0.35:
            self.condition(nesting) if self.rng.random() < 0.3 else self.loop(nesting)
        else:
            self.statement()

    def condition(self, nesting):
        test = self.pick(f"{self.value()} & 1", "n > 5", "k < n", *(f"{v} % 3 == 1" for v in self.variables),
                         *(f"{v} > k" for v in self.variables))
        self.emit(f"if ({test}) {{")
        self.block(nesting - 1)

    def loop(self, nesting):
        i = f"i{self.count}"
        self.count += 1
        high = self.pick("n", "n", "k", "n + k", "n - k", "17", "6", "n * zero", *(f"({v} + 1) % 19" for v in self.variables))
        step = self.pick(1, 1, 1, 2, 3, 5)
        text = self.pick(
            f"for (i64 {i} = 0; {i} < {high}; {i} += {step}) {{",
            f"for (i64 {i} = 0; {i} < {high}; ++{i}) {{",
            f"for (int {i} = (int)({high}); {i} >= 0; {i} -= {step}) {{",
            f"for (u32 {i} = {self.pick(0, 1, 3)}; {i} != (u32)({high}) % 23 + 4; ++{i}) {{",
            f"for (u8 {i} = 250; {i} != (u8)(k + 2); ++{i}) {{",
            f"for (i64 {i} = k; {i} < {high} && x % 97; ++{i}) {{",
            f"for (i64 {i} = 1; {i} < {high}; {i} *= 2) {{",
        )
        self.emit(text)
        self.most[i] = 255 if "u8" in text else 32
        self.variables.append(i)
        self.block(nesting - 1)
        self.variables.pop()


def function(rng, number, cxx):
    body = Body(rng, cxx)
    parameters = ", ".join(f"{kind} *{'restrict ' if rng.random() < 0.3 and not cxx else ''}p_{kind}" for kind in TYPES)
    for _ in range(rng.choice((1, 1, 2, 3))):
        body.loop(rng.choice((0, 1, 1, 2)) + 1)
        if rng.random() < 0.4:
            body.statement()
    text = [f"__attribute__((noinline)) static u64_t f{number}(i64 n, i64 k, {parameters}) {{", "  u64_t x = (u64_t)n;"]
    guarded = rng.random() < 0.15
    if guarded:
        text += ["  for (volatile int t = 0; t < 4; ++t) {"]
        text += ["  try {"] if cxx else ["  if (!setjmp(back)) {"]
        body.lines.append("  jump(3);" if rng.random() < 0.5 else "  jump((i64)(x & 7));")
    text += body.lines
    if guarded:
        text += ["  } catch (int) {", "    m->of_u32[7] += 1; x = 1;", "  }", "  }"] if cxx else ["  } else {", "    m->of_u32[7] += 1; x = 1;", "  }", "  }"]
    return "\n".join([*text, "  return x;", "}"])


def is_cxx(seed):
    return seed % 4 == 0


def source(seed):
    rng = random.Random(seed)
    cxx = is_cxx(seed)
    head = HEAD.format(seed=seed, length=LENGTH, throw="throw 1" if cxx else "longjmp(back, 1)")
    head = head.replace("jmp_buf back;", "jmp_buf back;\ntypedef unsigned long u64_t;")
    functions = [function(rng, i, cxx) for i in range(FUNCTIONS)]
    arguments = ", ".join(f"m->of_{kind}{rng.choice(('', '', ' + 8'))}" for kind in TYPES)
    calls = []
    for i in range(FUNCTIONS):
        for n, k in [(rng.choice((0, 1, 7, 12, 20)), rng.choice((-3, 0, 3, 5, 9)))]:
            calls.append(f"  use(f{i}({n} + zero, {k} * one, {arguments}));\n  MPI_Win_fence(0, window);")
    # The window begins and ends within a page.
    return f"""{head}
{chr(10).join(functions)}

int main(int argc, char **argv) {{
  MPI_Init(&argc, &argv);
  char *memory = (char *)malloc(sizeof *m + 8192);
  memory += 4096 - (unsigned long)memory % 4096;
  m = (struct memory *)(memory + {rng.choice((0, 16, 4080))});
  u32 state = {seed};
  for (u64_t i = 0; i < sizeof *m / 4; ++i)
    ((u32 *)m)[i] = (state = state * 1664525 + 1013904223) >> 20;
  for (int i = 0; i < LENGTH; ++i) m->of_f64[i] = i % 7;
  for (int i = 0; i < LENGTH; ++i) m->of_rec[i].f = i % 5;
  for (int i = 0; i < 64; ++i) table[i] = i * i % 67;
  MPI_Win window;
  MPI_Win_create(m, sizeof *m{rng.choice(('', ' - 4', ' / 2'))}, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
{chr(10).join(calls)}
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}}
"""
