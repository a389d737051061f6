# SPDX-License-Identifier: BSD-3-Clause
"""Names in records: what they may be, and the names of files that are made from them.

Records are untrusted input: a run folder may come from anybody. strobe.records.lines and
strobe.records.job_record check every name once, when a record is decoded. After that a name is
safe as a column of a table, as an id in a page and on a terminal. Whatever becomes the name of a
file goes through `file_name` or `FileNames` too.
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

# `$` would allow a newline behind it in Python. JSON Schema's dialect knows both forms.
END = r"(?![\s\S])"
NAME_PATTERN = rf"^[a-z][a-z0-9_]{{0,63}}{END}"
LINE_PATTERN = rf"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{{0,1000}}{END}"

# The checks are those below, whose sentences name what they refuse; the schema states the same.
Name = Annotated[str, Meta(extra_json_schema={"pattern": NAME_PATTERN})]
Line = Annotated[str, Meta(extra_json_schema={"pattern": LINE_PATTERN})]

MOST_LETTERS = 80
"""Of the name of a file, without its suffix."""
SHOWN_LETTERS = 60
DIGEST_LETTERS = 8

_NAME = re.compile(NAME_PATTERN)
_LINE = re.compile(LINE_PATTERN)


def check_names(what: str, *texts: str) -> None:
    """Refuse what cannot be the name of a kernel or an axis. Raises ValueError with a sentence."""
    for text in texts:
        if not _NAME.match(text):
            raise ValueError(
                f"{what} {_shown(text)} is not valid: such a name begins with a letter and has at "
                "most 64 lower-case letters, digits and _"
            )


def check_lines(what: str, *texts: str) -> None:
    """Refuse a text that is not one line, or long. Raises ValueError with a sentence."""
    for text in texts:
        if not _LINE.match(text):
            raise ValueError(
                f"{what} {_shown(text)} is not valid: it must be one line of at most 1,000 "
                "characters, without control characters"
            )


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN_LETTERS else f"{text[:SHOWN_LETTERS]}...")


def file_name(text: str) -> str:
    """The text as the name of a file, without its suffix.

    It has letters, digits and `._+-` only, does not begin with a dot or a hyphen, and is not
    empty. A long text is cut, and ends in a digest of the whole, so that two that begin alike
    differ.
    """
    name = re.sub(r"[^A-Za-z0-9._+-]+", "_", text).lstrip(".-") or "_"
    if len(name) <= MOST_LETTERS:
        return name
    from hashlib import sha256  # most commands need none

    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_LETTERS]
    return f"{name[: MOST_LETTERS - DIGEST_LETTERS - 1]}-{digest}"


class FileNames:
    """Names of files in one folder: no two are the same, also where capitals make no difference."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, text: str) -> str:
        """The text as the name of a file that no earlier text has got."""
        first = name = file_name(text)
        number = 1
        while name.lower() in self._taken:
            number += 1
            name = f"{first}-{number}"
        self._taken.add(name.lower())
        return name
