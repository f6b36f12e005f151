"""The reasons of the findings at error level in a JSON report (stdin), for FileCheck."""

import json
import sys

for finding in json.load(sys.stdin)["findings"]:
    if finding["level"] != "error":
        continue
    print("why:", finding["why"])
    print("advice:", finding["advice"])
    for place in finding["places"]:
        text = f"{place['role']}: line {place.get('line')}"
        if "elements" in place:
            text += f", elements {place['elements']}"
        if "epoch" in place:
            text += f", {place['epoch']['call']} at line {place['epoch'].get('line')}"
        print(text)
