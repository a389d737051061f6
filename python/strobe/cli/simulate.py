# SPDX-License-Identifier: BSD-3-Clause
"""`strobe simulate`: a program under buffered coscheduling, on a machine that does not exist.

Fernandez, Petrini and Frachtenberg, Achieving Predictable and Scalable Performance with BCS-MPI.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.cli.paths import near

if TYPE_CHECKING:
    from strobe.simulation.result import Result

EMDS_BYTES = 1 << 20
Numbers = Annotated[list[int] | None, Parameter(consume_multiple=True)]
Shape = Literal["exponential", "normal", "uniform", "lognormal", "pareto"]
Times = Annotated[list[float] | None, Parameter(consume_multiple=True)]


def command(
    program: str | None = None,
    /,
    *,
    format: Literal["script", "trace"] = "script",
    flops_per_second: float | None = None,
    mode: Literal["strict", "adaptive", "deterministic", "fast"] = "strict",
    network: str = "qsnet",
    nodes: int = 32,
    ranks_per_node: int = 2,
    steps: int = 10,
    grain: float = 1000.0,
    size: int = 8,
    slice_us: Annotated[float, Parameter(name="--slice")] = 250.0,
    slice_bytes: int = 0,
    eager: int = -1,
    seed: int = 1,
    jitter: float = 0.0,
    jitter_shape: Shape = "exponential",
    noise: float = 0.0,
    noise_period: float = 0.0,
    drift: float = 0.0,
    drift_shape: Literal["constant", "linear", "periodic", "random-walk"] = "constant",
    drift_period: float = 1e6,
    timer_late: float = 0.0,
    timer_late_shape: Shape = "exponential",
    loss: float = 0.0,
    slow_nodes: Numbers = None,
    slow_factor: float = 1.0,
    strobe_sender_dies: Times = None,
    stop_node: int | None = None,
    stop_at: float = 0.0,
    most_slices: int | None = None,
    watch: Numbers = None,
    first_slice: int = 0,
    last_slice: int | None = None,
    emds: Path | None = None,
    emds_bytes: int = EMDS_BYTES,
    plots: Path | None = None,
    timeline: Path | None = None,
    follow: Annotated[bool, Parameter(show_default=False)] = False,
    json: Annotated[bool, Parameter(show_default=False)] = False,
    study: Path | None = None,
    quick: Annotated[bool, Parameter(show_default=False)] = False,
) -> int:
    """Run a program under buffered coscheduling on a simulated machine.

    Without a program, list programs and networks. Times are microseconds. The same options and
    seed give the same run, event by event. The status is 1 where the program does not come to its
    end. Ctrl-C ends the run; what was gathered until then is shown and written, and the status is
    130.

    Parameters
    ----------
    program
        What to run: barrier, ping-pong, sweep, ..., or a file with a script or a trace.
    format
        Of the file: a script, or a time-independent trace as SimGrid writes it.
    flops_per_second
        How fast a processor does what a trace counts.
    mode
        What waits for a strobe: everything (strict, by the clock; adaptive), only what depends on
        timing (deterministic), or nothing (fast).
    network
        A network of table 2.1 of the paper, or a file with one: JSON with the fields that
        strobe-simulate --list shows. `strobe fit` writes that of a machine that was measured.
    nodes
        Compute nodes.
    ranks_per_node
        Processes on each of them.
    steps
        How often the program does what it does.
    grain
        Computation in each step.
    size
        Bytes of a message.
    slice_us
        The length of a time slice.
    slice_bytes
        What a node receives in one slice at most; 0: what the network carries in half of it.
    eager
        A send of so many bytes at most is complete at once.
    seed
        Of all that is drawn.
    jitter
        Blocks are late by so many of their start-up times, on average.
    jitter_shape
        How the single ones differ: lognormal and pareto have some that are very late.
    noise
        What the operating system takes at a time.
    noise_period
        How often it does.
    drift
        What the strobe sender's clock gains, as a part of the time: at most a half.
    drift_shape
        For ever; in each period as much more (linear); as a sine of this period and height; or
        in steps of this size, one a period, either way.
    drift_period
        Of these shapes.
    timer_late
        By how much the strobe sender's timer fires late, on average; the next slice begins a slice
        later than that.
    timer_late_shape
        How the single times differ.
    loss
        The share of blocks that are lost, and sent again.
    slow_nodes
        Nodes that compute slower.
    slow_factor
        How much slower.
    strobe_sender_dies
        When; another node takes over.
    stop_node
        A node that stops.
    stop_at
        When it does.
    most_slices
        End after so many.
    watch
        Nodes whose local metrics are kept (table 5.2); the global ones always are (table 5.1).
    first_slice
        The first slice of which metrics are kept.
    last_slice
        The last one.
    emds
        Write the metrics into this file, as csv, however many there are.
    emds_bytes
        Memory for metrics; without a file only the last ones are kept beyond it.
    plots
        Draw them into this folder, as figures 5.3 to 5.5.
    timeline
        Write slices, microphases and what each rank did into this file, which ui.perfetto.dev and
        chrome://tracing open: of the nodes that --watch names, or else of the first 16.
    follow
        One line on standard error for each thing that happens.
    json
        Print everything as JSON.
    study
        Simulate all of the paper's figures into this folder: drawings, numbers, and a page of
        tables with the command of each run. Takes a minute, and no other option but --quick.
    quick
        Of a study: a small one, in a second.
    """
    chosen = dict(locals())
    if study is not None or quick:
        return _study(study, quick, chosen)
    import msgspec

    from strobe.simulation import result as simulation

    if program is None:
        _list_all()
        return 0
    options: dict[str, object] = {
        "mode": mode, "network": network, "nodes": nodes, "ranks-per-node": ranks_per_node,
        "steps": steps, "grain": grain, "size": size, "slice": slice_us, "seed": seed,
    }  # fmt: skip
    rare: dict[str, object] = {
        "format": format if format != "script" else None, "flops-per-second": flops_per_second,
        "slice-bytes": slice_bytes or None, "eager": eager if eager >= 0 else None,
        "jitter": jitter or None, "jitter-shape": jitter_shape if jitter else None,
        "noise": noise or None, "noise-period": noise_period or None,
        "drift": drift or None, "drift-shape": drift_shape if drift else None,
        "drift-period": drift_period if drift and drift_shape != "constant" else None,
        "timer-late": timer_late or None,
        "timer-late-shape": timer_late_shape if timer_late else None,
        "loss": loss or None, "slow-nodes": slow_nodes,
        "slow-factor": slow_factor if slow_nodes else None,
        "strobe-sender-dies": strobe_sender_dies, "stop-node": stop_node,
        "stop-at": stop_at if stop_node is not None else None, "most-slices": most_slices,
        "watch": watch, "first-slice": first_slice or None, "last-slice": last_slice,
        "emds-bytes": emds_bytes if emds_bytes != EMDS_BYTES else None,
    }  # fmt: skip
    words = [program]
    for name, value in (options | rare).items():
        if value is not None:
            words += [f"--{name}", _word(value)]
    if not json:
        # First of all, and whole: whoever has this line and the release has the run.
        print("strobe simulate", *words, flush=True)
    written = {"emds": emds, "timeline": timeline}
    files = [f"--{name}={path}" for name, path in written.items() if path is not None]
    if sys.stderr.isatty() and not (json or follow):
        from strobe.simulation.display import Bar

        bar = Bar()
        try:
            found = simulation.simulate([*words, *files], watch=bar.update, keep=True)
        finally:
            bar.close()
    else:
        found = simulation.simulate([*words, *files], follow=follow, keep=True)
    if plots is not None:
        from strobe.simulation import figures

        figures.write(found, plots)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        _show(found)
        if found.emds.dropped_slices and (plots is not None or (watch and emds is None)):
            _tell_of_dropped(found, into_file=emds is not None)
        for path in (emds, plots, timeline):
            if path is not None:
                print(near(path.absolute()))
    if found.is_interrupted:
        print("strobe: stopped; all that was gathered is kept", file=sys.stderr)
        return simulation.INTERRUPTED
    return 0 if found.is_good else 1


def _study(folder: Path | None, quick: bool, chosen: dict[str, object]) -> int:
    """All of the paper's figures; `chosen` are all arguments of the command."""
    from strobe.cli import simulation_study

    if folder is None:
        raise StrobeError("--quick is an option of --study FOLDER")
    parameters = inspect.signature(command).parameters
    given = [
        name for name, value in chosen.items()
        if name not in ("study", "quick") and value != parameters[name].default
    ]  # fmt: skip
    if given:
        option = given[0].removesuffix("_us").replace("_", "-")
        name = option if option == "program" else f"--{option}"
        raise StrobeError(f"--study chooses programs and options itself: leave out {name}")
    try:
        simulation_study.write(folder, quick=quick)
    except KeyboardInterrupt:
        print("strobe: stopped; a study is written when all of it is there", file=sys.stderr)
        return simulation_study.INTERRUPTED
    return 0


def _word(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


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
