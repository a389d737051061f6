# SPDX-License-Identifier: BSD-3-Clause
"""The pages for people name what is there: folders, files, commands and their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

from strobe.cli.main import app
from strobe.options.commands import COMMANDS

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
# Folders whose contents are in the repository; a path below another one is of a user's machine.
OURS = (
    "apps|bench|cmake|codegen|docs|examples|include|options|packaging|python|schema|share|src|"
    "suites|tests"
)
ROOMS = ("bcs", "apps")
"""Folders whose own folders are rooms of the house."""
CODE = re.compile(r"`([^`\n]+)`|^(?: {4,}|\t)(\S.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(rf"(?<![\w./-])((?:{OURS})/[\w.*<>/+-]*)")
HEADER = re.compile(r"(?<![\w./-])strobe/[\w/]+\.h(?:pp)?\b")
PLACEHOLDER = re.compile(r"<[^>]*>")
COMMAND = re.compile(r"(?:^|[\s/\"(])strobe ([a-z][a-z-]*)(?![:\w-])([^|;&#]*)")
OPTION = re.compile(r"(?<![\w=\"'-])--[a-z][a-z0-9-]*")
# What follows the program belongs to the program.
WITH_PROGRAM = {"run": r"\s(?:\./|python)", "env": r"\s\./"}


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def code(page: Path) -> Iterator[str]:
    """What stands in backticks or in indented blocks."""
    for match in CODE.finditer(page.read_text(encoding="utf-8")):
        yield match[1] or match[2]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    wrong = []
    for link in LINK.findall(text):
        target = link.partition("#")[0]
        if target and "://" not in target and not (page.parent / target).exists():
            wrong.append(link)
    for piece in code(page):
        headers = [f"include/{header}" for header in HEADER.findall(piece)]
        for path in [*PATH.findall(piece), *headers]:
            pattern = PLACEHOLDER.sub("*", path).rstrip("/.")
            if not any(ROOT.glob(pattern)):
                wrong.append(path)
    assert not wrong


def test_the_design_names_every_folder() -> None:
    folders = [
        f"{parent}/{folder.name}"
        for parent in ("src", "src/bcs", "apps")
        for folder in sorted((ROOT / parent).iterdir())
        if folder.is_dir() and folder.name not in ROOMS
    ]
    assert [folder for folder in folders if f"`{folder}/`" not in DESIGN] == []
    *_, row = re.findall(r"^\| `python/strobe/` \|.*$", DESIGN, re.MULTILINE)
    parts = [p.name for p in sorted((ROOT / "python/strobe").iterdir()) if any(p.glob("*.py"))]
    assert [part for part in parts if f"`{part}`" not in row] == []


@pytest.mark.parametrize("page", PAGES[:2], ids=named)
def test_a_new_kernel_is_entered_where_its_family_has_its_list(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "`src/kernels/<family>/entries.hpp`" in text
    (others,) = re.findall(r"\(([^()]*): `src/kernels/catalogue.hpp`\)", text)
    families = [folder for folder in (ROOT / "src/kernels").iterdir() if folder.is_dir()]
    without = {one.name for one in families if not (one / "entries.hpp").exists()}
    assert set(re.findall(r"`([^`]+)`", others)) == without


@cache
def options_of(command: str) -> frozenset[str]:
    """Of a command, with those of the commands below it."""
    found = {"--help"}
    for name in COMMANDS:
        if name == command or name.startswith(f"{command} "):
            own = app()
            for word in name.split():
                own = own[word]
            found |= {
                one for argument in own.assemble_argument_collection() for one in argument.names
            }
    return frozenset(found)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_that_a_page_shows_is_there_with_its_options(page: Path) -> None:
    wrong = []
    for piece in code(page):
        for command, words in COMMAND.findall(piece):
            if command not in COMMANDS:
                wrong.append(f"strobe {command}")
                continue
            if command in WITH_PROGRAM:
                words = re.split(WITH_PROGRAM[command], words)[0]
            wrong += [
                f"strobe {command} {option}"
                for option in OPTION.findall(words)
                if option not in options_of(command)
            ]
    assert not wrong


def test_a_page_that_names_what_is_not_there_is_found() -> None:
    (command, words), *_ = COMMAND.findall("strobe measure --mended -n 2  # or `strobe predict`")
    assert command == "measure"
    assert OPTION.findall(words) == ["--mended"]
    assert "--mended" not in options_of("measure")
    assert {"--resume", "--launcher-args"} <= options_of("measure")
    assert PATH.findall("see src/kernels/catalogue.hpp") == ["src/kernels/catalogue.hpp"]
