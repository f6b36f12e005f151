"""Options of MPI programs, in comments of their own (programs.py says which there are)."""

import re


def option(source, name, default):
    """Of the program with that text."""
    found = re.search(rf"^\s*//\s*{name}:\s*(.+?)\s*$", source, re.MULTILINE)
    return found.group(1) if found else default
