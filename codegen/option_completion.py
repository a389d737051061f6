# SPDX-License-Identifier: BSD-3-Clause
"""The completion of bash, zsh and fish, for `strobe` and the programs that take its options."""

from __future__ import annotations

from pathlib import Path

from option_tables import Command, Option, Tables

FOLDER = Path("python/strobe/completion")
WRITTEN = "# SPDX-License-Identifier: BSD-3-Clause\n# Written by codegen/options.py.\n"
HELP = ["--help", "-h"]


def files(tables: Tables) -> dict[Path, str]:
    """The scripts, under the names by which the shells find them."""
    return {
        FOLDER / "strobe": _bash(tables),
        FOLDER / "_strobe": _zsh(tables),
        FOLDER / "strobe.fish": _fish(tables),
    }


def _valued(options: list[Option]) -> list[Option]:
    return [one for one in options if not (one.is_flag or one.is_optional)]


def _names(options: list[Option]) -> list[str]:
    return [name for one in options for name in one.names]


def _bash(tables: Tables) -> str:
    commands = " ".join(one.name for one in tables.commands if " " not in one.name)
    lines = [
        WRITTEN,
        "# Sets `options`, `valued` and, for the option in `previous`, `values` or `is_path`.",
        "_strobe_options() {",
        "  case $1 in",
    ]
    for command in tables.commands:
        lines += _bash_case(command.name.replace(" ", "-"), command.options, command.arguments)
    for program in tables.programs:
        lines += _bash_case(program.name, program.options, program.arguments)
    lines += ["  esac", "}", ""]
    subcommands = [one.name.split() for one in tables.commands if " " in one.name]
    lines.append(_BASH.format(
        commands=commands,
        follows="|".join(one.name for one in tables.commands if one.words_follow),
        group=subcommands[0][0],
        member=subcommands[0][1],
    ))  # fmt: skip
    lines += ["complete -F _strobe strobe"]
    lines += [
        f"complete -F _strobe_program {program.name}" for program in tables.programs
    ]  # fmt: skip
    return "\n".join([*lines, ""])


def _bash_case(name: str, options: list[Option], arguments: list[Option]) -> list[str]:
    valued = _valued(options)
    lines = [
        f"    {name})",
        f"      options='{' '.join([*_names(options), *HELP])}'",
        f"      valued=' {' '.join(_names(valued))} '",
    ]
    for argument in arguments:
        if argument.type == "choice":
            lines.append(f"      arguments='{' '.join(argument.raw['choices'])}'")
    cases = []
    for one in valued:
        if one.type == "choice":
            did = f"values='{' '.join(one.raw['choices'])}'"
        elif _is_path(one):
            did = "is_path=1"
        else:
            continue
        cases.append(f"        {' | '.join(one.names)}) {did} ;;")
    if cases:
        lines += ['      case "$previous" in', *cases, "      esac"]
    return [*lines, "      ;;"]


_BASH = """\
# Completes the current word of a command or program, whose words begin at the place $2.
_strobe_complete() {{
  local command=$1 first=$2
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local options='' valued='' values='' arguments='' is_path='' place
  # bash splits `--mode=strict` into three words.
  if [[ $current == = ]]; then current=''; fi
  if [[ $previous == = ]]; then previous=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  _strobe_options "$command"
  if [[ $command == @({follows}) ]]; then
    for ((place = first; place < COMP_CWORD; ++place)); do
      case ${{COMP_WORDS[place]}} in
        -*) if [[ $valued == *" ${{COMP_WORDS[place]}} "* ]]; then ((++place)); fi ;;
        *)
          # The words of the program that is run.
          COMPREPLY=($(compgen -f -- "$current"))
          compopt -o filenames 2> /dev/null
          return
          ;;
      esac
    done
  fi
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ -n $is_path ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2> /dev/null
  elif [[ $valued == *" $previous "* ]]; then
    COMPREPLY=()
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $arguments ]]; then
    COMPREPLY=($(compgen -W "$arguments" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2> /dev/null
  fi
}}

_strobe() {{
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{commands} --help --version' -- "${{COMP_WORDS[1]}}"))
  elif ((COMP_CWORD > 2)) && [[ "${{COMP_WORDS[*]:1:2}}" == '{group} {member}' ]]; then
    _strobe_complete {group}-{member} 3
  else
    _strobe_complete "${{COMP_WORDS[1]}}" 2
    if [[ ${{COMP_WORDS[1]}} == {group} ]] && ((COMP_CWORD == 2)); then
      COMPREPLY+=($(compgen -W {member} -- "${{COMP_WORDS[2]}}"))
    fi
  fi
}}

_strobe_program() {{
  COMPREPLY=()
  _strobe_complete "${{COMP_WORDS[0]##*/}}" 1
}}
"""


