# SPDX-License-Identifier: BSD-3-Clause
"""The tables of options/*.toml, read and resolved, for the writers of codegen/options.py."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT / "options"
TYPES = {
    "flag", "whole", "number", "choice", "text", "axis", "path", "size", "settings", "power",
    "names", "ranges", "percentage", "words",
}  # fmt: skip
KEYS = {
    "use", "name", "letter", "letters", "names", "field", "type", "range", "choices", "default",
    "default_text", "unit", "help", "metavar", "group", "environment", "environment_range", "says",
    "requires", "excludes", "excludes_all_but", "passed_on", "only", "repeats", "separated",
    "hyphen", "settings", "prefix", "words", "bare", "optional", "variadic", "option", "internal",
    "reader",
}  # fmt: skip
CONSTANT = re.compile(r"\{(\S+?):(\w+)\}")
"""A number that a default text takes from a source, as in {src/measure/plan.hpp:budget_s}."""


def _value_in_code(constant: re.Match[str]) -> str:
    """The number that the member of a struct gets in a header."""
    found = re.search(rf"\b{constant[2]} = ([\d.e-]+)", (ROOT / constant[1]).read_text("utf-8"))
    if found is None:
        raise SystemExit(f"{constant[1]} gives {constant[2]} no number")
    return f"{float(found[1]):g}"


@dataclass(frozen=True)
class Range:
    """The numbers from `least` to `most`, or those above `above`; empty for no limit."""

    least: str = ""
    most: str = ""
    above: str = ""

    @classmethod
    def of(cls, text: str) -> Range:
        """Read `1..`, `0..0.9` or `>0`."""
        if text.startswith(">"):
            return cls(above=text[1:])
        least, _, most = text.partition("..")
        return cls(least, most)


@dataclass(frozen=True)
class Option:
    """An option, an argument, a setting or a variable."""

    raw: dict[str, Any]

    @property
    def long(self) -> str:
        """Its name without hyphens; that of an option with only a letter is the letter."""
        return str(self.raw.get("name") or self.raw["letter"])

    @property
    def is_letter(self) -> bool:
        return "letter" in self.raw

    @property
    def name(self) -> str:
        """As a person writes it."""
        return f"-{self.long}" if self.is_letter else f"--{self.long}"

    @property
    def names(self) -> list[str]:
        """All names that a person may write, the main one first."""
        others = [f"--{name}" for name in self.raw.get("names", []) if name != self.long]
        return [self.name, *others, *(f"-{letter}" for letter in self.raw.get("letters", []))]

    @property
    def field(self) -> str:
        return str(self.raw.get("field") or self.long.replace("-", "_"))

    @property
    def type(self) -> str:
        return str(self.raw.get("type", "flag"))

    @property
    def range(self) -> Range:
        return Range.of(self.raw.get("range", ""))

    @property
    def is_flag(self) -> bool:
        return self.type == "flag"

    @property
    def is_list(self) -> bool:
        return bool(self.raw.get("repeats") or self.raw.get("separated"))

    @property
    def metavar(self) -> str:
        if self.is_flag:
            return ""
        usual = {
            "whole": "N",
            "number": "X",
            "choice": "WORD",
            "path": "PATH",
            "size": "SIZE",
            "percentage": "PERCENT",
        }
        units = {"seconds": "SECONDS", "microseconds": "US", "bytes": "BYTES"}
        unit = units.get(self.raw.get("unit", "")) if self.type in ("whole", "number") else None
        return str(self.raw.get("metavar") or unit or usual.get(self.type, "TEXT"))

    @property
    def shown(self) -> str:
        """With its value: `--record FOLDER`, `--check[=WORDS]`."""
        return self.with_value(self.name)

    def with_value(self, name: str, metavar: str | None = None) -> str:
        """One of its names, with its value or with another form of that."""
        metavar = self.metavar if metavar is None else metavar
        return f"{name}[={metavar}]" if self.is_optional else f"{name} {metavar}".rstrip()

    @property
    def is_optional(self) -> bool:
        """Whether it may stand without a value, which then follows an equals sign."""
        return "bare" in self.raw

    @property
    def environment(self) -> str:
        return str(self.raw.get("environment", ""))

    @property
    def default(self) -> Any:
        return self.raw.get("default")

    @property
    def group(self) -> str:
        return str(self.raw.get("group", "Other"))

    @property
    def passed_on(self) -> str:
        """The name by which it is passed on to a C++ program; empty if it is not."""
        chosen = self.raw.get("passed_on")
        if chosen is None:
            return ""
        own = chosen if isinstance(chosen, str) and chosen != "always" else self.long
        return f"--{own}"

    @property
    def is_always_passed_on(self) -> bool:
        return self.raw.get("passed_on") == "always"

    @property
    def is_of_program_only(self) -> bool:
        return self.raw.get("only") == "program"

    @property
    def help(self) -> str:
        """A noun phrase with unit, choices and default, as one sentence or two."""
        phrase, more = cut(str(self.raw["help"]))
        if unit := self.raw.get("unit"):
            phrase += f", in {unit}"
        choices = self.raw.get("choices", [])
        if any(one not in phrase + more for one in choices):
            phrase += f": {alternatives(choices)}"
        phrase += more
        told = self.default_told
        return f"{phrase} (default: {told})." if told else f"{phrase}."

    @property
    def default_told(self) -> str:
        """The default as a person reads it; empty if there is none to tell."""
        if "default_text" in self.raw:
            return CONSTANT.sub(_value_in_code, str(self.raw["default_text"]))
        default = self.default
        if isinstance(default, list):
            return ", ".join(map(str, default))
        if isinstance(default, float):
            return f"{default:.9f}".rstrip("0").rstrip(".")
        return "" if default is None else str(default)


@dataclass(frozen=True)
class Condition:
    """An option that is given, or that has one value."""

    option: Option
    value: str = ""

    @property
    def named(self) -> str:
        return f"{self.option.name} {self.value}".rstrip()


@dataclass(frozen=True)
class Rule:
    """What an option requires, or what it excludes."""

    option: Option
    requires: list[Condition] = field(default_factory=list)
    excludes: list[Condition] = field(default_factory=list)
    excludes_all_but: list[Option] | None = None

    @property
    def sentence(self) -> str:
        """For help pages: `Requires --drift.`"""
        said = []
        if self.requires:
            said.append(f"Requires {alternatives([one.named for one in self.requires])}.")
        if self.excludes:
            said.append(f"Excludes {alternatives([one.named for one in self.excludes])}.")
        if self.excludes_all_but is not None:
            others = alternatives([one.name for one in self.excludes_all_but])
            said.append(f"Excludes all options but {others}.")
        return " ".join(said)


@dataclass(frozen=True)
class Part:
    """Options that become one class: those of a command, or a set that several commands share."""

    module: str
    class_name: str
    about: str
    options: list[Option]
    rules: list[Rule]


@dataclass(frozen=True)
class Program:
    """A C++ program, with the options that its command passes on and those of its own."""

    name: str
    summary: str
    start: str
    """How a person starts it, for its example."""
    example: str
    folder: Path
    namespace: str
    arguments: list[Option]
    options: list[Option]
    rules: list[Rule]


@dataclass(frozen=True)
class Command:
    """A command of `strobe`."""

    name: str
    summary: str
    description: str
    examples: list[str]
    exit_status: str
    arguments: list[Option]
    own: Part
    sets: list[Part]
    words_follow: bool

    @property
    def options(self) -> list[Option]:
        """All that a person can give."""
        shared = [option for part in self.sets for option in part.options]
        return [*shared, *self.own.options]

    @property
    def rules(self) -> list[Rule]:
        return [*(rule for part in self.sets for rule in part.rules), *self.own.rules]

    @property
    def module(self) -> str:
        return self.name.replace(" ", "_")


@dataclass(frozen=True)
class Tables:
    """Everything in options/*.toml."""

    about: dict[str, Any]
    groups: list[str]
    sets: dict[str, Part]
    commands: list[Command]
    programs: list[Program]
    settings: dict[str, dict[str, Any]]
    variables: list[Option]
    rank_variables: list[str]


def helped(option: Option, rules: list[Rule]) -> str:
    """The help of an option, with what it requires and excludes."""
    return " ".join([option.help, *(rule.sentence for rule in rules if rule.option is option)])


def usage(name: str, arguments: list[Option], options: list[Option]) -> str:
    """`strobe run [OPTIONS] PROGRAM [ARGUMENTS ...]`."""
    words = [name] + (["[OPTIONS]"] if options else [])
    for one in arguments:
        word = one.long.upper() + (" [ARGUMENTS ...]" if one.raw.get("variadic") else "")
        words.append(f"[{word}]" if one.raw.get("optional") else word)
    return " ".join(words)


def cut(phrase: str) -> tuple[str, str]:
    """A phrase before its first semicolon or full stop, and the rest."""
    at = min(filter(lambda place: place >= 0, (phrase.find("; "), phrase.find(". "))), default=-1)
    return (phrase, "") if at < 0 else (phrase[:at], phrase[at:])


def alternatives(words: list[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@cache
def tables() -> Tables:
    """Read all tables. Raises SystemExit with one sentence for an entry that is wrong."""
    common = _read("common.toml")
    sets = {
        name: _part(name, raw, common, [], f"{raw['class']}") for name, raw in common["set"].items()
    }
    commands: dict[str, Command] = {}
    programs = []
    for file in sorted(TABLES.glob("*.toml")):
        raw = _read(file.name)
        if "command" in raw:
            commands[raw["command"]] = _command(raw, common, sets)
        if "program" in raw:
            programs.append(_program(raw, common, sets))
    if set(commands) != set(common["commands"]):
        raise SystemExit("options/common.toml: commands must name each command once")
    environment = _read("environment.toml")
    return Tables(
        about=common["about"],
        groups=common["groups"],
        sets=sets,
        commands=[commands[name] for name in common["commands"]],
        programs=programs,
        settings=common["settings"],
        variables=[Option(one) for one in environment["variable"]],
        rank_variables=environment["rank_variables"],
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((TABLES / name).read_text(encoding="utf-8"))


def _command(raw: dict[str, Any], common: dict[str, Any], sets: dict[str, Part]) -> Command:
    name = raw["command"]
    chosen = [sets[one] for one in raw.get("sets", [])]
    module = name.replace(" ", "_")
    return Command(
        name=name,
        summary=raw["summary"],
        description=raw.get("description", "").strip(),
        examples=raw["example"],
        exit_status=raw.get("exit_status", ""),
        arguments=_arguments(raw),
        own=_part(module, raw, common, chosen, raw.get("class", "")),
        sets=chosen,
        words_follow=raw.get("words_follow", False),
    )


def _arguments(raw: dict[str, Any]) -> list[Option]:
    """What is given by its place, which is a text unless the table says more."""
    return [Option({"type": "text", **one}) for one in raw.get("argument", [])]


def _part(
    module: str, raw: dict[str, Any], common: dict[str, Any], sets: list[Part], class_name: str
) -> Part:
    options = [
        option
        for option in _options(raw, common, class_name or module)
        if not option.is_of_program_only
    ]
    known = [option for part in sets for option in part.options] + options
    about = raw.get("about") or f"The options of `strobe {raw['command']}`."
    return Part(module, class_name, about, options, _rules(raw, options, known))


def _options(raw: dict[str, Any], common: dict[str, Any], where: str) -> list[Option]:
    found = []
    for one in raw.get("option", []):
        entry = {**common["shared"][one["use"]], **one} if "use" in one else one
        unknown = set(entry) - KEYS
        option = Option(entry)
        if unknown or option.type not in TYPES or option.group not in common["groups"]:
            raise SystemExit(f"options of {where}: {option.name} has an unknown key, type or group")
        found.append(option)
    return found


def _program(raw: dict[str, Any], common: dict[str, Any], sets: dict[str, Part]) -> Program:
    """The options that are passed on to it, and its own."""
    about = raw["program"]
    has_command = "command" in raw
    shared = [option for name in raw.get("sets", []) for option in sets[name].options]
    own = _options(raw, common, about["name"])
    replaced = {one.long for one in own}
    options = [one for one in shared if one.passed_on and one.passed_on[2:] not in replaced]
    options += [one for one in own if not has_command or one.passed_on or one.is_of_program_only]
    options = [Option({**one.raw, "name": one.passed_on[2:]}) if one.passed_on else one
               for one in options]  # fmt: skip
    arguments = [one for one in _arguments(raw) if one.passed_on]
    return Program(
        name=about["name"],
        summary=about["summary"],
        start=about["start"],
        example=about["example"],
        folder=Path(about["folder"]),
        namespace=about["namespace"],
        arguments=arguments,
        options=options,
        rules=_rules({}, options, options),
    )


def _rules(raw: dict[str, Any], options: list[Option], known: list[Option]) -> list[Rule]:
    by_name = {option.long: option for option in known}

    def conditions(texts: list[str]) -> list[Condition]:
        split = [text.partition("=") for text in texts]
        return [Condition(by_name[name], value) for name, _, value in split]

    wanted = [(option, option.raw) for option in options]
    wanted += [(by_name[rule["option"]], rule) for rule in raw.get("rule", [])]
    found = []
    for option, entry in wanted:
        alone = entry.get("excludes_all_but")
        rule = Rule(
            option,
            conditions(entry.get("requires", [])),
            conditions(entry.get("excludes", [])),
            None if alone is None else [by_name[name] for name in alone],
        )
        if rule.sentence:
            found.append(rule)
    return found
