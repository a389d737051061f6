# SPDX-License-Identifier: BSD-3-Clause
"""Draw the house from the tree: each folder of code, its size, and which others it uses.

The modules of C++, and which others each may use, are read from src/CMakeLists.txt; the order of
the Python packages is below. What a folder does use are the headers that its files include and the
packages that they import. The drawing is written between two markers of
docs/explanation/design.md. Nothing is written if a file uses a folder to the right of its own.

Run: python codegen/house.py
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "explanation" / "design.md"
BEGIN = "<!-- The house: written by codegen/house.py. -->"
END = "<!-- The house ends here. -->"

PACKAGES = (
    "strobe", "base", "options", "statistics", "machine", "records", "gate", "fit", "consistency",
    "launch", "schedules", "coscheduling", "explore", "predict", "tune", "report", "simulation",
    "export", "testing", "cli",
)  # fmt: skip
"""The Python packages: each may import those before it. `strobe` are the files at the top."""

INSTALLED = "include/strobe"
"""The installed headers, which every module of C++ may include."""

COMMAND_LINE = "apps/command_line"
"""The parser of command lines, which every program of apps/ may include."""

MODULE = re.compile(r"^strobe_module\(([\w/]+)(?: USES ([\w/ ]+))?\)$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
NUMBER = re.compile(r"\b\d[\d,]*\b")


@dataclass(frozen=True)
class Use:
    """A line of a file that includes or imports something of a part."""

    file: Path
    line: int
    part: str


@dataclass(frozen=True)
class Part:
    """A module of C++, a program of apps/, or a Python package."""

    name: str
    allowed: frozenset[str]
    files: tuple[Path, ...]
    uses: tuple[Use, ...]

    @cached_property
    def used(self) -> set[str]:
        return {use.part for use in self.uses} - {self.name}

    @cached_property
    def folders(self) -> list[Path]:
        return sorted({file.parent for file in self.files})


def cpp_modules(tree: Path) -> dict[str, frozenset[str]]:
    """The modules of src/CMakeLists.txt, and which others each may use, directly or not."""
    found: dict[str, frozenset[str]] = {}
    for name, used in MODULE.findall((tree / "src" / "CMakeLists.txt").read_text()):
        direct = used.split()
        found[name] = frozenset(direct).union(*(found[one] for one in direct))
    return found


def cpp_parts(tree: Path) -> list[Part]:
    modules = cpp_modules(tree)

    def module_of(path: Path) -> str:
        return max((name for name in modules if path.is_relative_to(name)), key=len)

    def includes(file: Path) -> Iterator[Use]:
        text = file.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            header, line = match[1], text.count("\n", 0, match.start(1)) + 1
            if header.startswith("."):
                yield Use(file, line, header)
            elif (tree / "src" / header).is_file():
                yield Use(file, line, module_of(Path(header)))
            elif (tree / "include" / header).is_file():
                yield Use(file, line, INSTALLED)
            elif (tree / "apps" / header).is_file():
                yield Use(file, line, f"apps/{Path(header).parts[0]}")

    def part(name: str, folder: Path, allowed: frozenset[str], inner: list[str]) -> Part:
        others = [tree / "src" / one for one in inner]
        files = tuple(
            file
            for file in sorted(folder.rglob("*"))
            if file.suffix in {".cpp", ".hpp", ".h"}
            and not any(file.is_relative_to(other) for other in others)
        )
        return Part(name, allowed, files, tuple(use for file in files for use in includes(file)))

    installed = frozenset({INSTALLED})
    parts = [part(INSTALLED, tree / INSTALLED, installed, [])]
    for name, allowed in modules.items():
        inner = [other for other in modules if other.startswith(f"{name}/")]
        parts.append(part(name, tree / "src" / name, allowed | installed, inner))
    for app in sorted(path for path in (tree / "apps").glob("*") if path.is_dir()):
        shared = set() if f"apps/{app.name}" == COMMAND_LINE else {COMMAND_LINE}
        parts.append(part(f"apps/{app.name}", app, installed.union(modules, shared), []))
    return parts


def python_parts(tree: Path) -> list[Part]:
    package = tree / "python" / "strobe"
    unknown = {path.parent.name for path in package.glob("*/*.py")} - set(PACKAGES)
    if unknown:
        raise SystemExit(f"codegen/house.py: PACKAGES does not name {', '.join(sorted(unknown))}")

    def imports(file: Path) -> Iterator[Use]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                if node.level:
                    yield Use(file, node.lineno, "." * node.level + (node.module or ""))
                    continue
            else:
                continue
            for name in names:
                first, _, rest = name.partition(".")
                below = rest.partition(".")[0]
                if first == "strobe":
                    yield Use(file, node.lineno, below if (package / below).is_dir() else first)

    parts = []
    for place, name in enumerate(PACKAGES):
        found = package.glob("*.py") if name == "strobe" else (package / name).rglob("*.py")
        if files := tuple(sorted(found)):
            uses = tuple(use for file in files for use in imports(file))
            parts.append(Part(name, frozenset(PACKAGES[:place]), files, uses))
    return parts


def wrong_uses(parts: list[Part], tree: Path) -> list[str]:
    """A sentence for each use of a part that stands to the right, or of a relative path."""
    return [
        f"{use.file.relative_to(tree)}:{use.line}: {part.name} may not use {use.part}"
        for part in parts
        for use in part.uses
        if use.part != part.name and use.part not in part.allowed
    ]


def lines_of(files: list[Path]) -> int:
    """Lines that are neither empty nor comments."""
    text = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    return sum(1 for line in text if line and not line.startswith(("//", "/*", "*", "#!", "# ")))


def size(files: list[Path]) -> str:
    """Their lines to two digits, so that not every change of code changes the drawing."""
    lines = lines_of(files)
    step = 10 ** max(len(str(lines)) - 2, 0)
    return f"{round(lines / step) * step:,}"


def drawn_arrows(parts: list[Part]) -> list[tuple[str, str]]:
    """Arrows that no longer way implies."""
    used = {part.name: part.used for part in parts}
    reached: dict[str, set[str]] = {}
    for name in TopologicalSorter(used).static_order():
        reached[name] = used[name].union(*(reached[other] for other in used[name]))
    return [
        (name, other)
        for name in used
        for other in sorted(used[name])
        if not any(other in reached[between] for between in used[name] - {other})
    ]


def diagram(parts: list[Part]) -> str:
    def id_of(name: str) -> str:
        return re.sub(r"\W", "_", name)

    lines = ["```mermaid", "flowchart RL"]
    for part in parts:
        lines.append(f'  {id_of(part.name)}["{part.name}<br/>{size(list(part.files))} lines"]')
    lines += [f"  {id_of(user)} --> {id_of(used)}" for user, used in drawn_arrows(parts)]
    return "\n".join([*lines, "```"])


def table(parts: list[Part], tree: Path) -> str:
    rows = ["| folder | lines | uses |", "| --- | ---: | --- |"]
    for part in parts:
        for folder in part.folders:
            files = [file for file in part.files if file.parent == folder]
            used = {use.part for use in part.uses if use.file.parent == folder} - {part.name}
            ordered = [f"`{other.name}`" for other in parts if other.name in used]
            name = folder.relative_to(tree).as_posix()
            rows.append(f"| `{name}/` | {size(files)} | {', '.join(ordered)} |")
    return "\n".join(rows)


def drawing(tree: Path = ROOT) -> str:
    cpp, python = cpp_parts(tree), python_parts(tree)
    return "\n\n".join(
        (
            BEGIN,
            "An arrow leads from a module to one that it uses. Arrows that follow from others are "
            "left out\nof the drawings; the tables name all. Lines are counted without comments "
            "and empty lines, to two digits.",
            "The modules and programs of C++:",
            diagram(cpp),
            table(cpp, tree),
            "The Python packages (`strobe` are the files at the top):",
            diagram(python),
            table(python, tree),
            END,
        )
    )


def committed(page: str) -> str:
    """The drawing of a page's text."""
    begin, end = page.index(BEGIN), page.index(END)
    return page[begin : end + len(END)]


def is_current(old: str, new: str) -> bool:
    """Whether folders and arrows are the same, and sizes differ by a tenth or 50 lines at most."""

    def numbers(text: str) -> list[int]:
        return [int(number.replace(",", "")) for number in NUMBER.findall(text)]

    return NUMBER.sub("", old) == NUMBER.sub("", new) and all(
        abs(before - now) <= max(50, now // 10)
        for before, now in zip(numbers(old), numbers(new), strict=True)
    )


def main() -> int:
    wrong = wrong_uses([*cpp_parts(ROOT), *python_parts(ROOT)], ROOT)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(committed(page), drawing()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
