# SPDX-License-Identifier: BSD-3-Clause
"""The command line of `strobe run`: what follows the program's name belongs to the program."""

from __future__ import annotations

from collections.abc import Sequence

from strobe.base.errors import StrobeError
from strobe.base.suggest import nearest
from strobe.options.run import RunOptions

COMMAND = "run"
FLAGS = frozenset({"--help", "-h", "--version"} | RunOptions.names(valued=False))
VALUED = frozenset(RunOptions.names(valued=True))
END = "--"


def with_program_apart(words: Sequence[str]) -> list[str]:
    """The same words, with `--` before the program's name where a person has not written it.

    Raises StrobeError for an option that is not known, which would else be the program's name.
    """
    if not words or words[0] != COMMAND:
        return list(words)
    at = 1
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        if word == END:
            return list(words)
        name, has_value = _name_of(word)
        if name not in FLAGS | VALUED:
            raise _unknown(name)
        at += 1 if has_value or name in FLAGS else 2
    return [*words[:at], END, *words[at:]] if at < len(words) else list(words)


def _name_of(word: str) -> tuple[str, bool]:
    """An option's name, and whether the word holds its value as well: `--slice=5`, `-n4`."""
    if word.startswith("--") or len(word) <= 2:
        name, sign, _ = word.partition("=")
        return name, bool(sign)
    return word[:2], True


def _unknown(name: str) -> StrobeError:
    near = nearest(name, FLAGS | VALUED)
    hint = f". Did you mean {near}?" if near else "; a program's own options follow its name."
    return StrobeError(f"Unknown option: {name}{hint}")
