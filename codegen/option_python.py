# SPDX-License-Identifier: BSD-3-Clause
"""The Python side of the option tables: one module of dataclasses for each command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from option_tables import Command, Option, Part, Range, Rule, Tables, helped, usage

FOLDER = Path("python/strobe/options")
WIDTH = 100
HEAD = """\
# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""
VALUES = {
    "whole": "int", "number": "float", "text": "str", "axis": "str", "path": "Path", "size": "int",
    "settings": "str", "percentage": "float", "words": "str",
}  # fmt: skip
KINDS = {
    "whole": "Whole", "number": "Number", "choice": "Choice", "text": "Text", "axis": "Text",
    "path": "FilePath", "size": "Size", "power": "Power", "names": "Names", "ranges": "Ranges",
    "percentage": "Percentage", "words": "Words",
}  # fmt: skip


def modules(tables: Tables) -> dict[Path, str]:
    """All Python files, by path."""
    found = {FOLDER / "commands.py": _commands(tables)}
    for name, part in tables.sets.items():
        found[FOLDER / f"{name}.py"] = _module(tables, part, None)
    for command in tables.commands:
        found[FOLDER / f"{command.module}.py"] = _module(tables, command.own, command)
    return found


def _commands(tables: Tables) -> str:
    lines = [
        HEAD.rstrip(),
        '"""The commands of `strobe`: what each one does, and what its help page ends with."""',
        "",
        "from dataclasses import dataclass",
        "",
        "",
        "@dataclass(frozen=True)",
        "class Page:",
        '    """The texts of a command\'s help page."""',
        "",
        "    usage: str",
        "    summary: str",
        "    help: str",
        "    epilogue: str",
        "",
        "",
        f"ABOUT = {_quoted(tables.about['summary'])}",
        *_assigned("EPILOGUE = ", examples(tables.about["example"]), 0),
        "COMMANDS: dict[str, Page] = {",
    ]
    for command in tables.commands:
        line = usage(f"strobe {command.name}", command.arguments, command.options)
        texts = [
            line,
            command.summary,
            "\n\n".join(filter(None, [command.summary, command.description])),
        ]
        lines += [f"    {_quoted(command.name)}: Page("]
        for text in [*texts, epilogue(command)]:
            lines += _assigned("        ", text, 8, end=",")
        lines += ["    ),"]
    return "\n".join([*lines, "}", ""])


def examples(lines: list[str]) -> str:
    """`Example:` with one command a line."""
    title = "Examples:" if len(lines) > 1 else "Example:"
    return "\n".join([title, "", *(f"    {line}" for line in lines)])


def epilogue(command: Command) -> str:
    """What ends a help page: examples, and what the exit status says."""
    status = f"Exit status: {command.exit_status}" if command.exit_status else ""
    return "\n\n".join(filter(None, [examples(command.examples), status]))


def _module(tables: Tables, part: Part, command: Command | None) -> str:
    arguments = command.arguments if command is not None else []
    sets = command.sets if command is not None else []
    title = f"`strobe {command.name}`" if command is not None else part.about.rstrip(".")
    body: list[str] = []
    for name in _settings_used(part):
        body += _settings(tables, name)
    for argument in arguments:
        body += _argument(argument)
    if part.class_name:
        body += _class(tables, part, sets, arguments)
    if part is tables.sets["runtime"]:
        body += _variables(tables, part)
    text = "\n".join(body)
    about = f"The options of {title}." if command is not None else f"{title}."
    lines = [f'"""{about}"""', "", *_imports(text, sets), *body, ""]
    return "\n".join([HEAD.rstrip(), *_excused(lines, sets), *lines])


def _excused(lines: list[str], sets: list[Part]) -> list[str]:
    """The rules of ruff that generated code may break."""
    rules = ["E501"] if any(len(line) > WIDTH for line in lines) else []
    rules += ["RUF009"] if sets else []
    return [f"# ruff: noqa: {', '.join(rules)}"] if rules else []


