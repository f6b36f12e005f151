"""Compares the tables of docs/trace-format.md with what otf2-print shows of an archive."""

import re
import sys

document, definitions, anchor = (open(name).read() for name in sys.argv[1:4])


def rows(heading, skip=0):
    """First two cells of each row of the first table after a heading and `skip` others."""
    section = re.search(rf"^## {heading}(.*?)(?:^## |\Z)", document, re.M | re.S).group(1)
    table = re.findall(r"^((?:\|[^\n]*\n)+)", section, re.M)[skip]
    cells = [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
             for line in table.splitlines()[2:]]
    return [(row[0], row[1]) for row in cells]


def same(what, documented, written):
    if set(documented) != set(written) or not documented:
        sys.exit(f"{what}:\n  only documented: {sorted(set(documented) - set(written))}\n"
                 f"  only written: {sorted(set(written) - set(documented))}")


same("attributes", rows("Attributes"),
     re.findall(r'^ATTRIBUTE +\d+ +Name: "([^"]+)".*Type: (\w+)', definitions, re.M))
same("members of metrics", ["fencepost::range::" + name for name, _ in rows("Ranges")] +
     ["fencepost::sync::" + name for name, _ in rows("Synchronization of threads", 1)],
     re.findall(r'^METRIC_MEMBER +\d+ +Name: "([^"]+)"', definitions, re.M))
same("properties", [name for name, _ in rows("Archive properties")],
     re.findall(r"^Property name +(\S+)", anchor, re.M))
