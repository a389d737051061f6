# SPDX-License-Identifier: BSD-3-Clause
"""What all options of a command have in common: checks, variables, words for a C++ program.

The C++ programs and the runtime use the same sentences (src/base/value.hpp, apps/command_line).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from strobe.base.errors import StrobeError
from strobe.options.kinds import Kind
from strobe.options.option import Option, value_of, wrong


class Condition(msgspec.Struct, frozen=True):
    """An option that is given, or that has one value: `drift`, `mode=strict`."""

    field: str
    value: str = ""


class Rule(msgspec.Struct, frozen=True):
    """An option that needs one of some conditions, or that none of them may go with."""

    field: str
    requires: tuple[Condition, ...] = ()
    excludes: tuple[Condition, ...] = ()
    excludes_all_but: tuple[str, ...] | None = None
    """Fields that may be given with it, if no others may."""


class Variable(msgspec.Struct, frozen=True):
    """An environment variable and the values that it may have."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Options:
    """The options of a command, or a part of them that several commands share."""

    TABLE: ClassVar[Mapping[str, Option]] = {}
    """By field."""
    RULES: ClassVar[tuple[Rule, ...]] = ()
    ARGUMENTS: ClassVar[Mapping[str, str]] = {}
    """What does not begin with a hyphen: the name that the help shows, by parameter."""

    @classmethod
    def table(cls) -> dict[str, Option]:
        """All options, with those of shared parts, by field."""
        found = dict(cls.TABLE)
        for part in _parts(cls):
            found.update(part.table())
        return found

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Self:
        """Options with these values, by field; the others have their defaults."""
        made: dict[str, Any] = {}
        for field in fields(cls):
            if isinstance(field.default, Options):
                made[field.name] = type(field.default).of(values)
            elif field.name in values:
                made[field.name] = values[field.name]
        return cls(**made)

    def check(self, **arguments: object) -> Self:
        """Raise StrobeError with one sentence for the first value or combination that is wrong."""
        values = dict(self.values())
        table = self.table()
        for name, option in table.items():
            _check_value(option, values[name])
        rules = [*self.RULES, *(rule for part in _parts(type(self)) for rule in part.RULES)]
        given = _Given(table, values, _defaults(type(self)), arguments, self.ARGUMENTS)
        for rule in rules:
            given.hold(rule)
        return self

    def environment(self) -> dict[str, str]:
        """The variables that say the same to the runtime."""
        values = dict(self.values())
        found = {}
        for name, option in self.table().items():
            value = values[name]
            if option.environment and _is_said(value):
                found[option.environment] = option.says or str(value)
        return found

    def passed_on(self, **instead: object) -> list[str]:
        """The words that pass the options on to a C++ program; `instead` replaces values."""
        defaults = _defaults(type(self))
        words = []
        for name, value in {**dict(self.values()), **instead}.items():
            option = self.table()[name]
            is_chosen = option.always or value != defaults[name]
            if option.passed_on and _is_said(value) and is_chosen:
                words += _words(option, value)
        return words

    def values(self) -> Iterator[tuple[str, object]]:
        """Each option's field and value, with those of shared parts."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Options):
                yield from value.values()
            else:
                yield field.name, value


class _Given:
    """Which options a person has given, and whether rules hold for them."""

    def __init__(
        self,
        table: Mapping[str, Option],
        values: Mapping[str, object],
        defaults: Mapping[str, object],
        arguments: Mapping[str, object],
        titles: Mapping[str, str],
    ) -> None:
        self._table = table
        self._values = values
        self._arguments = {titles[name]: value for name, value in arguments.items()}
        self._given = {name for name, value in values.items() if value != defaults[name]}

    def hold(self, rule: Rule) -> None:
        """Raise StrobeError if the rule's option is given and the rule does not hold."""
        if rule.field not in self._given:
            return
        option = self._table[rule.field]
        if rule.requires and not any(map(self._is_met, rule.requires)):
            shown = [self._shown(condition) for condition in rule.requires]
            add = shown[0] if len(shown) == 1 else "one of them"
            listed = " or ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
            raise StrobeError(f"{option.name} only applies to {listed}; add {add}")
        for condition in rule.excludes:
            if self._is_met(condition):
                raise _contradiction(option.name, self._shown(condition))
        if rule.excludes_all_but is not None:
            self._alone(option, {rule.field, *rule.excludes_all_but})

    def _alone(self, option: Option, others: set[str]) -> None:
        for title, value in self._arguments.items():
            if value not in (None, ()):
                raise _contradiction(option.name, title)
        for name in self._table:
            if name in self._given - others:
                raise _contradiction(option.name, self._table[name].name)

    def _is_met(self, condition: Condition) -> bool:
        if not condition.value:
            return condition.field in self._given
        option = self._table[condition.field]
        value = self._values[condition.field]
        if value is None and option.environment:
            value = os.environ.get(option.environment)
        return condition.value in str(value or "").split()

    def _shown(self, condition: Condition) -> str:
        option = self._table[condition.field]
        if not condition.value:
            return option.shown
        if self._values[condition.field] is None and option.environment in os.environ:
            return f"{option.environment}={condition.value}"
        return f"{option.name} {condition.value}"


def check_variables(variables: tuple[Variable, ...], environment: Mapping[str, str]) -> None:
    """Raise StrobeError for the first variable with a wrong value; an empty one counts as unset."""
    for variable in variables:
        if text := environment.get(variable.name):
            value_of(variable.name, text, variable.kind)


def _is_said(value: object) -> bool:
    return value is not None and value is not False


def _contradiction(name: str, other: str) -> StrobeError:
    return StrobeError(f"{name} cannot be combined with {other}; leave out one of them")


def _check_value(option: Option, value: object) -> None:
    if option.kind is None or value is None:
        return
    for one in value if isinstance(value, list) else [value]:
        if not option.kind.accepts(one):
            raise wrong(option.name, one, option.kind)


def _parts(cls: type[Options]) -> list[type[Options]]:
    """The shared parts of a command's options."""
    made = (field.default for field in fields(cls))
    return [type(default) for default in made if isinstance(default, Options)]


def _defaults(cls: type[Options]) -> dict[str, object]:
    return dict(cls().values())


def _words(option: Option, value: Any) -> list[str]:
    if option.kind is None:
        return [option.passed_on]
    if option.separated:
        return [option.passed_on, ",".join(map(str, value))]
    values = value if option.repeats else [value]
    return [word for one in values for word in (option.passed_on, _word(one))]


def _word(value: object) -> str:
    return str(value.absolute()) if isinstance(value, Path) else str(value)
