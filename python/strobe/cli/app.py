# SPDX-License-Identifier: BSD-3-Clause
"""All commands and their help, as the library cyclopts reads their command lines.

A command's module is imported when the command is used, so that `strobe --help` answers at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
)

from strobe import __version__
from strobe.base.errors import StrobeError
from strobe.options.commands import ABOUT, COMMANDS, EPILOGUE


def app() -> App:
    """The command line; a command is imported when it is used."""
    strobe = App(
        name="strobe",
        help=ABOUT,
        help_epilogue=EPILOGUE,
        version=__version__,
        help_format="plaintext",
        default_parameter=Parameter(negative=()),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )
    for order, (name, page) in enumerate(COMMANDS.items()):
        if " " in name:
            continue  # its first word is an App, which has it
        is_app = any(other.startswith(f"{name} ") for other in COMMANDS)
        own = {} if is_app else {"usage": f"Usage: {page.usage}", "help_epilogue": page.epilogue}
        strobe.command(
            f"strobe.cli.{name}:command", name=name, help=page.help, sort_key=order, **own
        )
    return strobe


def called(words: Sequence[str]) -> object:
    """What the command of these words returns. Raises StrobeError for a wrong command line."""
    try:
        return app()(_spelled_out(words) if words[:1] == ["env"] else list(words))
    except CycloptsError as error:
        raise StrobeError(_sentence(error)) from error


def _spelled_out(words: Sequence[str]) -> list[str]:
    """With the value of each option that stands alone but takes one: cyclopts knows no such option.
    Those of the runtime are the only ones, and `strobe run` reads its line itself."""
    from strobe.options.env import EnvOptions

    alone = {one.name: f"{one.name}={one.bare}" for one in EnvOptions.table().values() if one.bare}
    return [alone.get(word, word) for word in words]


def _sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, in one line."""
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"unexpected argument {' '.join(error.unused_tokens)!r}"
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        page = f"see `strobe {' '.join(error.command_chain or ())} --help`"
        name = error.keyword or error.argument.name
        return (
            f"{name} requires a value; {page}" if name[0] == "-" else f"{name} is missing; {page}"
        )
    return " ".join(str(error).split())
