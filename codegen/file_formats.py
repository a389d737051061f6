# SPDX-License-Identifier: BSD-3-Clause
"""Write docs/reference/file-formats.md: every field of the files of Strobe, from schema/*.json.

Run: python codegen/file_formats.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "file-formats.md"

FILES = {
    "records.schema.json": "samples.jsonl",
    "context.schema.json": "context.json",
    "models.schema.json": "models.json",
    "network.schema.json": "network.json",
    "prediction.schema.json": "prediction.json",
    "tuning.schema.json": "tuning.json",
    "job.schema.json": "job.json",
    "rank.schema.json": "rank-R.json",
}
HEAD = """# File formats: which fields does each file have?

`codegen/file_formats.py` writes this page from `schema/*.json`, and a test keeps it current.
[What is in samples.jsonl and the other files of a run?](run-folder.md) explains the fields.
Numbers carry their unit in their name: `_s` seconds, `_bytes`, `_utc`. A field that is not required
may be missing."""


def text() -> str:
    """The whole page."""
    parts = [HEAD]
    for name, file in FILES.items():
        schema = json.loads((ROOT / "schema" / name).read_text(encoding="utf-8"))
        parts.append(f"## {file}\n\nThe JSON Schema is `schema/{name}`.")
        parts += [section(schema, kind, file) for kind in reached(schema)]
    return "\n\n".join(parts) + "\n"


def reached(schema: dict[str, Any]) -> list[str]:
    """The names of all definitions, each after the first one that refers to it."""
    found: list[str] = []
    waiting = list(references({key: value for key, value in schema.items() if key != "$defs"}))
    while waiting:
        kind = waiting.pop(0)
        if kind not in found:
            found.append(kind)
            waiting += references(schema["$defs"][kind])
    return found


def references(part: Any) -> Iterator[str]:
    """The definitions that a part of a schema names, in its order."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]
        # A discriminator repeats in a mapping what stands in the list before it.
        for key, value in part.items():
            if key != "discriminator":
                yield from references(value)
    elif isinstance(part, list):
        for one in part:
            yield from references(one)


def section(schema: dict[str, Any], kind: str, file: str) -> str:
    """A definition as a heading and a table of its fields."""
    definition = schema["$defs"][kind]
    required = definition.get("required", [])
    rows = [
        f"| `{field}` | {type_of(schema, value, file)} | {'yes' if field in required else 'no'} |"
        for field, value in definition.get("properties", {}).items()
    ]
    return "\n".join(
        [f"### {kind} in {file}", "", "| field | type | required |", "| --- | --- | --- |", *rows]
    )


def type_of(schema: dict[str, Any], value: dict[str, Any], file: str) -> str:
    """The type of a field in words, with links to the definitions."""
    if "$ref" in value:
        kind = value["$ref"].rpartition("/")[2]
        return f"[{kind}](#{kind.lower()}-in-{file.replace('.', '').lower()})"
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(type_of(schema, one, file) for one in value["anyOf"]))
    if "enum" in value:
        return " or ".join(f"`{one}`" for one in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    kind = value.get("type", "any")
    if kind == "array":
        return array_of(schema, value, file)
    if kind == "object":
        values = value.get("additionalProperties")
        return (
            f"object of {type_of(schema, values, file)}" if isinstance(values, dict) else "object"
        )
    return str(kind)


def array_of(schema: dict[str, Any], value: dict[str, Any], file: str) -> str:
    if "prefixItems" in value:
        items: Sequence[dict[str, Any]] = value["prefixItems"]
        return f"array of ({', '.join(type_of(schema, one, file) for one in items)})"
    items_of = value.get("items")
    return f"array of {type_of(schema, items_of, file)}" if isinstance(items_of, dict) else "array"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
