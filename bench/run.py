# SPDX-License-Identifier: BSD-3-Clause
"""`make bench`: compares side by side and writes the tables under bench/results."""

from __future__ import annotations

import against_imb
import blacs_against_reference
import blacs_order_of_arrival
import clients
import collectives_against_imb
import coscheduled
import coscheduling_in_simulation
import determinism
import echo_against_imb
import harness
import memory_against_others
import peers_against_imb
import predictions_on_a_simulated_machine
import primitives_across_hosts
import primitives_coscheduled
import pvm_against_netpipe
import tables
import watching


def main() -> None:
    print("bench: the harness ...", flush=True)
    parts = [
        "## Inside a sample, against a loop written by hand\n",
        harness.inside_a_sample(),
        "## Whole runs\n",
        harness.suites(),
        harness.help_s(),
    ]
    print(tables.write("harness", "What the harness costs", "make bench", parts))
    print("bench: memory and arithmetic ...", flush=True)
    title = "Memory and arithmetic against others"
    print(tables.write("memory_against_others", title, "make bench", memory_against_others.parts()))
    compare("echo_against_imb", "Echo against IMB-MPI1 PingPong", echo_against_imb.contest())
    title = "Bandwidth and collectives against IMB-MPI1"
    compare("collectives_against_imb", title, collectives_against_imb.contest())
    print(f"bench: {peers_against_imb.TITLE} ...", flush=True)
    name, title = peers_against_imb.NAME, peers_against_imb.TITLE
    print(tables.write(name, title, "make bench", peers_against_imb.parts()))
    print("bench: the BLACS against the reference ...", flush=True)
    title = "The BLACS against the reference library"
    name = "blacs_against_reference"
    print(tables.write(name, title, "make bench", blacs_against_reference.parts()))
    name, title = "blacs_order_of_arrival", blacs_order_of_arrival.TITLE
    print(tables.write(name, title, "make bench", blacs_order_of_arrival.parts()))
    print("bench: coscheduling in simulation ...", flush=True)
    title = "Coscheduling in simulation"
    name = "coscheduling_in_simulation"
    print(tables.write(name, title, "make bench", coscheduling_in_simulation.parts()))
    title = primitives_coscheduled.TITLE
    found = primitives_coscheduled.parts()
    print(tables.write("primitives_coscheduled", title, "make bench", found))
    try:
        found = primitives_across_hosts.parts()
    except primitives_across_hosts.UnavailableError as error:
        print(f"bench: primitives across two hosts are left out: {error}")
    else:
        name, title = primitives_across_hosts.NAME, primitives_across_hosts.TITLE
        print(tables.write(name, title, "make bench", found))
    print("bench: applications under strobe run ...", flush=True)
    print(tables.write("coscheduled", coscheduled.TITLE, "make bench", coscheduled.parts()))
    print(tables.write("watching", watching.TITLE, "make bench", watching.parts()))
    print("bench: one result whatever the times ...", flush=True)
    print(tables.write("determinism", determinism.TITLE, "make bench", determinism.parts()))
    print(tables.write("clients", clients.TITLE, "make bench", clients.parts()))
    why = predictions_on_a_simulated_machine.left_out()
    if why is not None:
        print(f"bench: predictions on a simulated machine are left out: {why}")
    else:
        print("bench: predictions on a simulated machine ...", flush=True)
        title = "Predicted broadcasts and sums against a simulated machine's"
        name = "predictions_on_a_simulated_machine"
        print(tables.write(name, title, "make bench", predictions_on_a_simulated_machine.parts()))
    why = pvm_against_netpipe.left_out()
    if why is not None:
        print(f"bench: round trips over PVM against NetPIPE are left out: {why}")
        return
    print("bench: round trips over PVM against NetPIPE ...", flush=True)
    table, words = pvm_against_netpipe.table(pvm_against_netpipe.measure())
    title = "Round trips over PVM against NetPIPE"
    print(tables.write("pvm_against_netpipe", title, "make bench", [words + "\n", table]))


def compare(name: str, title: str, contest: against_imb.Contest) -> None:
    """Hold one contest with IMB and write its table."""
    print(f"bench: {title} ...", flush=True)
    table, words = against_imb.table(contest, against_imb.measure(contest))
    print(tables.write(name, title, "make bench", [words + "\n", table]))


if __name__ == "__main__":
    main()
