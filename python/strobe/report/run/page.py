# SPDX-License-Identifier: BSD-3-Clause
"""The report of a run: one file that shows all of it, and its plots as files of their own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from strobe.base import units
from strobe.fit.believed import believed_models
from strobe.fit.models import Models
from strobe.gate.cells import believed
from strobe.gate.limits import REMEDY, TOO_NOISY
from strobe.records import run as runs
from strobe.records.lines import RunRecord
from strobe.records.run import Run
from strobe.records.summary import Summary, summarise
from strobe.report.findings.findings import findings
from strobe.report.history.section import then_section
from strobe.report.memory.bands import AXIS as BANDED
from strobe.report.memory.bands import told_of_bands
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.page import naming
from strobe.report.page.html import Entry
from strobe.report.page.output import write_page
from strobe.report.paper.declared import declarations
from strobe.report.paper.figures import paper_figures
from strobe.report.paper.tables import paper_tables
from strobe.report.quality.checks import beliefs
from strobe.report.quality.verdict import verdict
from strobe.report.run.blas_tables import blas_section
from strobe.report.run.cells import kernels_in_order
from strobe.report.run.compiler_table import compiler_table
from strobe.report.run.first_operations import first_section
from strobe.report.run.headlines import figures
from strobe.report.run.inputs import load_context, load_models
from strobe.report.run.kernel_section import kernel_section
from strobe.report.run.machine_card import machine_card
from strobe.report.run.machine_facts import machine_facts
from strobe.report.run.repeat import repeat_section
from strobe.report.run.roofline import roofline
from strobe.report.run.traffic_table import traffic_table


def write_report(folder: Path) -> Path:
    """Write `folder`/report.html and `folder`/plots/*.svg; returns the page's path.

    Models are read from the folder, and fitted and kept there where it has none. Raises
    StrobeError when the folder holds no run or cannot be written.
    """
    run = runs.load(folder)
    summary = summarise(run)
    models = load_models(run, summary, folder)
    context = load_context(folder)
    parts = _parts(run, summary, models, context)
    drawings = [drawing for figure in parts["papers"] for drawing in figure.drawings]
    drawings += [parts["roofline"].drawing] if parts["roofline"] else []
    drawings += [parts["then"].drawing] if parts["then"] else []
    drawings += [d for section in parts["kernels"] for d in section.drawings]
    drawings += parts["first"].drawings if parts["first"] else []
    return write_page(folder, "report.html.j2", drawings, parts)


def _parts(run: Run, summary: Summary, models: Models, context: dict[str, Any]) -> dict[str, Any]:
    """Everything that the template prints."""
    header = run.launches[0].header
    kernels = list(kernels_in_order(run, summary).values())
    found = beliefs(run, summary, models, context)
    # Plots and tables show all that was measured; whatever is said is of what the gate believes.
    told = believed(summary)
    models = believed_models(models, told)
    first = first_section(told, kernels)
    host = context.get("host") or header.processes[0].host
    declared = declarations(header)
    levels = hierarchy(told, context)
    card = machine_card(told, levels)
    roofs = roofline(told, kernels, levels)
    blas = blas_section(run, told)
    loops = [
        one
        for one in (compiler_table(told, levels), traffic_table(told, levels))
        if one is not None
    ]
    sections = [kernel_section(summary, models, kernel, levels) for kernel in kernels]
    papers = paper_figures(summary, declared.figure, levels)
    tables = paper_tables(told, declared.table)
    discovered = findings(run, summary, models, context)
    then = then_section(told, models)
    contents = [Entry("card", "Machine card")] if card else []
    contents += [Entry("figures", "At a glance")]
    contents += [Entry("findings", "What this machine does")] if discovered else []
    contents += [Entry("loops", "What loops get of memory")] if loops else []
    contents += [Entry("blas", "What BLAS libraries make of it")] if blas else []
    contents += [Entry("roofline", "Roofline")] if roofs else []
    contents += [Entry("papers", "Figures of the papers")] if papers else []
    contents += [Entry("tables", "Tables of the papers")] if tables else []
    contents += [Entry("then", "Then and now")] if then else []
    contents += [Entry("machine", "The machine")]
    contents += [Entry(s.id, s.kernel.title, s.level, apart=s is sections[0]) for s in sections]
    contents += [Entry("first", "First operations", apart=True)] if first else []
    contents += [
        Entry("doubts", "What to doubt, and why", apart=first is None),
        Entry("repeat", "How to repeat it"),
    ]
    return {
        "title": f"{naming.suite(header)} on {host}",
        "lede": lede(header, summary, context),
        "contents": contents,
        "verdict": verdict(run, summary, found),
        "figures": figures(told, models, kernels, levels),
        "remedy": f"What is {TOO_NOISY}: {REMEDY[0].lower()}{REMEDY[1:]}",
        "card": card,
        "loops": loops,
        "blas": blas,
        "roofline": roofs,
        "bands": told_of_bands(levels) if any(f.x == BANDED for f in declared.figure) else "",
        "findings": discovered,
        "papers": papers,
        "tables": tables,
        "then": then,
        "source": declared.source,
        "machine": machine_facts(run, summary, context),
        "kernels": sections,
        "first": first,
        "beliefs": found,
        "repeat": repeat_section(run, context),
        "confidence": units.percent(summary.confidence),
        "speed": naming.speed_name(summary.regimes, summary.reference),
    }


def lede(header: RunRecord, summary: Summary, context: dict[str, Any]) -> str:
    """When, over what, and how many."""
    ranks = units.plural(header.ranks, "rank")
    launches = units.plural(summary.launches, "launch", "launches")
    when = context.get("created_utc") or header.started_utc
    return f"{date(when)} · {naming.library(header.layer.library)} · {ranks} · {launches}"


def date(utc: str) -> str:
    """`1 March 2026, 12:00 UTC`; whatever cannot be read as a time is shown as it is."""
    try:
        time = datetime.fromisoformat(utc)
    except ValueError:
        return utc
    return f"{time.day} {time:%B %Y, %H:%M} UTC"
