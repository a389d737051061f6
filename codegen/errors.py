# SPDX-License-Identifier: BSD-3-Clause
"""Write docs/reference/errors.md: what the error messages mean, and what to do.

Run: python codegen/errors.py

The first half is codegen/errors.toml, each of whose messages must occur in the sources. The second
half lists every error of the command line, read from the places that raise it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "errors.md"
DATA = ROOT / "codegen" / "errors.toml"
PACKAGE = ROOT / "python" / "strobe"

HEAD = """# What does this error mean?

`codegen/errors.py` writes this page from the sources, and a test keeps it current. `...` stands
for what varies. The first part explains the messages that need more than one sentence.
[All errors of the command line](#all-errors-of-the-command-line) follow.
[Exit statuses](exit-statuses.md) explain the numbers."""
ALL = """## All errors of the command line

Each message says what is wrong and what to do. `strobe` prints it after `strobe:` and ends with
status 2, or with status 1 if the measurement went wrong."""
AREAS = {
    "cli": "Options and arguments",
    "coscheduling": "strobe run and its records",
    "launch": "Launchers, MPIs, the bench and suites",
    "records": "samples.jsonl and run folders",
    "fit": "Fits",
    "tune": "Tunings",
    "report": "Pages",
    "schedules": "Schedules",
    "simulation": "Simulations",
    "export": "Exports",
}
OTHER = "Files"


def text() -> str:
    """The whole page. Raises ValueError for a message of errors.toml that no source has."""
    parts = [HEAD]
    for part in tomllib.loads(DATA.read_text(encoding="utf-8"))["part"]:
        parts.append(f"## {part['title']}")
        parts += [explained(error) for error in part["error"]]
    parts.append(ALL)
    for title, messages in raised().items():
        rows = [f"- {code(message)}" for message in messages]
        parts.append("\n".join([f"### {title}", "", *rows]))
    return "\n\n".join(parts) + "\n"


def explained(error: dict[str, Any]) -> str:
    """A message with its meaning and what to do."""
    if missing := missing_words(error["message"]):
        raise ValueError(f"codegen/errors.toml: no source says '{missing}'; change the message")
    return f"### {code(error['message'])}\n\n{error['meaning']}\n\n{error['action']}"


def missing_words(message: str) -> str:
    """Those words of a message, between what varies, that no source has."""
    pieces = (piece.strip(" ,;:()") for piece in message.split("..."))
    return next((piece for piece in pieces if piece not in sources()), "")


@cache
def sources() -> str:
    """All string literals of the sources, those that stand one after the other joined."""
    found = []
    for folder, pattern in (("src", "*.[ch]pp"), ("python/strobe", "*.py"), ("apps", "*.cpp")):
        for file in sorted((ROOT / folder).rglob(pattern)):
            source = file.read_text(encoding="utf-8")
            found.append(re.sub(r'"\s*f?"', "", source))
    return "\n".join(found)


def raised() -> dict[str, list[str]]:
    """Every message that the package raises for a person, by the area it is of."""
    found: dict[str, set[str]] = {title: set() for title in [*AREAS.values(), OTHER]}
    for file in sorted(PACKAGE.rglob("*.py")):
        title = AREAS.get(file.relative_to(PACKAGE).parts[0], OTHER)
        found[title] |= set(messages(file.read_text(encoding="utf-8")))
    return {title: sorted(found[title], key=str.lower) for title in found if found[title]}


def messages(source: str) -> Iterator[str]:
    """The messages of the errors that a person sees: strobe/base/errors.py and derived classes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            name = ast.unparse(node.exc.func)
            message = shown(node.exc.args[0])
            # What is only a field says what another place has raised.
            if name.endswith("Error") and name not in ("ValueError", "KeyError") and message:
                yield message


def shown(argument: ast.expr) -> str:
    """A literal with `...` for each field; empty where there are fewer than two words."""
    if isinstance(argument, ast.Constant):
        message = str(argument.value)
    elif isinstance(argument, ast.JoinedStr):
        parts = [str(v.value) if isinstance(v, ast.Constant) else "..." for v in argument.values]
        message = "".join(parts)
    else:
        return ""
    return message if len(re.findall(r"\w+", message)) > 1 else ""


def code(message: str) -> str:
    """A message as a code span, also where it holds a backtick."""
    return f"`` {message} ``" if "`" in message else f"`{message}`"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
