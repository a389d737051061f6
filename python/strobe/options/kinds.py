# SPDX-License-Identifier: BSD-3-Clause
"""The types of options: each one reads a text, checks a value, and says which values it accepts."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Protocol

import msgspec

_SIZE = re.compile(r"(\d+)(Ki|Mi|Gi)?")
_LIMITS = {2**bits - 1: bits for bits in (31, 32, 63, 64)}
_FACTORS = {None: 1, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


class SettingError(ValueError):
    """A wrong setting within a value; the text follows the option's name in a sentence."""


class Kind(Protocol):
    """The type of an option's value."""

    @property
    def wanted(self) -> str:
        """The accepted values, as they follow `must be`."""

    def parse(self, text: str) -> object:
        """The value that a text stands for. Raises ValueError if there is none."""

    def accepts(self, value: object) -> bool:
        """Whether a value that was not read from a text is in range."""


class Whole(msgspec.Struct, frozen=True):
    """A whole number."""

    least: int | None = None
    most: int | None = None

    @property
    def wanted(self) -> str:
        return f"a whole number{_range(self.least, self.most)}"

    def parse(self, text: str) -> int:
        if re.fullmatch(r"[+-]?[0-9]+", text) is None or not self.accepts(int(text)):
            raise ValueError(text)
        return int(text)

    def accepts(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return _within(value, self.least, self.most)


class Number(msgspec.Struct, frozen=True):
    """A number that may have a fraction; infinite values are not accepted."""

    least: float | None = None
    most: float | None = None
    above: float | None = None

    @property
    def wanted(self) -> str:
        if self.above is not None:
            return f"a number above {self.above:g}"
        return f"a number{_range(self.least, self.most)}"

    def parse(self, text: str) -> float:
        number = float(text)
        if not self.accepts(number):
            raise ValueError(text)
        return number

    def accepts(self, value: object) -> bool:
        if not isinstance(value, int | float) or not math.isfinite(value):
            return False
        is_above = self.above is None or value > self.above
        return is_above and _within(value, self.least, self.most)


class Percentage(msgspec.Struct, frozen=True):
    """A percentage with its sign; its value is the fraction, 0.05 for 5%.

    A bare number is refused: 5 and 0.05 could both be meant as five percent.
    """

    most: float = 10.0

    @property
    def wanted(self) -> str:
        return f"a percentage from 0% to {100 * self.most:g}%, such as 5%"

    def parse(self, text: str) -> float:
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)%", text)
        if match is None or not self.accepts(float(match[1]) / 100):
            raise ValueError(text)
        return float(match[1]) / 100

    def accepts(self, value: object) -> bool:
        return isinstance(value, int | float) and 0 <= value <= self.most