def _zsh(tables: Tables) -> str:
    names = ["strobe", *(program.name for program in tables.programs)]
    lines = [f"#compdef {' '.join(names)}", WRITTEN]
    for command in tables.commands:
        lines += _zsh_function(command.name.replace(" ", "-"), command.options, command.arguments)
    for program in tables.programs:
        lines += _zsh_function(program.name, program.options, program.arguments)
    listed = [f"    {_quoted(f'{one.name}:{_plain(one.summary)}')}"
              for one in tables.commands if " " not in one.name]  # fmt: skip
    members = [one.name.split() for one in tables.commands if " " in one.name]
    group, member = members[0]
    lines += [
        "_strobe_commands() {", "  local -a commands=(", *listed, "  )",
        "  _describe command commands", "}", "",
        "_strobe() {",
        "  if [[ $service != strobe ]]; then",
        "    _strobe_of_$service",
        "  elif ((CURRENT == 2)); then",
        "    _strobe_commands",
        "    _arguments -s '(- *)'{-h,--help}'[help]' '(- *)--version[version of Strobe]'",
        "  else",
        "    shift words",
        "    ((--CURRENT))",
        f"    if [[ $words[1] == {group} && $words[2] == {member} ]] && ((CURRENT > 2)); then",
        "      shift words",
        "      ((--CURRENT))",
        f"      _strobe_of_{group}-{member}",
        f"    elif [[ $words[1] == {group} ]] && ((CURRENT == 2)); then",
        f"      compadd {member}",
        f"      _strobe_of_{group}",
        "    elif (($+functions[_strobe_of_$words[1]])); then",
        "      _strobe_of_$words[1]",
        "    fi",
        "  fi",
        "}", "",
        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then",
        '  _strobe "$@"',
        "else",
        f"  compdef _strobe {' '.join(names)}",
        "fi",
    ]  # fmt: skip
    return "\n".join([*lines, ""])


def _zsh_function(name: str, options: list[Option], arguments: list[Option]) -> list[str]:
    lines = [f"_strobe_of_{name}() {{", "  _arguments -s -S \\"]
    for one in options:
        many = "*" if one.is_list else ""
        others = f"({' '.join(one.names)})" if len(one.names) > 1 and not many else ""
        stands_alone = one.is_flag or one.is_optional
        value = "" if stands_alone else f":{one.metavar.replace(':', ' ')}:{_zsh_values(one)}"
        for own in one.names:
            sign = "" if stands_alone or not own.startswith("--") else "="
            text = f"{others}{many}{own}{sign}[{_zsh_text(one)}]{value}"
            lines.append(f"    {_quoted(text)} \\")
    lines.append("    '(- *)'{-h,--help}'[help]' \\")
    for argument in arguments:
        title = argument.long.upper()
        if argument.raw.get("variadic"):
            lines.append("    '*::program: _normal'")
        else:
            lines.append(f"    {_quoted(f':{title}:{_zsh_values(argument)}')} \\")
    lines[-1] = lines[-1].removesuffix(" \\")
    return [*lines, "}", ""]


def _zsh_values(option: Option) -> str:
    if option.raw.get("type") == "choice":
        return f"({' '.join(option.raw['choices'])})"
    is_argument = "group" not in option.raw
    return "_files" if is_argument or _is_path(option) else " "


def _is_path(option: Option) -> bool:
    metavar = option.metavar
    return option.type == "path" or "FILE" in metavar or metavar in ("PATH", "FOLDER")


def _zsh_text(option: Option) -> str:
    return _plain(option.help).replace("[", "(").replace("]", ")").replace(":", "\\:")


def _plain(text: str) -> str:
    return text.rstrip(".").replace("`", "")


def _quoted(text: str) -> str:
    """One word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(tables: Tables) -> str:
    singles = [one for one in tables.commands if " " not in one.name]
    lines = [WRITTEN, _FISH, "complete -c strobe -f"]
    for name, text in (("help", "Help"), ("version", "Version of Strobe")):
        lines.append(f"complete -c strobe -n __strobe_has_no_command -l {name} -d {text!r}")
    for command in singles:
        lines.append(
            f"complete -c strobe -n __strobe_has_no_command -a {command.name} "
            f"-d {_fish_quoted(command.summary)}"
        )
    for command in tables.commands:
        lines += _fish_command(command)
    for program in tables.programs:
        lines += [_fish_option(f"complete -c {program.name}", one) for one in program.options]
    return "\n".join([*lines, ""])


_FISH = """\
# Whether the first words after `strobe` are these.
function __strobe_is
    set -l words (commandline -opc)
    set -l last (math 1 + (count $argv))
    test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"
end

function __strobe_has_no_command
    test (count (commandline -opc)) -eq 1
end

# Whether no word is yet that of the program to run; the arguments are the options with a value.
function __strobe_has_no_program
    set -l is_value 0
    set -l words (commandline -opc)
    for word in $words[3..]
        if test $is_value -eq 1
            set is_value 0
        else if not string match -q -- '-*' $word
            return 1
        else if contains -- $word $argv
            set is_value 1
        end
    end
end
"""


def _fish_command(command: Command) -> list[str]:
    first, *rest = command.name.split()
    is_this = f"__strobe_is {command.name}"
    if command.words_follow:
        valued = " ".join(_names(_valued(command.options)))
        is_this += f"; and __strobe_has_no_program {valued}"
    start = f"complete -c strobe -n '{is_this}'"
    lines = []
    if rest:
        lines.append(f"complete -c strobe -n '__strobe_is {first}' -a {rest[0]}")
    for argument in command.arguments:
        if argument.type == "choice":
            lines.append(f"{start} -a {_fish_quoted(' '.join(argument.raw['choices']))}")
        else:
            lines.append(f"complete -c strobe -n '__strobe_is {command.name}' -F")
    lines.append(f"{start} -s h -l help -d Help")
    return [*lines, *(_fish_option(start, one) for one in command.options)]


def _fish_option(start: str, option: Option) -> str:
    words = [start]
    for name in option.names:
        words.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    if option.type == "choice":
        words.append(f"-x -a {_fish_quoted(' '.join(option.raw['choices']))}")
    elif not option.is_flag:
        words.append("-r -F" if _is_path(option) else "-x")
    return " ".join([*words, f"-d {_fish_quoted(_plain(option.help))}"])


def _fish_quoted(text: str) -> str:
    return "'" + text.rstrip(".").replace("\\", "\\\\").replace("'", "\\'") + "'"
