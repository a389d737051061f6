# SPDX-License-Identifier: BSD-3-Clause
"""One option: what its table in options/*.toml says, and its parameter of the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from strobe.base.errors import StrobeError
from strobe.options.kinds import Kind, SettingError

if TYPE_CHECKING:  # `strobe run` does without: the import takes long (cli/run_line.py)
    from cyclopts import Parameter, Token


class Option(msgspec.Struct, frozen=True, dict=True):
    """An option of a command; without a kind it is a flag, which has no value."""

    name: str
    """As an error message names it: `--slice`, `-x`."""
    help: str
    kind: Kind | None = None
    names: tuple[str, ...] = ()
    """All names, if there are more than one."""
    metavar: str = ""
    group: tuple[int, str] = (0, "Options")
    """Its place among the groups of the help page, and its title."""
    repeats: bool = False
    """Whether the option may be repeated; its value is a list."""
    separated: bool = False
    """Whether one word may hold several values with a comma between them."""
    hyphen: bool = False
    """Whether its value may begin with a hyphen."""
    environment: str = ""
    """The variable that says the same to the runtime."""
    bare: str = ""
    """The value of the name alone, if it may stand alone: a value then follows an equals sign."""
    says: str = ""
    """The variable's value that stands for a flag."""
    passed_on: str = ""
    """The name by which the option is passed on to a C++ program; empty if it is not."""
    always: bool = False
    """Whether it is passed on with its default, too."""

    @property
    def shown(self) -> str:
        """With its value: `--record FOLDER`."""
        return (
            f"{self.name}[={self.metavar}]" if self.bare else f"{self.name} {self.metavar}".rstrip()
        )

    @cached_property
    def parameter(self) -> Parameter:
        """What cyclopts needs to know."""
        from cyclopts import Group, Parameter

        order, title = self.group
        return Parameter(
            name=self.names or self.name,
            help=self.help,
            metavar=self.metavar or None,
            group=Group(title, sort_key=order),
            converter=self._converter,
            consume_multiple=self.separated,
            allow_leading_hyphen=self.hyphen,
            show_default=False,
            show_choices=False,
        )

    @property
    def argument(self) -> Parameter:
        """The same for what a person gives by its place."""
        from cyclopts import Parameter

        return Parameter(
            help=self.help,
            converter=self._converter,
            allow_leading_hyphen=self.hyphen,
            show_default=False,
            show_choices=False,
        )

    @property
    def _converter(self) -> Callable[[Any, Sequence[Token]], object] | None:
        """A function, since cyclopts calls a method without the type."""
        if self.kind is None:
            return None
        return lambda _, tokens: self.value([(one.keyword or "", one.value) for one in tokens])

    def value(self, given: Sequence[tuple[str, str]]) -> object:
        """The value of texts, each with the name that stood before it. Raises StrobeError for a
        text that has none."""
        assert self.kind is not None, "a flag has no value"
        found = [
            value_of(name or self.name, text, self.kind)
            for name, word in given
            for text in (word.split(",") if self.separated else [word])
        ]
        return found if self.repeats or self.separated else found[-1]


def spread() -> Parameter:
    """For options of a shared part: they stand among those of the command."""
    from cyclopts import Parameter

    return Parameter(name="*")


def value_of(name: str, text: str, kind: Kind) -> object:
    """The value of a text. Raises StrobeError with one sentence if it has none."""
    try:
        return kind.parse(text)
    except SettingError as error:
        raise StrobeError(f"{name} {error}") from error
    except ValueError as error:
        raise wrong(name, text, kind) from error


def wrong(name: str, value: object, kind: Kind) -> StrobeError:
    """The error for a value that an option does not accept."""
    return StrobeError(f"{name} must be {kind.wanted}, not {value!r}")
