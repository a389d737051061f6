# SPDX-License-Identifier: BSD-3-Clause
"""The command `strobe`: which commands there are, and what becomes of an error.

A command's module is imported when the command is used, so that `strobe --help` answers at once.
Every error that a person can do something about is one line, `strobe: ...`, on standard error.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from strobe import __version__
from strobe.base.errors import StrobeError
from strobe.cli.apart import with_program_apart

BAD_INPUT = 2
TROUBLE = 1
INTERRUPTED = 130

# In the order of use; each is the function `command` of the module strobe.cli.<name>.
COMMANDS = {
    "measure": "Measure this machine: run a suite of kernels over MPI or PVM, keep every sample.",
    "cachebench": "Measure the memory hierarchy as CacheBench does, and print its columns "
                  "(status 1 if one of its figures is missing).",
    "blasbench": "Compare BLAS libraries as BLASBench does, and print its columns "
                 "(status 1 if one of its figures is missing).",
    "fit": "Fit start-up times, bandwidths and breakpoints to a run.",
    "report": "Write the page that shows a run.",
    "compare": "Compare two runs: two MPIs, two machines, yesterday and today.",
    "check": "Say whether a run is good enough to use (status 1 if not), and what to do then.",
    "schedule": "Draw a communication pattern, and say what it costs.",
    "run": "Run an MPI program, as it is, coscheduled: watched, repeatable, explained.",
    "env": "Print what a batch script exports to run its programs so.",
    "simulate": "Run a program under buffered coscheduling on a machine that does not exist.",
    "machine": "Show the facts of this machine.",
    "list": "List kernels and suites, and the launchers, MPIs and BLAS found here.",
    "export": "Write a run as csv, parquet, OSU's tables or gnuplot's files.",
}  # fmt: skip

# What the help of a command says of its exit status.
STATUSES = {
    "measure": "Exit status: 0 if every cell has a result, 1 if a cell failed or hung or the "
    "measuring went wrong, 2 for bad input, 130 after Ctrl-C.",
    "run": "Exit status: the program's own; 128 + N if signal N killed a rank; 125 if the runtime "
    "was not active (see --or-native); 2 if Strobe refused the command and started nothing.",
}


def app() -> App:
    """The command line, with nothing of any command imported yet."""
    strobe = App(
        name="strobe",
        help="A laboratory for message-passing machines.",
        version=__version__,
        help_format="plaintext",
        default_parameter=Parameter(negative=(), show_default=_worth_showing),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )
    for order, (name, purpose) in enumerate(COMMANDS.items()):
        status = {"help_epilogue": STATUSES[name]} if name in STATUSES else {}
        strobe.command(
            f"strobe.cli.{name}:command", name=name, help=purpose, sort_key=order, **status
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


def _worth_showing(default: object) -> str | None:
    """A default as the help shows it; nothing for empty ones, which say nothing."""
    if default is None or default is False or default in ("", [], ()):
        return None
    return f"{default:g}" if isinstance(default, float) else str(default)


def _complain(sentence: str, status: int) -> int:
    print(f"strobe: {sentence}", file=sys.stderr)
    return status


def _sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, in one line."""
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"there is nothing to do with {' '.join(error.unused_tokens)!r}"
    return " ".join(str(error).split())


if __name__ == "__main__":
    sys.exit(main())
