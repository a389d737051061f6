# SPDX-License-Identifier: BSD-3-Clause
"""The C++ side of the option tables: command lines of programs, and variables of the runtime."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

from option_pages import HELP, VERSION, grouped
from option_tables import Option, Program, Range, Rule, Tables, helped

from strobe.options.kinds import (
    Choice,
    FilePath,
    Kind,
    Names,
    Number,
    Power,
    Ranges,
    Settings,
    Text,
    Whole,
    Words,
)

VARIABLES = Path("src/bcs/mpi/variables")
MONITOR = Path("src/bcs/monitor/monitor_settings")
WIDTH = 100
HELP_WIDTH = 79
HELP_COLUMN = 30
HEAD = (
    "// SPDX-License-Identifier: BSD-3-Clause\n"
    "// Written by codegen/options.py from options/*.toml.\n"
    "// clang-format off\n"
)
LARGEST = {
    2**31 - 1: "std::int32_t", 2**32 - 1: "std::uint32_t",
    2**63 - 1: "std::int64_t", 2**64 - 1: "std::uint64_t",
}  # fmt: skip


def files(tables: Tables) -> dict[Path, str]:
    """All C++ files, by path."""
    found = {
        VARIABLES.with_suffix(".hpp"): _variables_header(tables),
        VARIABLES.with_suffix(".cpp"): _variables_source(tables),
        MONITOR.with_suffix(".hpp"): _settings_header(tables.settings["monitor"]),
        MONITOR.with_suffix(".cpp"): _settings_source(tables.settings["monitor"]),
    }
    for program in tables.programs:
        found[program.folder / "command_line.hpp"] = _program_header(program)
        found[program.folder / "command_line.cpp"] = _program_source(tables, program)
    return found


def kind_of(option: Option, limits: Range | None = None) -> Kind:
    """The kind of value, which knows the words of its errors."""
    limits = limits or option.range
    numbers = {key: float(text) for key, text in vars(limits).items() if text}
    if option.type in ("whole", "power"):
        made = Whole if option.type == "whole" else Power
        return made(**{key: int(text) for key, text in vars(limits).items() if text})
    if option.type == "number":
        return Number(**numbers)
    if option.type == "choice":
        return Choice(tuple(option.raw["choices"]))
    if option.type == "names":
        return Names(option.raw["prefix"], tuple(option.raw["words"]))
    if option.type == "ranges":
        return Ranges()
    if option.type == "words":
        return Words(tuple(option.raw["words"]))
    return FilePath() if option.type == "path" else Text()


def _value_type(option: Option) -> str:
    if option.type == "whole":
        return LARGEST.get(int(option.range.most or 0), "std::int64_t")
    return {"flag": "bool", "number": "double"}.get(option.type, "std::string")


def _member(option: Option) -> str:
    kind, default = _value_type(option), option.default
    name = option.field
    if option.is_list:
        told = f"{{{', '.join(map(_literal, default))}}}" if default else ""
        return f"std::vector<{kind}> {name}{told};"
    if option.is_flag:
        return f"bool {name} = false;"
    if default is None and kind != "std::string":
        return f"std::optional<{kind}> {name};"
    return f"{kind} {name};" if default is None else f"{kind} {name} = {_literal(default)};"


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _wanted(option: Option, kind: Kind, value_type: str) -> str:
    """The initializer of base::Wanted."""
    said = [f".words = {_literal(kind.wanted)}"]
    least = getattr(kind, "least", None)
    above = getattr(kind, "above", None)
    if above is not None:
        least = above
    suffix = "u" if "uint" in value_type else ""
    if least is not None:
        said.append(f".least = {least}{suffix}")
    most = getattr(kind, "most", None)
    if most is not None and most not in LARGEST:
        said.append(f".most = {most}{suffix}")
    if above is not None:
        said.append(".is_above = true")
    return f"base::Wanted<{value_type}>{{{', '.join(said)}}}"


def _reader(option: Option) -> str:
    into = f"into.{option.field}"
    kind = kind_of(option)
    if option.type in ("whole", "number"):
        return f"command_line::number({into}, {_wanted(option, kind, _value_type(option))})"
    if option.type == "choice":
        words = ", ".join(map(_literal, option.raw["choices"]))
        return f"command_line::word({into}, {_literal(kind.wanted)}, {{{words}}})"
    return f"command_line::{'path' if option.type == 'path' else 'text'}({into})"


def _program_header(program: Program) -> str:
    members = [*program.arguments, *program.options]
    lines = [
        HEAD.rstrip(),
        "//",
        f"// The command line of {program.name}.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "#include <optional>",
        "#include <string>",
        "#include <string_view>",
        "#include <vector>",
        "",
        '#include "command_line/parser.hpp"',
        "",
        f"namespace {program.namespace} {{",
        "",
        "struct CommandLine {",
        *(f"  {_member(one)}" for one in members),
        "};",
        "",
        "/// Tells the parser of all options; their values go into `into`.",
        "void enter(command_line::Parser& parser, CommandLine& into);",
        "",
        "/// The text of --help; `start` is how a person starts the program.",
        "[[nodiscard]] std::string help_text(std::string_view start);",
        "",
        f"}}  // namespace {program.namespace}",
    ]
    return "\n".join([*lines, ""])


def _program_source(tables: Tables, program: Program) -> str:
    header = (program.folder / "command_line.hpp").name
    lines = [
        HEAD.rstrip(),
        f'#include "{header}"',
        "",
        f"namespace {program.namespace} {{",
        "",
        "void enter(command_line::Parser& parser, CommandLine& into) {",
    ]
    lines += [
        f"  parser.argument({_literal(one.long)}, {_reader(one)});" for one in program.arguments
    ]
    for one in program.options:
        names = _literal(",".join(one.names))
        if one.is_flag:
            lines.append(f"  parser.flag({names}, into.{one.field});")
        else:
            call = "list" if one.is_list else "option"
            lines.append(f"  parser.{call}({names}, {_reader(one)});")
    for rule in program.rules:
        lines += _rule(rule)
    lines += [
        "}",
        "",
        "std::string help_text(std::string_view start) {",
        "  std::string text =",
        *_text(_help(tables, program)),
        '  return text.append("\\nExample:\\n\\n    ").append(start)'
        f'.append({_literal(f" {program.example}")}).append("\\n");',
        "}",
        "",
        f"}}  // namespace {program.namespace}",
    ]
    return "\n".join([*lines, ""])


def _rule(rule: Rule) -> list[str]:
    lines = []
    for call, conditions in (("require", rule.requires), ("exclude", rule.excludes)):
        if conditions:
            made = [
                f"{{{_literal(one.option.name)}, {_literal(one.value)}, "
                f"{_literal(one.option.shown)}}}"
                for one in conditions
            ]
            name = _literal(rule.option.name)
            lines.append(f"  parser.{call}({name}, {{{', '.join(made)}}});")
    return lines


def _help(tables: Tables, program: Program) -> str:
    """The help page but for its example."""
    words = [f"Usage: {program.name} [OPTIONS]"]
    words += [f"[{one.long.upper()}]" for one in program.arguments]
    lines = [" ".join(words), "", program.summary]
    if program.arguments:
        lines += ["", "Arguments:"]
        for one in program.arguments:
            lines += _helped(one.long.upper(), one.help)
    for title, members in grouped(tables, [*program.options, HELP, VERSION]):
        lines += ["", f"{title}:"]
        for one in members:
            names = one.with_value(", ".join(one.names))
            lines += _helped(names, helped(one, program.rules))
    return "\n".join([*lines, ""])


def _helped(names: str, text: str) -> list[str]:
    wrapped = textwrap.wrap(text, HELP_WIDTH - HELP_COLUMN, break_on_hyphens=False)
    first = f"  {names}"
    if len(first) > HELP_COLUMN - 2:
        return [first, *(" " * HELP_COLUMN + line for line in wrapped)]
    lines = [f"{first:{HELP_COLUMN}}{wrapped[0]}"]
    return [*lines, *(" " * HELP_COLUMN + line for line in wrapped[1:])]


def _text(text: str) -> list[str]:
    """A literal of several lines."""
    lines = [f"      {_literal(line)}" for line in text.splitlines(keepends=True)]
    return [*lines[:-1], f"{lines[-1]};"]


def _runtime(tables: Tables) -> list[Option]:
    """The variables that the runtime reads, as options of their own."""
    found = []
    for one in tables.sets["runtime"].options:
        raw: dict[str, Any] = {"name": one.environment, "help": one.help}
        limits = one.raw.get("environment_range", one.raw.get("range", ""))
        if one.is_flag:
            raw |= {"type": "flag", "default": one.raw["says"] == "0"}
        elif one.type in ("whole", "size"):
            most = limits.partition("..")[2] or str(2**64 - 1)
            raw |= {"type": "whole", "range": f"{limits.partition('..')[0]}..{most}"}
            raw |= {"default": one.default} if one.default is not None else {}
        else:
            raw |= {key: one.raw[key] for key in ("type", "choices", "words", "default")
                    if key in one.raw}  # fmt: skip
        found.append(Option({**raw, "field": _variable_field(one.environment)}))
    found += [
        Option({**one.raw, "field": _variable_field(one.long)}) for one in tables.variables
        if one.raw["reader"] == "runtime"
    ]  # fmt: skip
    return found


def _variable_field(variable: str) -> str:
    return variable.removeprefix("STROBE_").lower()


def _variable_member(option: Option) -> str:
    if option.is_flag:
        return f"bool {option.field} = {'true' if option.default else 'false'};"
    return _member(option)


def _variables_header(tables: Tables) -> str:
    lines = [
        HEAD.rstrip(),
        "//",
        "// The environment variables of the runtime, STROBE_*; an empty one counts as unset.",
        "#pragma once",
        "",
        "#include <array>",
        "#include <cstdint>",
        "#include <map>",
        "#include <optional>",
        "#include <string>",
        "",
        "namespace strobe::bcs::mpi {",
        "",
        "/// In which launchers tell a process its rank, the first one that is set.",
        "inline constexpr std::array rank_variables = {",
        f"    {', '.join(map(_literal, tables.rank_variables))}}};",
        "",
        "struct Variables {",
        *(f"  {_variable_member(one)}" for one in _runtime(tables)),
        "  std::map<std::string, std::string> given;  ///< those that are set, by name",
        "};",
        "",
        "/// Throws strobe::Error with one sentence for the first variable with a wrong value.",
        "[[nodiscard]] Variables read_variables();",
        "",
        "}  // namespace strobe::bcs::mpi",
    ]
    return "\n".join([*lines, ""])


def _variables_source(tables: Tables) -> str:
    lines = [
        HEAD.rstrip(),
        f'#include "{VARIABLES.relative_to("src")}.hpp"',
        "",
        "#include <cstdlib>",
        "",
        '#include "base/value.hpp"',
        "",
        "namespace strobe::bcs::mpi {",
        "",
        "Variables read_variables() {",
        "  Variables found;",
        "  const auto text_of = [&found](const char* name) -> std::string {",
        "    const char* const value = std::getenv(name);",
        "    if (value == nullptr || *value == '\\0') return {};",
        "    return found.given[name] = value;",
        "  };",
    ]
    for one in _runtime(tables):
        name = _literal(one.long)
        lines.append(f"  if (const std::string text = text_of({name}); !text.empty()) {{")
        lines.append(f"    found.{one.field} = {_variable_value(one, name)};")
        lines.append("  }")
    lines += ["  return found;", "}", "", "}  // namespace strobe::bcs::mpi"]
    return "\n".join([*lines, ""])


def _variable_value(option: Option, name: str) -> str:
    if option.is_flag:
        wanted = f"{{.words = {_literal(Whole(0, 2**64 - 1).wanted)}}}"
        return f"base::number_in<std::uint64_t>({name}, text, {wanted}) != 0"
    kind = kind_of(option)
    if option.type == "whole":
        return f"base::number_in({name}, text, {_wanted(option, kind, _value_type(option))})"
    if option.type == "choice":
        words = ", ".join(map(_literal, option.raw["choices"]))
        return f"base::word_in({name}, text, {_literal(kind.wanted)}, {{{words}}})"
    if option.type == "words":
        words = ", ".join(map(_literal, option.raw["words"]))
        return f"base::words_in({name}, text, {_literal(kind.wanted)}, {{{words}}})"
    return "text"


def _settings_header(raw: dict[str, Any]) -> str:
    lines = [
        HEAD.rstrip(),
        "//",
        "// The settings of --monitor and STROBE_MONITOR: words with a blank between them.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "#include <string>",
        "#include <string_view>",
        "#include <utility>",
        "#include <vector>",
        "",
        "namespace strobe::bcs::monitor {",
        "",
        "struct MonitorSettings {",
        f"  bool {raw['word']} = false;",
    ]
    for one in map(Option, raw["setting"]):
        lines.append(f"  {_setting_member(one)}")
    lines += [
        "};",
        "",
        "/// `name` is that of the option or variable. Throws strobe::Error with one sentence.",
        "[[nodiscard]] MonitorSettings monitor_settings(std::string_view name, "
        "std::string_view words);",
        "",
        "}  // namespace strobe::bcs::monitor",
    ]
    return "\n".join([*lines, ""])


def _setting_member(option: Option) -> str:
    if option.type == "names":
        return f"std::string {option.field} = {_literal(option.default)};"
    if option.type == "ranges":
        return f"std::vector<std::pair<std::int32_t, std::int32_t>> {option.field};"
    return f"std::int32_t {option.field} = {option.default};"


def _settings_source(raw: dict[str, Any]) -> str:
    options = [Option(one) for one in raw["setting"]]
    kinds = {one.long: kind_of(one) for one in options}
    wanted = Settings(kinds, raw["word"]).wanted
    lines = [
        HEAD.rstrip(),
        f'#include "{MONITOR.relative_to("src")}.hpp"',
        "",
        '#include "base/value.hpp"',
        "",
        "namespace strobe::bcs::monitor {",
        "",
        "MonitorSettings monitor_settings(std::string_view name, std::string_view words) {",
        "  MonitorSettings found;",
        "  for (const std::string_view word : base::parts_of(words, ' ')) {",
        "    const std::size_t sign = std::min(word.find('='), word.size());",
        "    const std::string_view setting = word.substr(0, sign);",
        '    const std::string_view value = sign == word.size() ? "" : word.substr(sign + 1);',
        '    const std::string who = std::string(name) + " has \'" + std::string(word) + "\', but "'
        " + std::string(setting);",
    ]
    say = "if"
    for one in options:
        lines.append(f"    {say} (setting == {_literal(one.long)}) {{")
        lines += [f"      {line}" for line in _setting_value(one, kinds[one.long])]
        say = "} else if"
    lines += [
        f"    }} else if (word == {_literal(raw['word'])}) {{",
        f"      found.{raw['word']} = true;",
        "    } else {",
        '      throw Error(std::string(name) + " has no setting \'" + std::string(word) + '
        f'"\'; it must be {wanted}");',
        "    }",
        "  }",
        "  return found;",
        "}",
        "",
        "}  // namespace strobe::bcs::monitor",
    ]
    return "\n".join([*lines, ""])


def _setting_value(option: Option, kind: Kind) -> list[str]:
    field, wanted = f"found.{option.field}", _literal(kind.wanted)
    if option.type == "names":
        words = ", ".join(map(_literal, option.raw["words"]))
        prefix = _literal(option.raw["prefix"])
        return [f"{field} = base::names_in(who, value, {wanted}, {prefix}, {{{words}}});"]
    if option.type == "ranges":
        return [f"{field} = base::ranges_in(who, value, {wanted});"]
    call = "power_in" if option.type == "power" else "number_in"
    return [f"{field} = base::{call}(who, value, {_wanted(option, kind, 'std::int32_t')});"]
