"""The JSON Schemas that the package ships."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from jsonschema import Draft202012Validator


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds data against the schema `NAME.schema.json`."""
    schema = resources.files("spider_cli") / "schema" / f"{name}.schema.json"
    return Draft202012Validator(json.loads(schema.read_text("utf-8")))
