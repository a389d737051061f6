# SPDX-License-Identifier: BSD-3-Clause
"""How to reproduce a run: its command with the seed, and all settings that can affect results."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from strobe.base import units
from strobe.records.run import Run
from strobe.report.page import naming
from strobe.report.run.machine_facts import Fact


@dataclass(frozen=True)
class ReproductionSection:
    """Command lines to copy, each with a title, and the facts that go with them."""

    commands: list[Fact]
    facts: list[Fact]
    environment: list[Fact]


def reproduction_section(run: Run, context: dict[str, Any]) -> ReproductionSection:
    """All that is known; a samples file without a context still has the bench's command."""
    header = run.launches[0].header
    launcher = context.get("launcher") or {}
    commands = [("Command", _command(context.get("command"), header.seed))]
    commands.append(("Command line of the launcher", _line(launcher.get("command"))))
    commands.append(("Command line of each rank", _line(header.command)))
    seeds = context.get("seeds") or [launch.header.seed for launch in run.launches]
    options = header.options
    packages = context.get("packages") or {}
    facts = [
        ("Seeds", ", ".join(map(str, seeds))),
        ("Commit", context.get("commit") or header.commit),
        ("Bench", f"{header.program} {header.version}"),
        ("Suite", f"{header.suite} ({header.suite_file})" if header.suite_file else header.suite),
        (header.layer.name.upper(), naming.mpi_name(header.layer.library)),
        ("MPI compiler", (context.get("mpi") or {}).get("compiler")),
        ("Compiler", f"{header.compiler.name} {header.compiler.version} {header.compiler.flags}"),
        ("Python", context.get("python")),
        ("Packages", ", ".join(f"{name} {version}" for name, version in packages.items())),
        ("Stopping rule", f"interval of {units.percent(options.confidence)} within "
         f"±{units.percent(options.relative_error)}, at least {options.samples_min} samples and "
         f"{options.visits_min} visits"),
        ("Time budgets", f"{units.duration(options.cell_budget_s)} per cell, "
         f"{units.duration(options.budget_s)} per launch"),
        ("Subtracted overhead", "loop: "
         f"{units.duration(header.overhead.loop_s)} per operation, clock: "
         f"{units.duration(header.overhead.clock_s)} per sample"),
    ]  # fmt: skip
    environment = {**header.environment, **(launcher.get("environment") or {})}
    environment |= context.get("environment") or {}
    return ReproductionSection(
        [(what, line) for what, line in commands if line],
        [(label, value) for label, value in facts if value],
        sorted(environment.items()),
    )


def _line(words: list[str] | None) -> str | None:
    return shlex.join(words) if words else None


def _command(words: list[str] | None, seed: int) -> str | None:
    """The user's command, with the drawn seed if it names none."""
    if words and not any(word.startswith("--seed") for word in words):
        words = [*words, "--seed", str(seed)]
    return _line(words)
