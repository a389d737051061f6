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
    from collections.abc import Callable, Mapping

    from strobe.explore.operations import Answer, Choice
    from strobe.explore.outcome import Trial
    from strobe.explore.search import Exploration, Found

DEFAULTS = ExploreOptions()
WRONG, INCOMPLETE = 1, 3
STOPS = {"deadlock", "error"}
"""How a run ends where --break-on-error stops."""
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
    from strobe.coscheduling import folders
    from strobe.explore import outcome, search

    if options.report is not None:
        folders.check_file(options.report, "page")
    words = ("--mpi", options.mpi) if options.mpi is not None else ()
    plan = outcome.Plan(options.ranks, words, program, options.run_limit, "error,warning")
    sends = {"buffered": (False,), "synchronous": (True,), "both": (False, True)}[options.sends]
    jobs = options.jobs or outcome.cores()
    limits = search.Limits(options.runs, options.budget, jobs, options.test_delays)
    tell = _progress if _shows_progress(options) else _silent
    found = search.explore(partial(outcome.trial, plan), sends, limits, tell)
    _clear_line(options)
    folder = _written(found, options.output)
    if options.report is not None:
        _draw(found, options, program, folder, options.report)
    if options.json:
        _tell(found, options)
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


def _coverage(found: Exploration, options: ExploreOptions) -> str:
    tried = units.plural(found.matchings, "matching")
    runs = units.plural(found.runs, "run")
    if found.is_complete:
        told = f"all {tried} were tried in {runs}"
    elif found.cut:
        ranks = units.listed([f"rank {rank}" for rank in sorted(found.cut)])
        told = (
            f"{tried} tried in {runs}\nno others were tried: a thread of {ranks} waits for another "
            "one in a loop of its own or computes for more than 10 s, or there are too many "
            "operations to log"
        )
    else:
        left = units.plural(found.open, "choice")
        told = f"{tried} were tried in {runs}; {left} that they show were not"
    if not found.is_bounded:
        return told
    often = {0: "only where they must", 1: "at most once more than they must"}.get(
        options.test_delays, f"at most {options.test_delays} times more than they must"
    )
    return f"{told}\ntests and nonblocking probes found nothing {often}; --test-delays changes that"


def _show(
    found: Exploration, options: ExploreOptions, program: tuple[str, ...], folder: Path
) -> None:
    outcomes = found.outcomes
    print(f"{units.plural(len(outcomes), 'outcome')}; {_coverage(found, options)}")
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
    said += [f"    repeat it: {_repeat(trial, number, options, program, folder)}"]
    if outcome.errors or outcome.end in STOPS:
        stops = _repeat(trial, number, options, program, folder, "--break-on-error")
        said += [f"    stop there: {stops}"]
    return said


def _repeat(
    trial: Trial,
    number: int,
    options: ExploreOptions,
    program: tuple[str, ...],
    folder: Path,
    *more: str,
) -> str:
    words = [
        "strobe", "run", "-n", str(options.ranks), "--check", *more, "--replay",
        near(_file(folder, number)), *(["--synchronous"] if trial.synchronous else []), *program,
    ]  # fmt: skip
    return shlex.join(map(str, words))


def _draw(
    found: Exploration,
    options: ExploreOptions,
    program: tuple[str, ...],
    folder: Path,
    path: Path,
) -> None:
    """Write the page. Raises StrobeError where that is not possible."""
    from strobe.report.outcomes.page import Told, write_outcomes_report

    told = [
        Told(_difference(found, one.first), _repeat(one.first, number, options, program, folder))
        for number, one in enumerate(found.outcomes, 1)
    ]
    title = f"Outcomes of {Path(program[0]).name} on {units.plural(options.ranks, 'rank')}"
    lines = _coverage(found, options).splitlines()
    coverage = " ".join(f"{line[0].upper()}{line[1:]}." for line in lines)
    write_outcomes_report(path, found, title, coverage, told)
    notes.say(f"the page is {near(path.absolute())}")


def _difference(found: Exploration, trial: Trial) -> list[str]:
    """Which operations got something else than in the first run, the chosen ones."""
    base = found.base
    if base is None or base.run is None or trial.run is None:
        return []
    from strobe.explore.outcome import places

    before, now = base.run.choices, trial.run.choices
    known = places(trial)
    said = []
    for choice in sorted(trial.forced):
        answer = trial.forced[choice]
        if choice in before and before[choice] != answer and now.get(choice) == answer:
            rank, number = choice
            where = known.get(choice, f"operation {number} that has a choice")
            told = _result(answer, before[choice], where, partial(_named, known))
            said.append(f"rank {rank} {told}")
    return said[:MOST_SHOWN]


def _named(known: Mapping[Choice, str], choice: Choice) -> str:
    """`MPI_Put (a.c:7, in main) of rank 2`."""
    from strobe.explore.operations import operation_in_words

    return f"{known[choice]} of rank {choice[0]}" if choice in known else operation_in_words(choice)


def _result(answer: Answer, before: Answer, where: str, name: Callable[[Choice], str]) -> str:
    """What an operation gets, and what it got in the first run."""
    from strobe.explore.accesses import After
    from strobe.explore.operations import in_words
    from strobe.explore.turns import Thread

    if isinstance(answer, Thread):
        return f"has {in_words(answer)} go on, in {where}, instead of {in_words(before)}"
    if isinstance(answer, After):
        told = f"has {where} take effect {in_words(answer, name)}"
        return f"{told}, instead of {in_words(before, name)}"
    if isinstance(answer, int) and isinstance(before, int):
        return f"gets the message of rank {answer} in {where}, instead of that of rank {before}"
    return f"finds {in_words(answer)} in {where}, instead of {in_words(before)}"


def _tell(found: Exploration, options: ExploreOptions) -> None:
    """All of it as one line of JSON."""
    import msgspec

    outcomes = [
        {
            **msgspec.to_builtins(one.outcome),
            "right": one.outcome.is_right,
            "runs": one.runs,
            "synchronous": one.first.synchronous,
            "sentence": one.first.sentence,
            "choices": [[*choice, one.first.forced[choice]] for choice in sorted(one.first.forced)],
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
        "cut": sorted(found.cut),
        "test_delays": options.test_delays if found.is_bounded else None,
    }
    print(msgspec.json.encode(told).decode())
