# SPDX-License-Identifier: BSD-3-Clause
"""`strobe explore`: every outcome of a program, and what makes the difference."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes, units
from strobe.base.errors import StrobeError
from strobe.cli.paths import near
from strobe.options.explore import PROGRAM, ExploreOptions
from strobe.options.option import spread

if TYPE_CHECKING:
    from strobe.explore.outcome import Trial
    from strobe.explore.search import Exploration, Found

DEFAULTS = ExploreOptions()
WRONG, INCOMPLETE = 1, 3
MOST_SHOWN = 20
"""Lines of output, findings and choices that are shown of an outcome."""


def command(
    *program: Annotated[str, PROGRAM.argument],
    options: Annotated[ExploreOptions, spread()] = DEFAULTS,
) -> int:
    """Try all choices, write the files that repeat each outcome, and say what was found."""
    options.check(program=program)
    if not program:
        raise StrobeError("name the program to explore, as in `strobe explore -n 3 ./app`")
    notes.be_quiet(options.quiet)
    from strobe.explore import outcome, search

    words = ("--mpi", options.mpi) if options.mpi is not None else ()
    plan = outcome.Plan(options.ranks, words, program, options.run_limit, "error,warning")
    sends = {"buffered": (False,), "synchronous": (True,), "both": (False, True)}[options.sends]
    limits = search.Limits(options.runs, options.budget, options.jobs or outcome.cores())
    tell = _progress if _shows_progress(options) else _silent
    found = search.explore(partial(outcome.trial, plan), sends, limits, tell)
    _clear_line(options)
    folder = _written(found, options.output)
    if options.json:
        _tell(found)
    else:
        _show(found, options, program, folder)
    if any(not one.outcome.is_right for one in found.outcomes):
        return WRONG
    return 0 if found.is_complete else INCOMPLETE


def _shows_progress(options: ExploreOptions) -> bool:
    return not options.quiet and sys.stderr.isatty()


def _silent(_found: Exploration) -> None:
    pass


def _progress(found: Exploration) -> None:
    told = f"{units.plural(found.runs, 'run')}, {units.plural(len(found.found), 'outcome')}"
    print(f"\r\x1b[K{told}, {found.open} choices to try", end="", file=sys.stderr, flush=True)


def _clear_line(options: ExploreOptions) -> None:
    if _shows_progress(options):
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _written(found: Exploration, folder: Path) -> Path:
    """Write the choices of each outcome. Raises StrobeError where that is not possible."""
    from strobe.explore.outcome import write_choices

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("outcome-*.choices"):
            old.unlink()
        for number, one in enumerate(found.outcomes, 1):
            write_choices(one.first.forced, _file(folder, number))
    except OSError as error:
        raise StrobeError(f"cannot write into {folder}: {error.strerror}") from error
    return folder


def _file(folder: Path, number: int) -> Path:
    return folder / f"outcome-{number}.choices"


def _coverage(found: Exploration) -> str:
    tried = units.plural(found.matchings, "matching")
    runs = units.plural(found.runs, "run")
    if found.is_complete:
        return f"all {tried} were tried in {runs}"
    left = units.plural(found.open, "choice")
    return f"{tried} were tried in {runs}; {left} that they show were not"


def _show(
    found: Exploration, options: ExploreOptions, program: tuple[str, ...], folder: Path
) -> None:
    outcomes = found.outcomes
    print(f"{units.plural(len(outcomes), 'outcome')}; {_coverage(found)}")
    for number, one in enumerate(outcomes, 1):
        for line in _lines(found, one, number, options, program, folder):
            print(line)


def _lines(
    found: Exploration,
    one: Found,
    number: int,
    options: ExploreOptions,
    program: tuple[str, ...],
    folder: Path,
) -> list[str]:
    """What a person reads of an outcome."""
    outcome, trial = one.outcome, one.first
    word = "right" if outcome.is_right else "wrong"
    sends = "synchronous sends" if trial.synchronous else "buffered sends"
    head = f"outcome {number}: {word}, {outcome.end}, status {outcome.status}"
    said = ["", f"{head} ({units.plural(one.runs, 'run')}; first with {sends})"]
    said += [f"    {line}" for line in filter(None, [trial.sentence, *outcome.errors[:MOST_SHOWN]])]
    said += [f"    because {line}" for line in _difference(found, trial)]
    if outcome.output:
        shown = outcome.output[:MOST_SHOWN]
        more = len(outcome.output) - len(shown)
        said += ["    output, sorted:", *(f"        {line}" for line in shown)]
        said += [f"        and {units.plural(more, 'more line')}"] if more else []
    words = [
        "strobe", "run", "-n", str(options.ranks), "--check", "--replay",
        near(_file(folder, number)), *(["--synchronous"] if trial.synchronous else []), *program,
    ]  # fmt: skip
    return [*said, f"    repeat it: {shlex.join(map(str, words))}"]


def _difference(found: Exploration, trial: Trial) -> list[str]:
    """Which operations got other messages than in the first run, the chosen ones."""
    base = found.base
    if base is None or base.run is None or trial.run is None:
        return []
    from strobe.explore.outcome import places

    before, now = base.run.choices, trial.run.choices
    known = places(trial)
    said = []
    for choice, source in sorted(trial.forced.items()):
        if choice in before and before[choice] != source and now.get(choice) == source:
            rank, number = choice
            where = known.get(choice, f"operation {number} from any source")
            said.append(f"rank {rank} gets the message of rank {source} in {where}, "
                        f"instead of that of rank {before[choice]}")  # fmt: skip
    return said[:MOST_SHOWN]


def _tell(found: Exploration) -> None:
    """All of it as one line of JSON."""
    import msgspec

    outcomes = [
        {
            **msgspec.to_builtins(one.outcome),
            "right": one.outcome.is_right,
            "runs": one.runs,
            "synchronous": one.first.synchronous,
            "sentence": one.first.sentence,
            "choices": [[*choice, source] for choice, source in sorted(one.first.forced.items())],
            "because": _difference(found, one.first),
        }
        for one in found.outcomes
    ]
    told = {
        "outcomes": outcomes,
        "runs": found.runs,
        "matchings": found.matchings,
        "infeasible": found.infeasible,
        "open": found.open,
        "complete": found.is_complete,
    }
    print(msgspec.json.encode(told).decode())
