"""validate.py SCHEMA REPORT: checks a JSON report against its schema."""

import json
import sys

import jsonschema

with open(sys.argv[1]) as schema, open(sys.argv[2]) as report:
    jsonschema.validate(json.load(report), json.load(schema))
