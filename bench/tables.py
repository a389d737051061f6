# SPDX-License-Identifier: BSD-3-Clause
"""Tables of results as Markdown, each with the command and the machine that made it."""

from __future__ import annotations

import platform
import shlex
import sys
from collections.abc import Sequence
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
