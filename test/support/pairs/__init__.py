"""Paired MPI programs: a race and its safe twin, alike but for what makes the difference.

model.py      what a pair is, and how it becomes a C function
words.py      operations, completions, notifications, accesses: the words of the grammar
targets.py    accesses of two processes to window memory
origins.py    the buffers of operations
types.py      derived datatypes
atomics.py    the accumulate family, locks
sharing.py    shared windows, window memory in messages, lifetimes
threads.py    OpenMP and pthreads
table.py      which program holds which pairs, how it is built and run

`python3 -m pairs` in test/support lists the programs and prints one (test/pairs/README.md).
"""
