# SPDX-License-Identifier: BSD-3-Clause
"""The command `strobe`: calls one command, and tells what becomes of an error.

Every error that a person can do something about is one line, `strobe: ...`, on standard error.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from strobe.base import notes
from strobe.base.errors import StrobeError

TROUBLE = 1
INTERRUPTED = 130


def process() -> NoReturn:
    """The command as a process, which ends with its exit status.

    The interpreter takes a tenth of a short job to dismantle itself. When `strobe run` has printed
    how the job ended, nothing is left that this would do for it.
    """
    status = main()
    if sys.argv[1:2] != ["run"]:
        sys.exit(status)
    atexit._run_exitfuncs()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(status)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status: 0, 1 trouble while measuring, 2 bad input, 130 stopped."""
    _open_what_is_closed()
    notes.be_quiet(False)
    try:
        status = _called(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
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


def _called(words: Sequence[str]) -> object:
    """What the command of these words returns; its module is imported here and not before."""
    if words[:1] == ["run"]:
        from strobe.cli import run, run_line
        from strobe.options.run import RunOptions

        line = run_line.read("run", words[1:], RunOptions)
        if line.question is None:
            return run.command(*line.program, options=line.options)
        words = ["run", line.question]
    if words[:1] == ["explore"]:
        from strobe.cli import explore, run_line
        from strobe.options.explore import ExploreOptions

        asked = run_line.read("explore", words[1:], ExploreOptions)
        if asked.question is None:
            return explore.command(*asked.program, options=asked.options)
        words = ["explore", asked.question]
    from strobe.cli import app

    return app.called(words)


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


if __name__ == "__main__":
    process()
