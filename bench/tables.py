# SPDX-License-Identifier: BSD-3-Clause
"""Tables of results as Markdown, each with the command and the machine that made it.

A function returns the parts of each. bench/run.py makes all tables; one that has options is made by
a program of its own as well.
"""

from __future__ import annotations

import argparse
import platform
import shlex
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from strobe.machine import facts

FOLDER = Path(__file__).parent / "results"


class LeftOutError(Exception):
    """Why a table cannot be made on this machine, in one sentence."""


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; numbers are aligned to the right, as people compare them."""
    rule = ["---:" if index else "---" for index in range(len(header))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows)) + "\n"


def command() -> str:
    """What was typed to run this program."""
    return shlex.join(["python", f"bench/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def command_line(
    doc: str | None, *, rounds: int = 0, ranks: Sequence[int] = (), has_mpis: bool = False
) -> argparse.ArgumentParser:
    """The command line of a program that makes one table, with the options that several have.

    `doc` is the program's; `rounds` and `ranks` are defaults, without which there is no option.
    """
    parser = argparse.ArgumentParser(description=doc.splitlines()[0] if doc else "")
    if rounds:
        parser.add_argument("--rounds", type=int, default=rounds, help=f"default: {rounds}")
    if ranks:
        listed = " ".join(map(str, ranks))
        parser.add_argument(
            "--ranks", type=int, nargs="+", default=list(ranks), help=f"default: {listed}"
        )
    if has_mpis:
        parser.add_argument("--mpi", nargs="+", default=[], help="such as MPICH (default: all)")
    return parser


def make(name: str, title: str, parts: Callable[[], Sequence[str]]) -> None:
    """Write a table and print its file; the program ends with the reason if it cannot be made."""
    try:
        print(write(name, title, command(), parts()))
    except LeftOutError as error:
        sys.exit(f"bench: {error}")


def write(name: str, title: str, command: str, parts: Sequence[str]) -> Path:
    """Write `results/<name>.md`: the title, how to make it again, then `parts`."""
    machine = facts.machine()
    head = (
        f"# {title}\n\n"
        f"Made by `{command}` on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: "
        f"{machine.cpu}, {machine.cores} cores, {platform.system()} {platform.release()}.\n"
    )
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{name}.md"
    file.write_text("\n".join([head, *parts]), encoding="utf-8")
    return file