class Choice(msgspec.Struct, frozen=True):
    """One of some words."""

    words: tuple[str, ...]

    @property
    def wanted(self) -> str:
        return alternatives(self.words)

    def parse(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(text)
        return text

    def accepts(self, value: object) -> bool:
        return value in self.words


class Size(msgspec.Struct, frozen=True):
    """A number of bytes, which a text may give in Ki, Mi or Gi."""

    most: int = 2**64 - 1

    @property
    def wanted(self) -> str:
        return "a size in bytes such as 65536 or 8Ki"

    def parse(self, text: str) -> int:
        match = _SIZE.fullmatch(text)
        size_bytes = int(match[1]) * _FACTORS[match[2]] if match else -1
        if not self.accepts(size_bytes):
            raise ValueError(text)
        return size_bytes

    def accepts(self, value: object) -> bool:
        return isinstance(value, int) and 0 <= value <= self.most


class Text(msgspec.Struct, frozen=True):
    """Any text."""

    wanted: str = "a text"

    def parse(self, text: str) -> str:
        return text

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


class FilePath(msgspec.Struct, frozen=True):
    """A path. An empty text, such as that of a variable that is not set, is not accepted."""

    wanted: str = "a path"

    def parse(self, text: str) -> Path:
        if not text:
            raise ValueError(text)
        return Path(text)

    def accepts(self, value: object) -> bool:
        return isinstance(value, Path)


class Power(msgspec.Struct, frozen=True):
    """A power of two."""

    least: int
    most: int

    @property
    def wanted(self) -> str:
        return f"a power of two from {self.least} to {self.most}"

    def parse(self, text: str) -> int:
        number = Whole(self.least, self.most).parse(text)
        if not self.accepts(number):
            raise ValueError(text)
        return number

    def accepts(self, value: object) -> bool:
        if not isinstance(value, int) or not self.least <= value <= self.most:
            return False
        return value.bit_count() == 1


class Names(msgspec.Struct, frozen=True):
    """Names with a common prefix and a comma between them, or one word in place of them."""

    prefix: str
    words: tuple[str, ...]

    @property
    def wanted(self) -> str:
        example = ",".join(f"{self.prefix}{name}" for name in ("Send", "Recv"))
        return f"{', '.join(self.words)} or names such as {example}"

    def parse(self, text: str) -> str:
        if not self.accepts(text):
            raise ValueError(text)
        return text

    def accepts(self, value: object) -> bool:
        names = rf"{self.prefix}\w+(,{self.prefix}\w+)*"
        return isinstance(value, str) and (value in self.words or _matches(names, value))


class Words(msgspec.Struct, frozen=True):
    """Some of these words with a comma between them."""

    words: tuple[str, ...]

    @property
    def wanted(self) -> str:
        return f"{alternatives(self.words)}, or several of them with a comma between them"

    def parse(self, text: str) -> str:
        if not self.accepts(text):
            raise ValueError(text)
        return text

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and set(value.split(",")) <= {*self.words}


class Ranges(msgspec.Struct, frozen=True):
    """Whole numbers and ranges of them with a comma between them."""

    most: int = 2**31 - 1

    @property
    def wanted(self) -> str:
        return "numbers and ranges such as 0,4-7"

    def parse(self, text: str) -> str:
        if not self.accepts(text):
            raise ValueError(text)
        return text

    def accepts(self, value: object) -> bool:
        if not isinstance(value, str) or not _matches(r"\d+(-\d+)?(,\d+(-\d+)?)*", value):
            return False
        return all(first <= last <= self.most for first, last in ranges(value))


class Settings(msgspec.Struct, frozen=True):
    """Words with a blank between them: settings `name=value`, or one word in place of them."""

    settings: dict[str, Kind]
    word: str

    @property
    def wanted(self) -> str:
        return f"{self.word} or settings: {', '.join(f'{name}=' for name in self.settings)}"

    def parse(self, text: str) -> str:
        """The same text. Raises SettingError if a setting is unknown or its value is wrong."""
        for word in text.split():
            name, _, value = word.partition("=")
            if word == self.word:
                continue
            if name not in self.settings:
                raise SettingError(f"has no setting {word!r}; it must be {self.wanted}")
            kind = self.settings[name]
            try:
                kind.parse(value)
            except ValueError as error:
                sentence = f"has {word!r}, but {name} must be {kind.wanted}, not {value!r}"
                raise SettingError(sentence) from error
        return text

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


def ranges(text: str) -> list[tuple[int, int]]:
    """The first and the last number of each range in a text that Ranges accepts."""
    parts = [part.partition("-") for part in text.split(",")]
    return [(int(first), int(last or first)) for first, _, last in parts]


def alternatives(words: tuple[str, ...] | list[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None


def _within(value: float, least: float | None, most: float | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)


def _range(least: float | None, most: float | None) -> str:
    if most is not None:
        return f" from {_told(least or 0)} to {_told(most)}"
    return "" if least is None else f" of at least {_told(least)}"


def _told(number: float) -> str:
    if number in _LIMITS:
        return f"2^{_LIMITS[int(number)]} - 1"
    return str(number) if isinstance(number, int) else f"{number:.12g}"
