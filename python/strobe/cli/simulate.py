# SPDX-License-Identifier: BSD-3-Clause
"""`strobe simulate`: a program under buffered coscheduling, on a machine that does not exist.

Fernandez, Petrini and Frachtenberg, Achieving Predictable and Scalable Performance with BCS-MPI.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes
from strobe.cli import tables
from strobe.cli.paths import near
from strobe.options.option import spread
from strobe.options.simulate import PROGRAM, SimulateOptions

if TYPE_CHECKING:
    from strobe.simulation.result import Result

DEFAULTS = SimulateOptions()


def command(
    program: Annotated[str | None, PROGRAM.argument] = None,
    /,
    *,
    options: Annotated[SimulateOptions, spread()] = DEFAULTS,
) -> int:
    """List what can be simulated, run one simulation, or run all of a study."""
    options.check(program=program)
    notes.be_quiet(options.quiet)
    if options.study is not None:
        return _study(options.study, quick=options.quick)
    if program is None:
        _list_all()
        return 0
    from strobe.simulation import result as simulation

    # A person who has this line and the release can repeat the run, so it comes first.
    if not options.json:
        print("strobe simulate", program, *_repeated(options), flush=True)
    found = _simulated([program, *options.passed_on(follow=False)], options)
    if options.plots is not None:
        from strobe.simulation import figures

        figures.write(found, options.plots)
    _print(found, options)
    if found.is_interrupted:
        print("strobe: stopped; all that was gathered is kept", file=sys.stderr)
        return simulation.INTERRUPTED
    return 0 if found.is_good else 1


def _repeated(options: SimulateOptions) -> list[str]:
    """The words that give the same run again, without the files that it writes."""
    return options.passed_on(emds=None, timeline=None, follow=False)


def _simulated(words: list[str], options: SimulateOptions) -> Result:
    """Run strobe-simulate, with a progress bar on a terminal that shows nothing else."""
    from strobe.simulation import result as simulation

    is_shown = sys.stderr.isatty() and notes.are_wanted()
    if not is_shown or options.json or options.follow:
        return simulation.simulate(words, follow=options.follow, keep=True)
    from strobe.simulation.display import Bar

    bar = Bar()
    try:
        return simulation.simulate(words, watch=bar.update, keep=True)
    finally:
        bar.close()


def _study(folder: Path, *, quick: bool) -> int:
    """Simulate all of the paper's figures."""
    from strobe.cli import simulation_study

    try:
        simulation_study.write(folder, quick=quick)
    except KeyboardInterrupt:
        print("strobe: stopped; a study is written when all of it is there", file=sys.stderr)
        return simulation_study.INTERRUPTED
    return 0


def _print(found: Result, options: SimulateOptions) -> None:
    """The result, and the files that were written."""
    import msgspec

    if options.json:
        print(msgspec.json.encode(found).decode())
        return
    _show(found)
    wants_metrics = options.plots is not None or (options.watch and options.emds is None)
    if found.emds.dropped_slices and wants_metrics:
        _tell_of_dropped(found, into_file=options.emds is not None)
    for path in (options.emds, options.plots, options.timeline):
        if path is not None:
            print(near(path.absolute()))


def _list_all() -> None:
    from strobe.base import units
    from strobe.simulation import result as simulation

    offered = simulation.offered()
    tables.show("Programs", ["name", "what it does"], [(p.name, p.what) for p in offered.programs])
    rows = [
        (
            n.name,
            n.title,
            units.duration(n.compare_s + n.compare_per_level_s)
            + (" log2 n" if n.compare_per_level_s else ""),
            units.duration(n.start_s),
            units.bandwidth(n.bytes_per_s),
            "yes" if n.multicasts else "no",
        )
        for n in offered.networks
    ]
    headings = ["name", "network", "Compare-And-Write", "a block", "a link", "multicast"]
    tables.show("Networks", headings, rows)


def _show(found: Result) -> None:
    from strobe.base import units

    rows = [
        ("end", found.end),
        ("after", units.duration(found.time_s)),
        ("slices", units.count(found.slices)),
        ("decisions", found.hash),
        ("simulated", f"{units.count(found.events)} events in {units.duration(found.wall_s)}"),
    ]
    tables.show_facts(rows)
    for sentence in found.sentences:
        print(sentence)


def _tell_of_dropped(found: Result, *, into_file: bool) -> None:
    from strobe.base import units

    dropped = units.plural(found.emds.dropped_slices, "slice")
    if into_file:
        print(f"the metrics of the first {dropped} are in the file only, and not drawn")
    else:
        print(f"the metrics of the first {dropped} are not kept: --emds FILE keeps all")
