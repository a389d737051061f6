# SPDX-License-Identifier: BSD-3-Clause
"""The C++ programs run bare: their help and their errors are those of `strobe`."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from typing import Any

import pytest
from places import ROOT

from strobe.base.errors import StrobeError
from strobe.launch import bench

sys.path.insert(0, str(ROOT / "codegen"))
PROGRAMS: list[Any] = runpy.run_path(str(ROOT / "codegen" / "option_tables.py"))[
    "tables"
]().programs

try:
    bench.find()
except StrobeError as error:
    pytest.skip(str(error), allow_module_level=True)


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [bench.beside(name), *words], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: str(one.name))
def test_help_has_every_option_and_an_example(program: Any) -> None:
    for word in ("--help", "-h"):
        ended = run(program.name, word)
        assert (ended.returncode, ended.stderr) == (0, "")
        found = re.findall(r"^  (--?\w[\w-]*)", ended.stdout, re.MULTILINE)
        assert sorted(found) == sorted(
            [*(one.name for one in program.options), "--help", "--version"]
        )
        assert f"    {program.start} {program.example}\n" in ended.stdout
        assert max(map(len, ended.stdout.splitlines())) < 100


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: str(one.name))
def test_a_number_is_refused_that_is_none(program: Any) -> None:
    for option in program.options:
        if option.type in ("whole", "number"):
            wrong = "1.5" if option.type == "whole" else "nan"
            ended = run(program.name, option.name, wrong)
            assert (ended.returncode, ended.stdout) == (2, ""), option.name
            pattern = rf"{program.name}: {option.name} must be a .*number.*, not '{wrong}'\n"
            assert re.fullmatch(pattern, ended.stderr), ended.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("strobe-simulate barrier --jitter-shape pareto", "--jitter-shape only applies to "
                                                          "--jitter X; add --jitter X"),
        ("strobe-simulate barrier --drift-shape x", "--drift-shape must be constant, linear, "
                                                    "periodic or random-walk, not 'x'"),
        ("strobe-simulate barrier --watch 3,x", "--watch must be a whole number from 0 to "
                                                "2^31 - 1, not 'x'"),
        ("strobe-simulate barrier --emds=", "--emds requires a value; see `strobe-simulate "
                                            "--help`"),
        ("strobe-simulate --nodes 2 --nodes 3", "--nodes may be given only once"),
        ("strobe-simulate barrier ping-pong", "unexpected argument 'ping-pong'"),
        ("strobe-simulate --nonsense", "unexpected argument '--nonsense'"),
        ("strobe-bench --json", "--json only applies to --list; add --list"),
        ("strobe-bench --format xml", "--format must be table, osu, csv or jsonl, not 'xml'"),
        ("strobe-bench --scratch /nowhere", "--scratch must be a folder, not '/nowhere'"),
        ("strobe-bench --set =3", "--set must be AXIS=VALUE or AXIS=VALUE,VALUE, not '=3'"),
        ("strobe-schedule tree --way sideways", "--way must be spread, combine or combine-on-all, "
                                                "not 'sideways'"),
        ("strobe-schedule tree --t-s 1", "--t-s only applies to --t-c TIME or --network NAME|FILE; "
                                         "add one of them"),
        ("strobe-schedule tree --t-c 1,2,3", "--t-c must be START or START,SLOPE in microseconds, "
                                             "with SLOPE per byte (10,0.001) or per double "
                                             "(-159,1.4787/double), not '1,2,3'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(words: str, sentence: str) -> None:
    name, *rest = words.split()
    ended = run(name, *rest)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"{name}: {sentence}\n"


def test_an_option_that_may_be_repeated_keeps_each_value() -> None:
    ended = run("strobe-bench", "--kernel", "echo", "--kernel", "fma", "--list")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert run("strobe-bench", "--kernel", "echo", "barrier").stderr == (
        "strobe-bench: unexpected argument 'barrier'\n"
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: str(one.name))
def test_the_version_is_that_of_the_package(program: Any) -> None:
    from strobe import __version__

    assert run(program.name, "--version").stdout.split()[:2] == [program.name, __version__]
