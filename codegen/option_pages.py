# SPDX-License-Identifier: BSD-3-Clause
"""The reference that a person reads: pages in Markdown, and man pages."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from option_tables import Command, Option, Program, Rule, Tables, helped, usage

PAGES = Path("docs/reference")
MANUAL = Path("share/man/man1")
WRITTEN = "<!-- Written by codegen/options.py from options/*.toml. -->"
HELP = Option({"name": "help", "letters": ["h"], "help": "This help", "group": "Other"})
VERSION = Option({"name": "version", "help": "Version of Strobe", "group": "Other"})


def files(tables: Tables) -> dict[Path, str]:
    """All pages, by path."""
    found = {
        PAGES / "commands.md": _index(tables),
        PAGES / "environment.md": _environment(tables),
        MANUAL / "strobe.1": _manual_of_all(tables),
    }
    programs = {program.name: program for program in tables.programs}
    for command in tables.commands:
        own = programs.pop(f"strobe-{command.name}", None)
        stem = command.name.replace(" ", "-")
        found[PAGES / "commands" / f"{stem}.md"] = _page(tables, command, own)
        found[MANUAL / f"strobe-{stem}.1"] = _manual(tables, command, own)
    for program in programs.values():
        found[PAGES / "commands" / f"{program.name}.md"] = _program_page(tables, program)
        found[MANUAL / f"{program.name}.1"] = _program_manual(tables, program)
    return found


def grouped(tables: Tables, options: list[Option]) -> list[tuple[str, list[Option]]]:
    """The options by group, in the order of the help pages."""
    found = [(title, [one for one in options if one.group == title]) for title in tables.groups]
    return [(title, members) for title, members in found if members]


def _index(tables: Tables) -> str:
    lines = [
        WRITTEN,
        "# Commands",
        "",
        f"{tables.about['summary']} `strobe COMMAND --help` prints what each page below says.",
        "",
        "| command | purpose |",
        "| --- | --- |",
    ]
    for command in tables.commands:
        stem = command.name.replace(" ", "-")
        lines.append(f"| [`strobe {command.name}`](commands/{stem}.md) | {command.summary} |")
    lines += [
        "",
        "These programs also run without Python. They take the options that the commands pass on.",
        "",
        "| program | purpose |",
        "| --- | --- |",
    ]
    for program in tables.programs:
        stem = program.name.removeprefix("strobe-")
        named = stem if any(one.name == stem for one in tables.commands) else program.name
        lines.append(f"| [`{program.name}`](commands/{named}.md) | {program.summary} |")
    lines += [
        "",
        "All commands read [environment variables](environment.md).",
        "",
        "Exit status: 0 for success, 1 if the measurement or the program went wrong, 2 for bad "
        "input, 130 after Ctrl-C.",
        "Exceptions are on the page of the command.",
    ]
    return "\n".join([*lines, ""])


def _page(tables: Tables, command: Command, program: Program | None) -> str:
    lines = [
        WRITTEN, f"# strobe {command.name}", "", command.summary, "",
        "    " + usage(f"strobe {command.name}", command.arguments, command.options), "",
    ]  # fmt: skip
    if command.description:
        lines += [command.description, ""]
    if command.arguments:
        lines += ["## Arguments", "", "| argument | meaning |", "| --- | --- |"]
        lines += [f"| `{one.long.upper()}` | {_cell(one.help)} |" for one in command.arguments]
        lines.append("")
    for title, members in grouped(tables, command.options):
        lines += [f"## {title}", "", *_table(members, command.rules), ""]
    lines += ["## Examples", "", *(f"    {line}" for line in command.examples), ""]
    if command.exit_status:
        lines += ["## Exit status", "", _capital(command.exit_status), ""]
    if program is not None:
        lines += _about_program(program)
    for name in _settings_of(command):
        lines += _settings(tables, name)
    return "\n".join(lines)


def _about_program(program: Program) -> list[str]:
    own = [one for one in program.options if one.is_of_program_only]
    return [
        f"## The program {program.name}",
        "",
        f"{program.summary} It takes the options that the command passes on:",
        "",
        *textwrap.wrap(
            " ".join(one.name for one in program.options if not one.is_of_program_only),
            initial_indent="    ",
            subsequent_indent="    ",
            width=100,
            break_on_hyphens=False,
        ),
        "",
        "Its own options are:",
        "",
        *_table([*own, HELP, VERSION], program.rules),
        "",
        f"    {program.start} {program.example}",
        "",
    ]


def _program_page(tables: Tables, program: Program) -> str:
    options = [*program.options, HELP, VERSION]
    lines = [
        WRITTEN, f"# {program.name}", "", program.summary, "",
        "    " + usage(program.name, program.arguments, program.options), "",
    ]  # fmt: skip
    for title, members in grouped(tables, options):
        lines += [f"## {title}", "", *_table(members, program.rules), ""]
    return "\n".join([*lines, "## Example", "", f"    {program.start} {program.example}", ""])


def _table(options: list[Option], rules: list[Rule]) -> list[str]:
    rows = ["| option | meaning |", "| --- | --- |"]
    for one in options:
        names = ", ".join(f"`{one.with_value(name)}`" for name in one.names)
        text = _cell(helped(one, rules))
        if one.environment:
            text += f" Variable: [`{one.environment}`](../environment.md)."
        rows.append(f"| {names.replace('|', chr(92) + '|')} | {text} |")
    return rows


def _settings_of(command: Command) -> list[str]:
    return [one.raw["settings"] for one in command.options if one.type == "settings"]


def _settings(tables: Tables, name: str) -> list[str]:
    raw = tables.settings[name]
    rows = [
        f"| `{one['name']}=` | {_cell(Option(one).help)} |" for one in raw["setting"]
    ]  # fmt: skip
    return [
        f"## Settings of --{name}", "",
        "One or more settings with a blank between them.", "",
        "| setting | meaning |", "| --- | --- |",
        *rows, f"| `{raw['word']}` | {raw['word_help']}. |", "",
    ]  # fmt: skip


def _environment(tables: Tables) -> str:
    lines = [
        WRITTEN,
        "# Environment variables",
        "",
        "An empty variable counts as unset. A wrong value is an error, with one sentence on "
        "standard error.",
        "",
        "## The runtime of `strobe run`",
        "",
        "`strobe run` and `strobe env` set these variables from their options. A variable that is "
        "set already is the default of its option.",
        "",
        "| variable | option | meaning |",
        "| --- | --- | --- |",
    ]
    for one in tables.sets["runtime"].options:
        shown = one.name if one.is_flag else one.shown
        meaning = (
            f"{one.raw['says']} as the option: {_lower(one.help)}" if one.is_flag else one.help
        )
        limits = one.raw.get("environment_range") or one.raw.get("range")
        if limits and one.type in ("whole", "size"):
            meaning += f" A whole number of at least {limits.partition('..')[0]}."
        lines.append(f"| `{one.environment}` | `{shown}` | {_cell(meaning)} |")
    lines += _variables(tables, "Other variables", internal=False)
    lines += _variables(tables, "Variables that Strobe sets for its own processes", internal=True)
    return "\n".join([*lines, ""])


def _variables(tables: Tables, title: str, *, internal: bool) -> list[str]:
    rows = [
        f"| `{one.long}` | {one.raw['reader']} | {_cell(one.help)} |"
        for one in tables.variables
        if bool(one.raw.get("internal")) == internal
    ]
    return ["", f"## {title}", "", "| variable | read by | meaning |", "| --- | --- | --- |", *rows]


def _manual(tables: Tables, command: Command, program: Program | None) -> str:
    name = f"strobe {command.name}"
    stem = name.replace(" ", "-")
    lines = _heading(stem, command.summary)
    lines += [".SH SYNOPSIS", _bold(usage(name, command.arguments, command.options))]
    if command.description:
        lines += [".SH DESCRIPTION", _roff(command.description)]
    if command.arguments:
        lines.append(".SH ARGUMENTS")
        for one in command.arguments:
            lines += [".TP", _bold(one.long.upper()), _roff(one.help)]
    lines += _options(tables, command.options, command.rules)
    lines += [".SH EXAMPLES", ".nf", *map(_roff, command.examples), ".fi"]
    if command.exit_status:
        lines += [".SH EXIT STATUS", _roff(_capital(command.exit_status))]
    if program is not None:
        own = [one for one in program.options if one.is_of_program_only]
        lines += [f".SH THE PROGRAM {program.name.upper()}", _roff(program.summary),
                  "It takes the options that the command passes on, and these:"]  # fmt: skip
        lines += _entries(own, program.rules)
    return "\n".join([*lines, *_see_also(tables, stem), ""])


def _program_manual(tables: Tables, program: Program) -> str:
    lines = _heading(program.name, program.summary)
    synopsis = usage(program.name, program.arguments, program.options)
    lines += [".SH SYNOPSIS", _bold(synopsis), *_options(tables, program.options, program.rules)]
    lines += [".SH EXAMPLES", ".nf", _roff(f"{program.start} {program.example}"), ".fi"]
    return "\n".join([*lines, *_see_also(tables, program.name), ""])


def _manual_of_all(tables: Tables) -> str:
    lines = _heading("strobe", tables.about["summary"])
    lines += [".SH SYNOPSIS", _bold("strobe COMMAND"), ".SH COMMANDS"]
    for command in tables.commands:
        lines += [".TP", _bold(f"strobe {command.name}"), _roff(command.summary)]
    lines += [".SH EXAMPLES", ".nf", *map(_roff, tables.about["example"]), ".fi", ".SH ENVIRONMENT"]
    for one in tables.sets["runtime"].options:
        lines += [".TP", _bold(one.environment), _roff(f"As {one.name}: {_lower(one.help)}")]
    for one in tables.variables:
        if not one.raw.get("internal"):
            lines += [".TP", _bold(one.long), _roff(one.help)]
    return "\n".join([*lines, *_see_also(tables, "strobe"), ""])


def _heading(name: str, summary: str) -> list[str]:
    return [
        '.\\" SPDX-License-Identifier: BSD-3-Clause',
        '.\\" Written by codegen/options.py from options/*.toml.',
        f'.TH {_roff(name.upper())} 1 "" Strobe "Strobe commands"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(_lower(summary.rstrip('.')))}",
    ]


def _options(tables: Tables, options: list[Option], rules: list[Rule]) -> list[str]:
    lines = [".SH OPTIONS"] if options else []
    for title, members in grouped(tables, options):
        lines += [f".SS {_roff(title)}", *_entries(members, rules)]
    return lines


def _entries(options: list[Option], rules: list[Rule]) -> list[str]:
    lines = []
    for one in options:
        names = ", ".join(one.with_value(_bold(name), _roff(one.metavar)) for name in one.names)
        text = helped(one, rules)
        if one.environment:
            text += f" Variable: {one.environment}."
        lines += [".TP", names, _roff(text)]
    return lines


def _see_also(tables: Tables, own: str) -> list[str]:
    stems = ["strobe", *(f"strobe-{one.name.replace(' ', '-')}" for one in tables.commands)]
    named = [f".BR {_roff(stem)} (1)" for stem in stems if stem != own]
    return [".SH SEE ALSO", *(f"{line} ," for line in named[:-1]), named[-1]]


def _bold(text: str) -> str:
    return f"\\fB{_roff(text)}\\fR"


def _roff(text: str) -> str:
    """A text whose hyphens, backslashes and leading dots stay what they are."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", escaped, flags=re.MULTILINE)


def _cell(text: str) -> str:
    """A text for a cell of a table: words with pipes, stars or angles do not become markup."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    """A sentence as part of another one; names such as MPI keep their capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
