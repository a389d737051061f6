# SPDX-License-Identifier: BSD-3-Clause
"""The pages for people name what is there: folders, files, commands and their options."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

from strobe.cli.app import app
from strobe.options.commands import COMMANDS

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
DESIGN = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
# Folders whose contents are in the repository; a path below another one is of a user's machine.
OURS = (
    "apps|bench|cmake|codegen|docs|examples|include|options|packaging|python|schema|share|src|"
    "suites|tests"
)
ROOMS = ("bcs", "apps")
"""Folders whose own folders are rooms of the house."""
CODE = re.compile(r"`([^`\n]+)`|^(?: {4,}|\t)(\S.*)$", re.MULTILINE)
FENCED = re.compile(r"^ *```(\w+)[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
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
    """What stands in backticks, in indented blocks, or in the commands of fenced ones."""
    text = page.read_text(encoding="utf-8")
    for language, block in FENCED.findall(text):
        lines = block.splitlines()
        if language == "console":
            yield from (line for line in lines if line.startswith("$ "))
        elif language == "sh":
            yield from lines
    for match in CODE.finditer(FENCED.sub("", text)):
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


def test_a_new_kernel_is_entered_where_its_family_has_its_list() -> None:
    text = (ROOT / "docs" / "how-to" / "add-a-kernel.md").read_text(encoding="utf-8")
    assert "`src/kernels/<family>/entries.hpp`" in text
    (others,) = re.findall(r"\(([^()]*):\s+`src/kernels/catalogue.hpp`\)", text)
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


@pytest.mark.parametrize("generator", ["file_formats", "errors"])
def test_a_generated_page_is_current(generator: str) -> None:
    made = runpy.run_path(str(ROOT / "codegen" / f"{generator}.py"))
    text = made["PAGE"].read_text(encoding="utf-8")
    assert text == made["text"](), f"run: python codegen/{generator}.py"


def test_what_follows_from_the_table_of_checks_is_current() -> None:
    texts = runpy.run_path(str(ROOT / "codegen" / "checks.py"))["texts"]()
    for path, text in texts.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, "run: python codegen/checks.py"


def test_a_message_that_no_source_has_is_found() -> None:
    made = runpy.run_path(str(ROOT / "codegen" / "errors.py"))
    assert made["missing_words"]("rank ... calls ... as collective ...") == ""
    assert made["missing_words"]("rank ... has met a unicorn in ...") == "has met a unicorn in"


def test_what_pages_quote_of_the_runtime_is_among_the_error_messages() -> None:
    made = runpy.run_path(str(ROOT / "codegen" / "errors.py"))
    parts = tomllib.loads(made["DATA"].read_text(encoding="utf-8"))["part"]
    messages = [error["message"] for part in parts for error in part["error"]]
    # What ends in a colon may precede any words.
    known = [re.escape(m).replace(r"\.\.\.", ".*") for m in messages if not m.endswith(": ...")]
    wrong = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        quotes = [
            line
            for language, block in FENCED.findall(text)
            if language in ("console", "text")
            # A line may be wrapped for the page.
            for line in block.replace(" for\n", " for ").splitlines()
            if re.match(r"strobe(?: run| blacs)?: ", line)
        ]
        wrong += [line for line in quotes if not any(re.search(one, line) for one in known)]
    assert not wrong


def test_every_page_has_one_title_and_the_kind_of_its_folder() -> None:
    wrong = []
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = FENCED.sub("", page.read_text(encoding="utf-8"))
        titles = re.findall(r"^# (.+)$", text, re.MULTILINE)
        folder = page.parent.name
        is_of_a_kind = folder in {"tutorials", "how-to", "reference", "explanation", "decisions"}
        is_at_the_top = folder == "docs" and page.stem in {"index", "glossary", "papers"}
        starts = {"how-to": ("How", "Why"), "tutorials": ("Tutorial",)}.get(folder, ("",))
        is_in_its_place = is_of_a_kind or is_at_the_top or folder == "commands"
        if len(titles) != 1 or not titles[0].startswith(starts) or not is_in_its_place:
            wrong.append(f"{page}: {titles}")
    assert not wrong


def test_the_start_page_answers_ten_questions_in_one_click() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    questions = re.findall(r"^\| (.+\?) \| \[[^\]]+\]\(([^)]+)\) \|$", text, re.MULTILINE)
    assert len(questions) >= 10
    assert all((ROOT / "docs" / page).is_file() for _, page in questions)


def test_a_page_that_names_what_is_not_there_is_found() -> None:
    (command, words), *_ = COMMAND.findall("strobe measure --mended -n 2  # or `strobe predict`")
    assert command == "measure"
    assert OPTION.findall(words) == ["--mended"]
    assert "--mended" not in options_of("measure")
    assert {"--resume", "--launcher-args"} <= options_of("measure")
    assert PATH.findall("see src/kernels/catalogue.hpp") == ["src/kernels/catalogue.hpp"]
