"""Validates values with the package jsonschema.

Reads JSON lines: an array of schemas, and then arrays of the index of a schema and a value. Prints a line for each
schema: 'valid' or its first error. Prints a line for each value with two digits, which are 1 if the value is valid. For
the first digit, numbers with a fraction or exponent are doubles. For the second digit, they are decimal fractions.
"""

import decimal
import json
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError


def verdict(line):
    index, value = json.loads(line)
    exact = json.loads(line, parse_float=decimal.Decimal)[1]
    return f"{validators[index].is_valid(value):d}{exact_validators[index].is_valid(exact):d}"


def check(schema):
    try:
        Draft202012Validator.check_schema(schema)
        return "valid"
    except SchemaError as error:
        return error.message


first = sys.stdin.readline()
schemas = json.loads(first)
validators = [Draft202012Validator(schema) for schema in schemas]
exact_validators = [Draft202012Validator(schema) for schema in json.loads(first, parse_float=decimal.Decimal)]
for schema in schemas:
    print(check(schema))
for line in sys.stdin:
    print(verdict(line))
