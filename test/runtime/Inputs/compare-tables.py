"""Compares the tables of docs/trace-format.md with what otf2-print shows of an archive."""

import re
import sys

document, definitions, anchor = (open(name).read() for name in sys.argv[1:4])


def rows(heading):
    """First two cells of each row of the first table after a heading."""
    table = re.search(rf"^## {heading}.*?\n((?:\|[^\n]*\n)+)", document, re.M | re.S).group(1)
    cells = [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
             for line in table.splitlines()[2:]]
    return [(row[0], row[1]) for row in cells]


def same(what, documented, written):
    if set(documented) != set(written) or not documented:
        sys.exit(f"{what}:\n  only documented: {sorted(set(documented) - set(written))}\n"
                 f"  only written: {sorted(set(written) - set(documented))}")


same("attributes", rows("Attributes"),
     re.findall(r'^ATTRIBUTE +\d+ +Name: "([^"]+)".*Type: (\w+)', definitions, re.M))
same("range members", ["fencepost::range::" + name for name, _ in rows("Ranges")],
     re.findall(r'^METRIC_MEMBER +\d+ +Name: "([^"]+)"', definitions, re.M))
same("properties", [name for name, _ in rows("Archive properties")],
     re.findall(r"^Property name +(\S+)", anchor, re.M))
