# SPDX-License-Identifier: BSD-3-Clause
"""How to repeat the run: the command with its seed, and everything the result may depend on."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from strobe.base import units
from strobe.records.run import Run
from strobe.report.page import naming
from strobe.report.run.machine_facts import Fact


@dataclass(frozen=True)
class RepeatSection:
    """Command lines to be copied, each with what it is, and the facts that go with them."""

    commands: list[Fact]
    facts: list[Fact]
    environment: list[Fact]


def repeat_section(run: Run, context: dict[str, Any]) -> RepeatSection:
    """Everything that is known; a bare run without a context still has its own command."""
    header = run.launches[0].header
    launcher = context.get("launcher") or {}
    commands = [("As it was asked for", _command(context.get("command"), header.seed))]
    commands.append(("What the launcher started", _line(launcher.get("command"))))
    commands.append(("What each rank ran", _line(header.command)))
    seeds = context.get("seeds") or [launch.header.seed for launch in run.launches]
    options = header.options
    packages = context.get("packages") or {}
    facts = [
        ("Seeds", ", ".join(map(str, seeds))),
        ("Commit", context.get("commit") or header.commit),
        ("Bench", f"{header.program} {header.version}"),
        ("Suite", f"{header.suite} ({header.suite_file})" if header.suite_file else header.suite),
        (header.layer.name.upper(), naming.library(header.layer.library)),
        ("MPI compiler", (context.get("mpi") or {}).get("compiler")),
        ("Compiler", f"{header.compiler.name} {header.compiler.version} {header.compiler.flags}"),
        ("Python", context.get("python")),
        ("Packages", ", ".join(f"{name} {version}" for name, version in packages.items())),
        ("Stopping rule", f"interval of {units.percent(options.confidence)} within "
         f"±{units.percent(options.relative_error)}, at least {options.samples_min} samples and "
         f"{options.visits_min} visits"),
        ("Budgets", f"{units.duration(options.cell_budget_s)} a cell, "
         f"{units.duration(options.budget_s)} a launch"),
        ("Subtracted", f"{units.duration(header.overhead.loop_s)} an operation for the loop, "
         f"{units.duration(header.overhead.clock_s)} a sample for the clock"),
    ]  # fmt: skip
    environment = {**header.environment, **(launcher.get("environment") or {})}
    environment |= context.get("environment") or {}
    return RepeatSection(
        [(what, line) for what, line in commands if line],
        [(label, value) for label, value in facts if value],
        sorted(environment.items()),
    )


def _line(words: list[str] | None) -> str | None:
    return shlex.join(words) if words else None


def _command(words: list[str] | None, seed: int) -> str | None:
    """The person's command, with the seed that was drawn for it where none was given."""
    if words and not any(word.startswith("--seed") for word in words):
        words = [*words, "--seed", str(seed)]
    return _line(words)
