# SPDX-License-Identifier: BSD-3-Clause
"""The report of a run: one page with all results, and its plots as separate files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from strobe.base import units
from strobe.fit.accepted import accepted_models
from strobe.fit.models import Models
from strobe.gate.cells import accepted
from strobe.gate.limits import REMEDY, TOO_NOISY
from strobe.records import run as runs
from strobe.records.lines import RunRecord
from strobe.records.run import Run
from strobe.records.summary import Summary, summarise
from strobe.report.findings.findings import findings
from strobe.report.glance.section import glance
from strobe.report.history.section import history_section
from strobe.report.memory.bands import AXIS as BANDED
from strobe.report.memory.bands import bands_note
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.memory.numa import numa_tables
from strobe.report.memory.stream_tables import page_tables, stream_tables
from strobe.report.page import naming
from strobe.report.page.html import Entry
from strobe.report.page.output import write_page
from strobe.report.paper.declared import declarations
from strobe.report.paper.figures import paper_figures
from strobe.report.paper.tables import paper_tables
from strobe.report.peers.section import peer_section
from strobe.report.quality.checks import quality_issues
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
from strobe.report.run.reproduction import reproduction_section
from strobe.report.run.roofline import roofline
from strobe.report.run.traffic_table import traffic_table


def write_report(folder: Path) -> Path:
    """Write `folder`/report.html and `folder`/plots/*.svg; returns the page's path.

    Models are read from the folder; if it has none, they are fitted and written there. Raises
    StrobeError when the folder holds no run or cannot be written.
    """
    run = runs.load(folder)
    summary = summarise(run)
    models = load_models(run, summary, folder)
    context = load_context(folder)
    parts = _parts(run, summary, models, context)
    drawings = [drawing for figure in parts["papers"] for drawing in figure.drawings]
    drawings += [parts["roofline"].drawing] if parts["roofline"] else []
    if parts["blas"] and parts["blas"].threads:
        drawings += parts["blas"].threads.drawings
    drawings += [parts["history"].drawing] if parts["history"] else []
    drawings += [d for section in parts["kernels"] for d in section.drawings]
    drawings += parts["first"].drawings if parts["first"] else []
    return write_page(folder, "report.html.j2", drawings, parts)


def _parts(run: Run, summary: Summary, models: Models, context: dict[str, Any]) -> dict[str, Any]:
    """Everything that the template prints."""
    header = run.launches[0].header
    kernels = list(kernels_in_order(run, summary).values())
    found = quality_issues(run, summary, models, context)
    # Plots and tables show all cells; sentences use only those that the gate accepts.
    trusted = accepted(summary)
    models = accepted_models(models, trusted)
    first = first_section(trusted, kernels)
    host = context.get("host") or header.processes[0].host
    declared = declarations(header)
    levels = hierarchy(trusted, context)
    card = machine_card(trusted, levels)
    roofs = roofline(trusted, kernels, levels)
    blas = blas_section(run, trusted)
    loops = [
        one
        for one in (compiler_table(trusted, levels), traffic_table(trusted, levels))
        if one is not None
    ]
    stream = page_tables(stream_tables(trusted, context), too_noisy=TOO_NOISY)
    numa = numa_tables(trusted)
    sections = [kernel_section(summary, models, kernel, levels) for kernel in kernels]
    papers = paper_figures(summary, declared.figure, levels)
    tables = paper_tables(trusted, declared.table)
    peers = peer_section(summary, header)
    discovered = findings(run, summary, models, context)
    history = history_section(trusted, models)
    headlines = figures(trusted, models, kernels, levels)
    contents = [Entry("card", "Machine card")] if card else []
    contents += [Entry("figures", "Headline figures")]
    contents += [Entry("findings", "Findings")] if discovered else []
    contents += [Entry("stream", "STREAM")] if stream else []
    contents += [Entry("numa", "NUMA nodes")] if numa else []
    contents += [Entry("loops", "Memory bandwidth of loops")] if loops else []
    contents += [Entry("blas", "BLAS libraries")] if blas else []
    contents += [Entry("roofline", "Roofline")] if roofs else []
    contents += [Entry("papers", "Figures of the papers")] if papers else []
    contents += [Entry("tables", "Tables of the papers")] if tables else []
    contents += [Entry("peers", f"Tables of the {peers.title}")] if peers else []
    contents += [Entry("history", "The papers' machines")] if history else []
    contents += [Entry("machine", "Machine")]
    contents += [Entry(s.id, s.kernel.title, s.level, apart=s is sections[0]) for s in sections]
    contents += [Entry("first", "First iterations", apart=True)] if first else []
    contents += [
        Entry("quality", "Data quality", apart=first is None),
        Entry("reproduce", "How to reproduce this run"),
    ]
    return {
        "title": f"{naming.suite_name(header)} on {host}",
        "subtitle": run_line(header, summary, context),
        "contents": contents,
        "verdict": verdict(run, summary, found),
        "glance": glance(header, headlines, found, context),
        "figures": headlines,
        "remedy": f"Some figures are {TOO_NOISY}. {REMEDY}",
        "card": card,
        "stream": stream,
        "numa": numa,
        "loops": loops,
        "blas": blas,
        "roofline": roofs,
        "bands": bands_note(levels) if any(f.x == BANDED for f in declared.figure) else "",
        "findings": discovered,
        "papers": papers,
        "tables": tables,
        "peers": peers,
        "history": history,
        "source": declared.source,
        "machine": machine_facts(run, summary, context),
        "kernels": sections,
        "first": first,
        "issues": found,
        "reproduction": reproduction_section(run, context),
        "confidence": units.percent(summary.confidence),
        "regime": naming.regime_name(summary.regimes, summary.reference),
    }


def run_line(header: RunRecord, summary: Summary, context: dict[str, Any]) -> str:
    """Date, MPI, ranks and launches of a run, in one line."""
    ranks = units.plural(header.ranks, "rank")
    launches = units.plural(summary.launches, "launch", "launches")
    when = context.get("created_utc") or header.started_utc
    return f"{date(when)} · {naming.mpi_name(header.layer.library)} · {ranks} · {launches}"


def date(utc: str) -> str:
    """`1 March 2026, 12:00 UTC`; a text that is not a time is shown unchanged."""
    try:
        time = datetime.fromisoformat(utc)
    except ValueError:
        return utc
    return f"{time.day} {time:%B %Y, %H:%M} UTC"
