# SPDX-License-Identifier: BSD-3-Clause
"""The command `strobe`: which commands there are, and what becomes of an error.

A command's module is imported when the command is used, so that `strobe --help` answers at once.
Every error that a person can do something about is one line, `strobe: ...`, on standard error.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
)

from strobe import __version__
from strobe.base.errors import StrobeError
from strobe.cli.apart import with_program_apart
from strobe.options.commands import ABOUT, COMMANDS, EPILOGUE

BAD_INPUT = 2
TROUBLE = 1
INTERRUPTED = 130


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


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status: 0, 1 trouble while measuring, 2 bad input, 130 stopped."""
    _open_what_is_closed()
    try:
        words = sys.argv[1:] if arguments is None else arguments
        status = app()(with_program_apart(words))
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except CycloptsError as error:
        return _complain(_sentence(error), BAD_INPUT)
    except StrobeError as error:
        return _complain(str(error), error.exit_status)
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except BrokenPipeError:
        # The reader, `head` say, has what it wanted; what is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", TROUBLE)


def _open_what_is_closed() -> None:
    """Python has no stream where one was closed, as by `>&-`; what is said there goes nowhere.

    A program that is run finds it closed as ever: what is opened here is not handed on.
    """
    nowhere = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nowhere.open()
    if sys.stdout is None:
        sys.stdout = nowhere.open("w")
    if sys.stderr is None:
        sys.stderr = nowhere.open("w")


def _complain(sentence: str, status: int) -> int:
    print(f"strobe: {sentence}", file=sys.stderr)
    return status


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


if __name__ == "__main__":
    sys.exit(main())
