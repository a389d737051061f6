# SPDX-License-Identifier: BSD-3-Clause
"""Primitives of MPI between two hosts, under `strobe run` and as they are, in turns.

The hosts are namespaces of this machine with a cable between them, for which one has to be root.

.venv/bin/python bench/primitives_across_hosts.py      # in some minutes
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from pathlib import Path

import msgspec
import primitives_coscheduled
import tables
import tools

sys.path.append(str(tools.ROOT / "tests" / "python"))
from hosts import VARIABLES, Hosts, UnavailableError, connected

NAME, TITLE = "primitives_across_hosts", "Primitives under strobe run across two hosts"


class Across(tools.Launched):
    """Starts programs on two hosts, from the first."""

    def __init__(self, ranks: int, hosts: Hosts) -> None:
        super().__init__(ranks)
        extra = tuple(hosts.launcher_arguments(self.prepared.launcher.name))
        job = msgspec.structs.replace(
            self.prepared.job, hosts=hosts.names, extra=extra, may_bind=False
        )
        self.prepared = dataclasses.replace(self.prepared, job=job)
        self.environment |= VARIABLES
        self.before = hosts.first.within(Path.cwd())


def parts(rounds: int = primitives_coscheduled.ROUNDS) -> list[str]:
    """The tables. Raises LeftOutError where there can be no two hosts."""
    found = [primitives_coscheduled.words(rounds)]
    try:
        with (
            tempfile.TemporaryDirectory(prefix="strobe-hosts-") as name,
            connected(Path(name)) as hosts,
        ):
            for ranks in primitives_coscheduled.RANKS:
                print(f"bench: primitives across two hosts, {ranks} ranks ...", flush=True)
                table = primitives_coscheduled.table(Across(ranks, hosts), rounds)
                found += [f"## {ranks} ranks\n", table]
    except UnavailableError as error:
        raise tables.LeftOutError(str(error)) from error
    return found


def main() -> None:
    rounds = tables.command_line(__doc__, rounds=primitives_coscheduled.ROUNDS).parse_args().rounds
    tables.make(NAME, TITLE, lambda: parts(rounds))


if __name__ == "__main__":
    main()
