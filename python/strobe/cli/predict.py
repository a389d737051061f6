# SPDX-License-Identifier: BSD-3-Clause
"""`strobe predict`: how long a recorded program takes on another machine."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes, units
from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.options.option import spread
from strobe.options.predict import JOB, PredictOptions

if TYPE_CHECKING:
    from strobe.predict.machine import Machine
    from strobe.predict.prediction import Interval, Plan, Prediction, Predictor
    from strobe.predict.study import Study

DEFAULTS = PredictOptions()
RECORDED_RANKS = 2
"""Of --run, as of `strobe measure`."""


def command(
    job: Annotated[Path, JOB.argument],
    /,
    *,
    options: Annotated[PredictOptions, spread()] = DEFAULTS,
) -> None:
    """Predict, and show where the time goes and what it depends on."""
    options.check(job=job)
    if options.on is None:
        raise StrobeError(
            "name the machine to predict for, as in `strobe predict job --on results/RUN`"
        )
    notes.be_quiet(options.quiet)
    study = _study(job, options.on, options)
    if options.json:
        import msgspec

        print(msgspec.json.encode(study).decode())
    else:
        _show(study, options)
    if options.report is not None:
        from strobe.report.prediction.page import write_prediction_report

        page = write_prediction_report(options.report, study)
        if not options.json:
            print(page)


def _study(job: Path, on: str, options: PredictOptions) -> Study:
    from msgspec import structs

    from strobe.predict import scaling, validation, what_if
    from strobe.predict.prediction import Plan, Predictor
    from strobe.predict.study import RANKS, Study, read_range

    machine = _machine(on, options)
    recorded_on = _recorded_on(on, options)
    asked = None if options.sweep is None else read_range(options.sweep)
    wanted = [options.ranks] if options.ranks is not None and options.others else []
    if asked is not None and asked.what == RANKS:
        if not options.others:
            raise StrobeError("--sweep ranks needs records at other numbers of ranks: --with JOB")
        wanted += asked.ranks
    elif options.others and options.ranks is None:
        raise StrobeError("--with needs --ranks or --sweep ranks=LOW:HIGH: what is it for?")
    plan = _plan(job, on, machine, recorded_on, options)
    predictor = Predictor(job, machine, plan)
    launched = None
    if options.validate:
        if not Path(on).is_dir():
            raise StrobeError("--validate needs a machine that is here: --on the folder of a run")
        launched = validation.launch(
            predictor.job, Path(on), options.launch, trusted=options.trust_folder
        )
    prediction = predictor.predict(_progress(options, "replays"))
    study = Study(job.resolve().name, _program(predictor), prediction)
    if recorded_on is not None:
        own = replace(plan, factors=what_if.Factors(), ranks_per_node=sys.maxsize,
                      speed=Plan.speed)  # fmt: skip
        there = Predictor(job, recorded_on, own)
        study = structs.replace(study, recorded_on=there.predict(_progress(options, "replays")))
    if wanted:
        others = [Predictor(other, machine, plan).predict(_progress(options, "replays"))
                  for other in map(Path, options.others)]  # fmt: skip
        study = structs.replace(study, scaling=scaling.fitted([prediction, *others], wanted))
    elif asked is not None:
        curve = predictor.sweep(asked.what, asked.factors, _progress(options, "replays"))
        study = structs.replace(study, sweep=curve)
    if launched is not None:
        found = validation.validate(
            launched, prediction.time_s.value_s, options.rounds, _progress(options, "runs")
        )
        study = structs.replace(study, validation=found)
    return study


def _program(predictor: Predictor) -> str:
    job = predictor.job.job
    return Path(job.program[0]).name if job is not None and job.program else ""


def _machine(on: str, options: PredictOptions) -> Machine:
    from strobe.predict import machine_of_run
    from strobe.predict.machines import named

    found = named(on)
    if options.network is not None:
        found = found.with_network_of(named(options.network))
    if options.within is not None:
        inner = machine_of_run.measured(options.within)
        if "node" not in inner.levels:
            raise StrobeError(
                f"{options.within} was measured between nodes, and --within wants one node"
            )
        found = replace(found, levels={**found.levels, "node": inner.levels["node"]})
    return found


def _recorded_on(on: str, options: PredictOptions) -> Machine | None:
    from strobe.predict import machine_of_run

    if options.recorded_on is None:
        return None
    if not Path(on).is_dir():
        raise StrobeError(
            f"--recorded-on scales computation between two measured machines, and {on!r} is none"
        )
    return machine_of_run.measured(options.recorded_on)


def _plan(
    job: Path, on: str, machine: Machine, recorded_on: Machine | None, options: PredictOptions
) -> Plan:
    """What is to be predicted; the job is recorded if it is not yet."""
    from strobe.predict import recording, what_if
    from strobe.predict.ceilings import ceilings, speed
    from strobe.predict.prediction import Plan, check_placement
    from strobe.records import job_record

    ranks = options.ranks or RECORDED_RANKS
    if options.run is None:
        ranks = job_record.read(job).size
    plan = Plan(
        what_if.read(options.what_if),
        _ranks_per_node(ranks, machine, options),
        options.draws,
        options.seed,
        options.jobs or len(os.sched_getaffinity(0)),
    )
    if options.run is not None:
        # What is wrong is said before the program takes its time.
        check_placement(machine, ranks, plan.ranks_per_node)
        recording.record(options.run, ranks, job)
    if options.recorded_on is None or recorded_on is None:
        return plan
    # Of more ranks than processors only as many compute at once.
    there = min(plan.ranks_per_node, ranks, machine.processors)
    on_host = Counter(record.host for record in job_record.read(job).ranks)
    here = min(max(on_host.values()), recorded_on.processors)
    found = speed(ceilings(options.within or Path(on)), there, ceilings(options.recorded_on), here)
    return replace(plan, speed=found)


def _ranks_per_node(ranks: int, machine: Machine, options: PredictOptions) -> int:
    if options.nodes is None:
        return options.ranks_per_node or (1 if "network" in machine.levels else sys.maxsize)
    if ranks % options.nodes:
        raise StrobeError(f"{ranks} ranks do not divide into {options.nodes} nodes")
    return ranks // options.nodes


def _progress(options: PredictOptions, what: str) -> Callable[[int, int], None]:
    is_shown = sys.stderr.isatty() and not options.quiet and not options.json

    def tell(done: int, of: int) -> None:
        if is_shown:
            end = "\n" if done == of else ""
            print(f"\rstrobe: {done} of {of} {what}", end=end, file=sys.stderr, flush=True)

    return tell


def _time(time_s: Interval) -> str:
    value = units.duration(time_s.value_s)
    if time_s.low_s == time_s.high_s:
        return value
    return f"{value} ({units.duration(time_s.low_s)} to {units.duration(time_s.high_s)})"


def _show(study: Study, options: PredictOptions) -> None:
    found = study.prediction
    where = f"{units.plural(found.ranks, 'rank')} on {units.plural(found.nodes, 'node')}"
    rows = [("machine", found.machine)]
    if options.what_if:
        rows.append(("what if", options.what_if))
    rows += [
        ("job", f"{study.program}, {where}" if study.program else where),
        ("predicted", _time(found.time_s)),
        ("recorded", units.duration(found.recorded_s)),
        ("bound by", found.bound_by),
    ]
    if study.recorded_on is not None:
        rows.append(("predicted for where it was recorded", _time(study.recorded_on.time_s)))
        rows.append(("computation", str(found.computation)))
    if study.validation is not None:
        measured = study.validation
        spread = (f"{units.duration(min(measured.times_s))} to "
                  f"{units.duration(max(measured.times_s))}")  # fmt: skip
        rows.append(("measured", f"{units.duration(measured.median_s)} ({spread})"))
        rows.append(("error of the prediction", f"{100 * measured.error:+.1f} %"))
    tables.show_facts(rows)
    print()
    _show_tables(found)
    if study.sweep is not None:
        points = [(f"{one.factor:.3g}x", _time(one.time_s)) for one in study.sweep.points]
        tables.show(f"The time over {study.sweep.parameter}", [study.sweep.parameter, "time"],
                    points, numbers=2)  # fmt: skip
    if study.scaling is not None:
        sizes = [
            (str(one.ranks), _time(one.time_s), "recorded" if one.is_recorded else "fitted")
            for one in study.scaling.points
        ]
        tables.show("The time over the number of ranks", ["ranks", "time", "from"], sizes,
                    numbers=3)  # fmt: skip
    for note in found.notes:
        notes.say(note)


def _show_tables(found: Prediction) -> None:
    from strobe.predict import rows

    headings = ["mean of the ranks", "line", "calls", "recorded", "predicted", "transfer",
                "waiting"]  # fmt: skip
    tables.show("Where the time goes", headings, rows.lines(found), numbers=5)
    headings = ["parameter", "gain if better by a tenth", "time if it cost nothing"]
    tables.show("What the time depends on", headings, rows.sensitivities(found), numbers=2)
