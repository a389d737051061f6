# SPDX-License-Identifier: BSD-3-Clause
"""`strobe fit`: the models of a run, into its folder and onto the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import units
from strobe.cli import tables
from strobe.cli.paths import near
from strobe.gate.limits import REMEDY, TOO_NOISY, is_narrow
from strobe.options.fit import FOLDER

if TYPE_CHECKING:
    from strobe.fit.contention import Contention
    from strobe.fit.four_times import MeasuredLine
    from strobe.fit.models import Estimate, Interval, Model, Models
    from strobe.fit.network import MeasuredNetwork
    from strobe.fit.topologies import Choice

HEADINGS = ["kernel", "regime", "sizes", "start-up time", "bandwidth", "n1/2"]
CHOICE_HEADINGS = ["operation", "processes", "from size", "topology", "speedup"]


def command(folder: Annotated[Path, FOLDER.argument], /) -> None:
    """Write the models and show them."""
    fitted = fit_folder(folder)
    rows = [row for model in fitted.models.models for row in _rows(model)]
    tables.show("Time = start-up time + size / bandwidth", HEADINGS, rows, numbers=3)
    if fitted.exclusion_note:
        print(f"{fitted.exclusion_note}. {REMEDY}\n")
    print(near(fitted.models_file.absolute()))
    if fitted.network is not None and fitted.network_file is not None:
        print()
        _show_network(fitted.network, fitted.noisy_kernels)
        print(f"strobe schedule PATTERN --network {near(fitted.network_file.absolute())}")
        print(f"strobe simulate PROGRAM --network {near(fitted.network_file.absolute())}")
    if fitted.topologies_file is not None:
        rows = [_choice_row(choice) for choice in fitted.topologies]
        print()
        tables.show(
            "Topologies for TOP = ' ' (else the MPI collective)", CHOICE_HEADINGS, rows, numbers=1
        )
        print(f"export STROBE_BLACS_MODEL={near(fitted.topologies_file.absolute())}")


@dataclass(frozen=True)
class Fitted:
    """What was found in a run, and the files it was written to."""

    models: Models
    models_file: Path
    topologies: list[Choice]
    topologies_file: Path | None
    """None where the run does not compare topologies of the BLACS, or was measured with a model."""
    network: MeasuredNetwork | None
    network_file: Path | None
    """None where the run has no ping-pong."""
    exclusion_note: str
    """How many cells the fits exclude; empty where there are none."""
    noisy_kernels: frozenset[str]
    """Kernels with a cell that is too noisy; the network uses them nevertheless."""


def fit_folder(folder: Path) -> Fitted:
    """Fit the run in `folder` and write its models, its network, and its model of the BLACS."""
    from strobe.fit import topologies
    from strobe.fit.fitting import fit_run
    from strobe.fit.models import write_models
    from strobe.fit.network import measured_network, write_network
    from strobe.gate.cells import accepted, exclusion_note, is_refused
    from strobe.records.run import load
    from strobe.records.summary import summarise

    run = load(folder)
    summary = summarise(run)
    models = fit_run(run, summary)
    told = accepted(summary)
    network = measured_network(run, summary)
    network_file = None if network is None else write_network(network, folder)
    refused = [cell for cell in told.cells.values() if is_refused(cell)]
    fitted = Fitted(
        models,
        write_models(models, folder),
        [],
        None,
        network,
        network_file,
        exclusion_note(told.cells.values()),
        frozenset(cell.declared.kernel for cell in refused),
    )
    if not topologies.are_compared(run):
        return fitted
    chosen = topologies.choices(told)
    return replace(
        fitted, topologies=chosen, topologies_file=topologies.write_model(chosen, folder)
    )


def _show_network(measured: MeasuredNetwork, noisy_kernels: frozenset[str]) -> None:
    """The network for simulations, and the measurements behind it."""
    from strobe.fit.four_times import KERNELS
    from strobe.fit.network import COLLECTIVES, ECHO

    def marked(source: str, *kernels: str) -> str:
        return f"{source} (too noisy)" if noisy_kernels.intersection(kernels) else source

    network = measured.network
    compare = [
        units.duration(network.compare_s) if network.compare_s else "",
        f"{units.duration(network.compare_per_level_s)} per level"
        if network.compare_per_level_s
        else "",
    ]
    rows = [
        (
            "a block",
            units.duration(network.start_s),
            marked(f"half of a ping-pong of {units.size(measured.shortest_bytes)}", ECHO),
        ),
        (
            "a link",
            units.bandwidth(network.bytes_per_s),
            marked(f"half of a ping-pong of {units.size(measured.longest_bytes)}, less that", ECHO),
        ),
        (
            "Compare-And-Write",
            " and ".join(filter(None, compare)),
            marked(measured.compare, ECHO, *COLLECTIVES),
        ),
        ("multicast", "a tree of blocks", "no message layer offers a multicast"),
    ]
    rows += [
        (
            _time_name(name),
            _line_text(measured.times[name]),
            marked(f"the kernel {measured.times[name].kernel}", measured.times[name].kernel),
        )
        if name in measured.times
        else (_time_name(name), "not measured", f"needs the kernel {' or '.join(kernels)}")
        for name, kernels in KERNELS.items()
    ]
    rows.append(_contention_row(measured.contention, marked))
    title = "Network for strobe simulate and strobe schedule"
    tables.show(title, ["operation", "cost", "measured as"], rows)


def _time_name(name: str) -> str:
    return name.replace("t_", "T_")


def _line_text(measured: MeasuredLine) -> str:
    line = measured.line
    per_byte = units.duration(max(line.per_byte_s.value, 0.0))
    return f"{units.duration(line.startup_s.value)} and {per_byte} per byte"


def _contention_row(
    contention: Contention | None, marked: Callable[..., str]
) -> tuple[str, str, str]:
    """How many messages share nothing, and which pairs showed it."""
    from strobe.fit.contention import KERNELS

    what = "messages at once"
    if contention is None:
        kernels = " or ".join(KERNELS)
        return what, "not measured", f"needs the kernel {kernels} with several pairs"
    source = marked(f"the kernel {contention.kernel}, up to {contention.most} pairs",
                    contention.kernel)  # fmt: skip
    if contention.parallel_transfers is None:
        return what, f"at least {contention.most} share nothing", source
    return what, f"{contention.parallel_transfers:.1f} share nothing", source


def _choice_row(choice: Choice) -> list[str]:
    return [
        choice.operation.replace("_", " "),
        str(choice.processes),
        units.size(choice.from_bytes),
        choice.top,
        f"{choice.gain:.2f}",
    ]


def _rows(model: Model) -> list[list[str]]:
    """One row a segment; one with the reason where the fit was refused."""
    from strobe.report.page import naming

    classes = filter(None, [naming.size_class(model)])
    held = ", ".join([*(str(value) for value in model.fixed.values()), *classes])
    name = f"{model.kernel} ({held})" if held else model.kernel
    speed = units.duration(model.exchange_s) if model.exchange_s is not None else ""
    if not model.accepted:
        return [[name, speed, f"refused: {model.reason}", "", "", ""]]
    half = model.half_bandwidth_size_bytes
    rows = []
    for segment in model.segments:
        sizes = f"{units.size(segment.from_bytes)} to {units.size(segment.to_bytes)}"
        startup = _startup(segment.startup_s)
        bandwidth = _estimate_text(segment.bandwidth_bytes_per_s, units.bandwidth)
        n_half = (
            _estimate_text(half, units.size)
            if half is not None and segment is model.segments[-1]
            else ""
        )
        rows.append([name, speed, sizes, startup, bandwidth, n_half])
        name = speed = ""
    return rows


def _estimate_text(estimate: Estimate, shown: Callable[[float | None], str]) -> str:
    from strobe.fit.accepted import accepted_estimate

    known = accepted_estimate(estimate)
    return TOO_NOISY if known is None else shown(known.value)


def _startup(bounds: Interval) -> str:
    """A start-up time whose interval includes zero is given as an upper bound."""
    if bounds.low <= 0 < bounds.high:
        return f"at most {units.duration(bounds.high)}"
    low, high = sorted((abs(bounds.low), abs(bounds.high)))
    return units.duration(bounds.value) if is_narrow(low, high) else TOO_NOISY
