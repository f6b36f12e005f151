"""Is what a run records what the program accesses? Programs and a comparison.

A program of one rank works in the memory of one window; a synchronizing call stands between its functions, so that each
is a segment. It is compiled twice and run: once with every load and store told by a call of its own
(-fplugin-arg-fencepost-accesses=every, access=every), once as users get it. The bytes that were loaded and those that were
stored must be the same, segment by segment, and all of them be accesses of the program at -O0 (the optimizer removes some
of those, and must not add any).

    python3 -m recorded --build build FILE.c ...        programs that are there
    python3 -m recorded --build build --seeds 1 1000    generated ones (generate.py)
"""
