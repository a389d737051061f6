# SPDX-License-Identifier: BSD-3-Clause
"""Whose word is whose: behind the name of a program that is run, all options are its own."""

from __future__ import annotations

from collections.abc import Sequence

COMMAND = "run"
# The options of `strobe run` that stand alone; all others are followed by a value.
FLAGS = frozenset({
    "--summary", "--per-rank", "--json", "--explain", "--share", "--live", "--synchronous",
    "--help", "-h", "--version",
})  # fmt: skip
END = "--"


def with_program_apart(words: Sequence[str]) -> list[str]:
    """The same words, with `--` before the program's name where a person has not written it."""
    if not words or words[0] != COMMAND:
        return list(words)
    at = 1
    while at < len(words) and words[at].startswith("-"):
        word = words[at]
        if word == END:
            return list(words)
        has_value = "=" in word or word in FLAGS or (word[1] != "-" and len(word) > 2)
        at += 1 if has_value else 2
    return [*words[:at], END, *words[at:]] if at < len(words) else list(words)
