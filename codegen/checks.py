# SPDX-License-Identifier: BSD-3-Clause
"""Write everything that follows from codegen/checks.toml, the table of what --check finds.

These are the names for the runtime, the table for the command, and the reference page.

Run: python codegen/checks.py
"""

from __future__ import annotations

import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "codegen" / "checks.toml"
NAMES = Path("src/bcs/check/kinds.hpp")
TABLE = Path("python/strobe/coscheduling/check_table.py")
PAGE = Path("docs/reference/checks.md")

HEAD = """# What does strobe run --check find?

`codegen/checks.py` writes this page from `codegen/checks.toml`, and a test keeps it current.
[How do I find errors in an MPI program?](../how-to/check-a-program.md) shows how to use it.
The sections are those of MPI 4.1."""


def checks() -> list[dict[str, Any]]:
    """The table, in its order."""
    found: list[dict[str, Any]] = tomllib.loads(DATA.read_text(encoding="utf-8"))["check"]
    return found


def texts() -> dict[Path, str]:
    """All files that are written, by their path in the repository."""
    return {NAMES: names(), TABLE: table(), PAGE: page()}


def names() -> str:
    kinds = [check["name"] for check in checks()]
    return "\n".join(
        [
            "// SPDX-License-Identifier: BSD-3-Clause",
            "// Written by codegen/checks.py from codegen/checks.toml.",
            "// clang-format off",
            "//",
            "// What --check can find.",
            "#pragma once",
            "",
            "#include <cstdint>",
            "#include <string_view>",
            "",
            "namespace strobe::bcs::check {",
            "",
            "enum class Kind : std::uint8_t {",
            *(f"  {kind.replace('-', '_')}," for kind in kinds),
            "};",
            "",
            "inline constexpr std::string_view kind_names[] = {",
            *(f'    "{kind}",' for kind in kinds),
            "};",
            "",
            "[[nodiscard]] constexpr std::string_view name_of(Kind kind) {",
            "  return kind_names[static_cast<int>(kind)];",
            "}",
            "",
            "}  // namespace strobe::bcs::check",
            "",
        ]
    )


def table() -> str:
    lines = [
        "# SPDX-License-Identifier: BSD-3-Clause",
        "# Written by codegen/checks.py from codegen/checks.toml.",
        "# fmt: off",
        "# ruff: noqa: E501",
        '"""What --check can find."""',
        "",
        "from __future__ import annotations",
        "",
        "import msgspec",
        "",
        "",
        "class Check(msgspec.Struct, frozen=True):",
        '    """A kind of finding; `section` is that of MPI 4.1."""',
        "",
        "    name: str",
        "    classified: str",
        "    severity: str",
        "    severity_if_strict: str",
        "    title: str",
        "    section: str",
        "    rule: str",
        "    advice: str",
        "",
        "",
        "CHECKS = {",
    ]
    for check in checks():
        fields = [
            check["name"], check["class"], check["severity"],
            check.get("severity_if_strict", check["severity"]), check["title"], check["section"],
            check["rule"], check["advice"],
        ]  # fmt: skip
        lines.append(f"    {quoted(check['name'])}: Check(")
        lines += [f"        {quoted(field)}," for field in fields]
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def page() -> str:
    parts = [HEAD]
    in_classes = sorted(checks(), key=lambda check: check["class"])
    for title, group in groupby(in_classes, key=lambda check: check["class"]):
        parts.append(f"## {title[0].upper()}{title[1:]}")
        parts += [section(check) for check in group]
    return "\n\n".join(parts) + "\n"


def section(check: dict[str, Any]) -> str:
    strict = check.get("severity_if_strict")
    severity = check["severity"] + (f" (with `--check=strict`: {strict})" if strict else "")
    return (
        f"### {check['name']}\n\n"
        f"{check['title']}. Severity: {severity}. Section {check['section']}.\n\n"
        f"{check['rule']} {check['advice']}"
    )


if __name__ == "__main__":
    for path, text in texts().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
