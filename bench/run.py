# SPDX-License-Identifier: BSD-3-Clause
"""Compares Strobe side by side with others and writes the tables under bench/results.

    make bench                                        all tables, in a few hours
    .venv/bin/python bench/run.py --list              their names
    .venv/bin/python bench/run.py echo_against_imb    one of them

A table is written as soon as it is measured. One that cannot be made on this machine is named with
the reason. If one fails the others are made all the same, and the status is nonzero.
"""

from __future__ import annotations

import argparse
import functools
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import against_imb
import applications
import blacs_against_reference
import blacs_order_of_arrival
import checked_clients
import checking
import clients
import collectives_against_imb
import coscheduled
import coscheduling_in_simulation
import determinism
import echo_against_imb
import gang_scheduling
import harness
import many_hosts
import memory_against_others
import nineties
import on_busy_cores
import overlap
import peers_against_imb
import predicting
import predicting_from_profiles
import predictions_on_a_simulated_machine
import primitives_across_hosts
import primitives_coscheduled
import pvm_against_netpipe
import scale
import start_and_end
import tables
import tuning
import watching


@dataclass(frozen=True)
class Comparison:
    """What becomes results/<name>.md; `parts` raises tables.LeftOutError where it cannot."""

    name: str
    title: str
    parts: Callable[[], Sequence[str]]


COMPARISONS = (
    Comparison("harness", "What the harness costs", harness.parts),
    Comparison(
        "memory_against_others", "Memory and arithmetic against others", memory_against_others.parts
    ),
    Comparison(
        "echo_against_imb",
        "Echo against IMB-MPI1 PingPong",
        lambda: against_imb.parts(echo_against_imb.contest()),
    ),
    Comparison(
        "collectives_against_imb",
        "Bandwidth and collectives against IMB-MPI1",
        lambda: against_imb.parts(collectives_against_imb.contest()),
    ),
    Comparison(peers_against_imb.NAME, peers_against_imb.TITLE, peers_against_imb.parts),
    Comparison(
        "blacs_against_reference",
        "The BLACS against the reference library",
        blacs_against_reference.parts,
    ),
    Comparison(
        "blacs_order_of_arrival", blacs_order_of_arrival.TITLE, blacs_order_of_arrival.parts
    ),
    Comparison(
        "coscheduling_in_simulation",
        "Coscheduling in simulation",
        coscheduling_in_simulation.parts,
    ),
    Comparison(scale.NAME, scale.TITLE, scale.parts),
    Comparison(
        "primitives_coscheduled", primitives_coscheduled.TITLE, primitives_coscheduled.parts
    ),
    Comparison(
        primitives_across_hosts.NAME, primitives_across_hosts.TITLE, primitives_across_hosts.parts
    ),
    Comparison(many_hosts.NAME, many_hosts.TITLE, many_hosts.parts),
    Comparison("coscheduled", coscheduled.TITLE, coscheduled.parts),
    Comparison(on_busy_cores.NAME, on_busy_cores.TITLE, on_busy_cores.parts),
    Comparison("gang_scheduling", gang_scheduling.TITLE, gang_scheduling.parts),
    Comparison("overlap", overlap.TITLE, overlap.parts),
    Comparison(start_and_end.NAME, start_and_end.TITLE, start_and_end.parts),
    Comparison("watching", watching.TITLE, watching.parts),
    Comparison("checking", checking.TITLE, checking.parts),
    Comparison("tuning", tuning.TITLE, tuning.parts),
    Comparison("nineties", nineties.TITLE, nineties.parts),
    *(
        Comparison(
            predicting.name_of(network),
            predicting.title_of(network),
            functools.partial(predicting.parts, network),
        )
        for network in predicting.NETWORKS
    ),
    Comparison(
        predicting_from_profiles.NAME,
        predicting_from_profiles.TITLE,
        predicting_from_profiles.parts,
    ),
    Comparison("determinism", determinism.TITLE, determinism.parts),
    Comparison("clients", clients.TITLE, clients.parts),
    Comparison(checked_clients.NAME, checked_clients.TITLE, checked_clients.parts),
    Comparison("applications", applications.TITLE, applications.parts),
    Comparison(
        "predictions_on_a_simulated_machine",
        "Predicted broadcasts and sums against a simulated machine's",
        predictions_on_a_simulated_machine.parts,
    ),
    Comparison(
        "pvm_against_netpipe",
        "Round trips over PVM against NetPIPE",
        pvm_against_netpipe.parts,
    ),
)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="bench/run.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="TABLE", help="default: all of them")
    parser.add_argument("--list", action="store_true", help="print the names and titles")
    chosen = parser.parse_args(arguments)
    if chosen.list:
        width = max(len(one.name) for one in COMPARISONS)
        print("\n".join(f"{one.name:<{width}}  {one.title}" for one in COMPARISONS))
        return 0
    names = {one.name for one in COMPARISONS}
    if unknown := set(chosen.names) - names:
        parser.error(f"there is no table '{min(unknown)}'; --list prints all names")
    command = tables.command() if chosen.names else "make bench"
    wanted = [one for one in COMPARISONS if not chosen.names or one.name in chosen.names]
    failed = [one.name for one in wanted if not made(one, command)]
    if failed:
        print(f"bench: these failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def made(comparison: Comparison, command: str) -> bool:
    """Measures and writes one table; false where that went wrong, after saying how."""
    print(f"bench: {comparison.title} ...", flush=True)
    try:
        parts = comparison.parts()
    except tables.LeftOutError as error:
        print(f"bench: {comparison.title}: left out: {error}", flush=True)
        return True
    except (Exception, SystemExit):
        traceback.print_exc()
        return False
    print(tables.write(comparison.name, comparison.title, command, parts), flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
