# SPDX-License-Identifier: BSD-3-Clause
"""The command lines of `strobe run` and `strobe explore`: what follows the program's name belongs
to the program.

It is read here, since the library that reads the lines of other commands takes about as long to
import as an MPI takes to start. What is imported before a job starts is short for the same reason:
its value types are structs of msgspec, since a dataclass takes thirty times as long to make.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from strobe.base.errors import StrobeError
from strobe.base.suggest import nearest
from strobe.options.checking import Options
from strobe.options.option import Option

Chosen = TypeVar("Chosen", bound=Options)
QUESTIONS = ("--help", "-h", "--version")
END = "--"


class RunLine(msgspec.Struct, Generic[Chosen], frozen=True):
    """What the line says."""

    program: tuple[str, ...]
    """With its arguments."""
    options: Chosen
    question: str | None = None
    """The word that asks for help or the version: nothing is run."""


def read(command: str, words: Sequence[str], kind: type[Chosen]) -> RunLine[Chosen]:
    """Read the words that follow `strobe run`, or another command with options of that kind.

    Raises StrobeError for an option that is not known, which would else be the program's name, and
    for a wrong value.
    """
    known = {
        name: (field, option)
        for field, option in kind.table().items()
        for name in option.names or (option.name,)
    }
    given: dict[str, list[tuple[str, str]]] = {}
    values: dict[str, object] = {}
    at = 0
    while at < len(words) and words[at].startswith("-"):
        name, text = _parts(words[at])
        at += 1
        if name == END:
            break
        if name in QUESTIONS:
            return RunLine((), kind(), name)
        field, option = _known(name, known)
        if option.kind is None:
            if text is not None:
                raise StrobeError(f"{name} takes no value, not even {text!r}")
            values[field] = True
            continue
        if text is None and option.bare:
            text = option.bare
        if text is None:
            if at == len(words) or not _is_value(words[at], option):
                raise StrobeError(f"{name} requires a value; see `strobe {command} --help`")
            text = words[at]
            at += 1
        given.setdefault(field, []).append((name, text))
    for field, texts in given.items():
        _, option = known[texts[0][0]]
        values[field] = option.value(texts)
    return RunLine(tuple(words[at:]), kind.of(values))


def _parts(word: str) -> tuple[str, str | None]:
    """An option's name, and its value if the word holds that as well: `--slice=5`, `-n4`."""
    if word.startswith("--"):
        name, sign, text = word.partition("=")
        return name, text if sign else None
    return word[:2], word[2:].removeprefix("=") if len(word) > 2 else None


def _is_value(word: str, option: Option) -> bool:
    """A word with a hyphen is another option, unless the value may begin with one: `-5`, `-`."""
    return option.hyphen or not word.startswith("-") or not word[1:2].strip("0123456789")


def _known(name: str, known: Mapping[str, tuple[str, Option]]) -> tuple[str, Option]:
    """The field of an option and the option."""
    if name in known:
        return known[name]
    near = nearest(name, {*known, *QUESTIONS})
    hint = f". Did you mean {near}?" if near else "; a program's own options follow its name."
    raise StrobeError(f"Unknown option: {name}{hint}")
