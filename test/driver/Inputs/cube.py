"""cube.py FILE: the file is what the grammar of Cube's own reader takes as CUBE 3 XML (elements in their order, none lacking,
ids that are there and count from 0, a value for each thread, decimal numbers), and prints its trees and values:

    metric time mpi-time: INDENTED BY DEPTH
"""

import sys
import xml.etree.ElementTree as ElementTree

root = ElementTree.parse(sys.argv[1]).getroot()


def children(element, *expected):
    """The children by tag; the tags come in this order, '*' and '+' may repeat, '*' and '?' may lack."""
    tags = [child.tag for child in element]
    for pattern in expected:
        name = pattern.rstrip("*+?")
        count = 0
        while tags and tags[0] == name and (count == 0 or pattern[-1] in "*+"):
            tags.pop(0)
            count += 1
        assert count or pattern[-1] in "*?", f"<{element.tag}> lacks <{name}>"
    assert not tags, f"<{element.tag}> has <{tags[0]}> out of place"
    return lambda name: element.findall(name)


with open(sys.argv[1], encoding="utf-8") as file: # the reader takes these lines as they are
    assert file.read().startswith('<?xml version="1.0" encoding="UTF-8"?>\n<cube version="3.0">\n')
top = children(root, "attr*", "doc?", "metrics", "program", "system", "severity")

ids = []


def metric(element, depth):
    below = children(element, "disp_name", "uniq_name", "dtype", "uom", "val?", "url?", "descr?", "metric*")
    assert element.find("uom").text in ("sec", "occ", "bytes"), element.find("uom").text
    assert element.find("dtype").text in ("FLOAT", "INTEGER")
    ids.append(element.get("id"))
    print("metric", "  " * depth + element.find("uniq_name").text, element.find("uom").text)
    for each in below("metric"):
        metric(each, depth + 1)


for each in children(top("metrics")[0], "metric+")("metric"):
    metric(each, 0)
assert len(set(ids)) == len(ids)

program = children(top("program")[0], "region+", "cnode+")
regions = {region.get("id"): region for region in program("region")}
for region in regions.values():
    children(region, "name?", "url?", "descr?")
paths = {}


def cnode(element, path):
    name = regions[element.get("calleeId")].find("name").text
    path = path + [name + ("@" + element.get("line") if element.get("line") else "")]
    assert element.get("id") not in paths
    paths[element.get("id")] = " > ".join(path)
    for below in children(element, "cnode*")("cnode"):
        cnode(below, path)


for each in program("cnode"):
    cnode(each, [])

threads = []
for machine in children(top("system")[0], "machine+", "topologies?")("machine"):
    for node in children(machine, "name", "descr?", "node+")("node"):
        for process in children(node, "name", "descr?", "process+")("process"):
            print("process", node.find("name").text, process.find("rank").text)
            for thread in children(process, "name", "rank", "thread+")("thread"):
                children(thread, "name", "rank")
                threads.append(int(thread.get("Id")))
assert sorted(threads) == list(range(len(threads)))

uniq = {element.get("id"): element.find("uniq_name").text for element in root.iter("metric")}
for matrix in children(top("severity")[0], "matrix*")("matrix"):
    for row in children(matrix, "row*")("row"):
        values = [float(value) for value in row.text.split()]
        assert len(values) == len(threads)
        print("value", uniq[matrix.get("metricId")], paths[row.get("cnodeId")], *values)
