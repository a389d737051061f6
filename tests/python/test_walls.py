# SPDX-License-Identifier: BSD-3-Clause
"""The order of Strobe's Python packages: each imports only what stands to its left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import ROOT

PACKAGE = ROOT / "python" / "strobe"

ORDER = (
    "base", "statistics", "machine", "records", "gate", "fit", "consistency", "launch",
    "schedules", "coscheduling", "report", "simulation", "export", "cli",
)  # fmt: skip


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every import of a package of Strobe in a file, inside functions too, with its line."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "strobe" and (PACKAGE / parts[1]).is_dir():
                yield node.lineno, parts[1]


def test_the_order_names_every_package() -> None:
    found = {path.name for path in PACKAGE.iterdir() if any(path.glob("*.py"))}
    assert found == set(ORDER)


@pytest.mark.parametrize("package", ORDER)
def test_a_package_imports_only_what_stands_to_its_left(package: str) -> None:
    allowed = ORDER[: ORDER.index(package) + 1]
    wrong = [
        f"{file.relative_to(ROOT)}:{line} imports {imported}"
        for file in sorted((PACKAGE / package).rglob("*.py"))
        for line, imported in imports(file)
        if imported not in allowed
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_but_the_packages_and_the_version_is_at_the_top() -> None:
    assert [path.name for path in PACKAGE.glob("*.py")] == ["__init__.py"]