def _imports(body: str, sets: list[Part]) -> list[str]:
    """Only what the text needs."""

    def used(names: list[str]) -> list[str]:
        return [name for name in names if f"{name}(" in body or f"{name}]" in body]

    kinds = sorted({*used([*KINDS.values(), "Settings"])})
    checks = used(["Condition", "Options", "Rule", "Variable"])
    standard = ["from collections.abc import Mapping"] if "Mapping[" in body else []
    made = [name for name in ("dataclass", "field") if name in body.replace(".field", "")]
    if "@dataclass" in body:
        made = ["dataclass"] + (["field"] if "field(" in body else [])
        standard.append(f"from dataclasses import {', '.join(made)}")
    if re.search(r"\bPath\b", body):
        standard.append("from pathlib import Path")
    types = [name for name in ("Annotated", "ClassVar", "Literal") if f"{name}[" in body]
    if types:
        standard.append(f"from typing import {', '.join(types)}")
    ours = []
    if checks:
        ours.append(f"from strobe.options.checking import {', '.join(checks)}")
    if kinds:
        ours.append(_import("strobe.options.kinds", kinds))
    for part in sets:
        ours.append(f"from strobe.options.{part.module} import {part.class_name}")
    if "Option(" in body:
        names = ["Option", *(["spread"] if "spread()" in body else [])]
        ours.append(f"from strobe.options.option import {', '.join(names)}")
    groups = (["from __future__ import annotations"], standard, sorted(ours))
    return "\n\n".join("\n".join(lines) for lines in groups if lines).split("\n")


def _import(module: str, names: list[str]) -> str:
    """A line, or one for each name if it is too long."""
    whole = f"from {module} import {', '.join(names)}"
    if len(whole) <= WIDTH:
        return whole
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def _settings_used(part: Part) -> list[str]:
    return [option.raw["settings"] for option in part.options if option.type == "settings"]


def _settings(tables: Tables, name: str) -> list[str]:
    raw = tables.settings[name]
    lines = ["", f"{name.upper()} = Settings({{"]
    lines += [f"    {_quoted(one['name'])}: {_kind(Option(one))}," for one in raw["setting"]]
    return [*lines, f"}}, {_quoted(raw['word'])})"]


def _argument(argument: Option) -> list[str]:
    """What a person gives by its place."""
    title = argument.long.upper()
    kind = "" if argument.raw.get("type") in (None, "text") else f"kind={_kind(argument)}, "
    return [
        "",
        f"{title} = Option(",
        f"    {_quoted(title)}, {kind}hyphen={bool(argument.raw.get('variadic'))},",
        *_assigned("    help=", argument.help, 4),
        ")",
    ]


def _class(tables: Tables, part: Part, sets: list[Part], arguments: list[Option]) -> list[str]:
    lines = ["", "", "@dataclass(frozen=True)", f"class {part.class_name}(Options):",
             f'    """{part.about}"""', ""]  # fmt: skip
    if part.options:
        lines.append("    TABLE: ClassVar[Mapping[str, Option]] = {")
        for option in part.options:
            lines += _entry(tables, option, helped(option, part.rules))
        lines.append("    }")
    if part.rules:
        lines.append("    RULES: ClassVar[tuple[Rule, ...]] = (")
        lines += [f"        {_rule(rule)}," for rule in part.rules]
        lines.append("    )")
    if arguments:
        titles = [f"{_quoted(one.field)}: {_quoted(one.long.upper())}" for one in arguments]
        lines.append(f"    ARGUMENTS: ClassVar[Mapping[str, str]] = {{{', '.join(titles)}}}")
    lines.append("")
    for shared in sets:
        lines.append(
            f"    {shared.module}: Annotated[{shared.class_name}, spread()] = {shared.class_name}()"
        )
    lines += [f"    {_field(part, option)}" for option in part.options]
    return lines


def _entry(tables: Tables, option: Option, text: str) -> list[str]:
    said = [f"kind={_kind(option)}"] if not option.is_flag else []
    if len(option.names) > 1:
        said.append(f"names={_quoted(tuple(option.names))}")
    if not option.is_flag:
        said.append(f"metavar={_quoted(option.metavar)}")
    said.append(f"group=({tables.groups.index(option.group)}, {_quoted(option.group)})")
    said += [f"{key}=True" for key in ("repeats", "separated", "hyphen") if option.raw.get(key)]
    if option.environment:
        said.append(f"environment={_quoted(option.environment)}")
    if option.is_optional:
        said.append(f"bare={_quoted(option.raw['bare'])}")
    if "says" in option.raw:
        said.append(f"says={_quoted(option.raw['says'])}")
    if option.passed_on:
        said.append(f"passed_on={_quoted(option.passed_on)}")
    if option.is_always_passed_on:
        said.append("always=True")
    return [
        f"        {_quoted(option.field)}: Option(",
        f"            {_quoted(option.name)},",
        *(f"            {line}" for line in _filled(said, WIDTH - 12)),
        *_assigned("            help=", text, 12, end=","),
        "        ),",
    ]


