"""The JSON Schemas that the package ships."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator


@cache
def validator(name: str, *, strict: bool = False) -> Draft202012Validator:
    """What holds data against the schema `NAME.schema.json`; `strict`: no other keys than the listed ones."""
    schema = json.loads((resources.files("spider_cli") / "schema" / f"{name}.schema.json").read_text("utf-8"))
    return Draft202012Validator(_closed(schema) if strict else schema)


def _closed(schema: Any) -> Any:
    """A schema in which each object has the listed keys alone."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items()}
    return {**closed, "additionalProperties": False} if schema.get("type") == "object" else closed