def _rule(rule: Rule) -> str:
    said = [_quoted(rule.option.field)]
    for key, conditions in (("requires", rule.requires), ("excludes", rule.excludes)):
        if conditions:
            made = [
                f"Condition({_quoted(one.option.field)}, {_quoted(one.value)})"
                if one.value
                else f"Condition({_quoted(one.option.field)})"
                for one in conditions
            ]
            said.append(f"{key}=({', '.join(made)},)")
    if rule.excludes_all_but is not None:
        names = ", ".join(_quoted(option.field) for option in rule.excludes_all_but)
        said.append(f"excludes_all_but=({names},)")
    whole = f"Rule({', '.join(said)})"
    if len(whole) < WIDTH - 9:
        return whole
    return "\n".join(["Rule(", *(f"            {line}," for line in said), "        )"])


def _field(part: Part, option: Option) -> str:
    # By the name of the class, which cyclopts looks for among those of the module.
    default = option.default
    value = _value_type(option)
    annotation = f'Annotated[{{}}, {part.class_name}.TABLE["{option.field}"].parameter]'
    if option.is_list:
        made = f"lambda: {_quoted(default)}" if default else "list"
        told = f"field(default_factory={made})"
        return f"{option.field}: {annotation.format(f'list[{value}]')} = {told}"
    if option.is_flag:
        return f"{option.field}: {annotation.format('bool')} = False"
    if default is None or option.environment:
        return f"{option.field}: {annotation.format(f'{value} | None')} = None"
    told = f"Path({_quoted(default)})" if option.type == "path" else _quoted(default)
    return f"{option.field}: {annotation.format(value)} = {told}"


def _value_type(option: Option) -> str:
    kind = option.raw.get("type", "text")
    if kind == "choice":
        return f"Literal[{', '.join(map(_quoted, option.raw['choices']))}]"
    return VALUES[kind]


def _kind(option: Option, limits: Range | None = None) -> str:
    limits = limits or option.range
    if option.type == "settings":
        return str(option.raw["settings"]).upper()
    said = []
    if option.type == "choice":
        said.append(_quoted(tuple(option.raw["choices"])))
    if option.type == "names":
        said += [_quoted(option.raw["prefix"]), _quoted(tuple(option.raw["words"]))]
    if option.type == "words":
        said.append(_quoted(tuple(option.raw["words"])))
    said += [f"{key}={number}" for key, number in vars(limits).items() if number]
    return f"{KINDS[option.type]}({', '.join(said)})"


def _variables(tables: Tables, part: Part) -> list[str]:
    """The variables that the runtime reads, with the values that it accepts (a path: any)."""
    rows = []
    for option in part.options:
        if option.environment and option.type != "path":
            limits = Range.of(option.raw.get("environment_range", option.raw.get("range", "")))
            if option.is_flag or option.type == "size":
                kind = f"Whole(least={limits.least or 0}, most={2**64 - 1})"
            elif option.type == "whole":
                kind = f"Whole(least={limits.least}, most={2**64 - 1})"
            else:
                kind = _kind(option)
            rows.append(f"    Variable({_quoted(option.environment)}, {kind}),")
    rows += [
        f"    Variable({_quoted(one.long)}, {_kind(one)})," for one in tables.variables
        if one.raw["reader"] == "runtime" and one.type == "whole"
    ]  # fmt: skip
    ranks = [
        f"RANK_VARIABLES = {_quoted(tuple(tables.rank_variables))}",
        '"""In which launchers tell a process its rank, the first one that is set."""',
    ]
    return ["", "VARIABLES = (", *rows, ")", "", *ranks]


def _assigned(before: str, text: str, indent: int, end: str = "") -> list[str]:
    """A string after some code, on as many lines as it needs."""
    whole = f"{before}{_quoted(text)}{end}"
    if len(whole) <= WIDTH:
        return [whole]
    room = WIDTH - indent - 8
    pieces = list(_pieces(text, room))
    inner = " " * (indent + 4)
    lines = [f"{inner}{_quoted(piece)}" for piece in pieces]
    return [f"{before}(", *lines, f"{' ' * indent}){end}"]


def _pieces(text: str, room: int) -> Iterator[str]:
    """Parts of a text that are shorter than `room`, cut behind blanks and ends of lines."""
    for line in text.splitlines(keepends=True):
        while len(line) > room:
            cut = line.rfind(" ", 0, room) + 1
            yield line[:cut]
            line = line[cut:]
        yield line


def _filled(parts: list[str], room: int) -> Iterator[str]:
    """Parts with commas behind them, as many on a line as there is room for."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) + 2 > room:
            yield line
            line = ""
        line = f"{line} {part},".lstrip()
    yield line


def _quoted(value: object) -> str:
    """A constant as it stands in the code."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple | list):
        items = ", ".join(map(_quoted, value))
        if isinstance(value, list):
            return f"[{items}]"
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)
