# SPDX-License-Identifier: BSD-3-Clause
"""`strobe simulate`: the paper's own check, and what a person sees of a run."""

from __future__ import annotations

import csv
import itertools
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from strobe.cli.main import main
from strobe.simulation.result import offered, simulate

PAPER = ["barrier", "--grain", "1900", "--steps", "30", "--watch", "0", "--jitter", "0.5"]


def test_without_a_program_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate"]) == 0
    text = capsys.readouterr().out
    found = offered()
    assert all(program.name in text for program in found.programs)
    assert [network.name for network in found.networks] == [
        "gigabit-ethernet",
        "myrinet",
        "infiniband",
        "qsnet",
        "bluegene-l",
    ]
    assert all(network.name in text for network in found.networks)


def test_a_barrier_every_1900_us_is_scheduled_every_ninth_slice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    metrics, plots = tmp_path / "emds.csv", tmp_path / "plots"
    words = ["simulate", *PAPER, "--emds", str(metrics), "--plots", str(plots)]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert text.startswith("strobe simulate barrier --mode strict --network qsnet")
    assert "--seed 1" in text.splitlines()[0]
    assert "finished" in text
    with metrics.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scheduled = [int(row["slice"]) for row in rows if row["ncollmsm"] == "1"]
    assert {later - earlier for earlier, later in itertools.pairwise(scheduled)} == {9}
    assert all(249e-6 < float(row["getts_s"]) < 270e-6 for row in rows[1:])
    for name in ("getts", "ncolldem", "ncollmsm"):
        drawing = ElementTree.parse(plots / f"{name}.svg").getroot()
        assert len(list(drawing.iter("{http://www.w3.org/2000/svg}path"))) > 100


def test_the_line_that_is_printed_repeats_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "fan-in", "--mode", "fast", "--jitter", "1", "--nodes", "8"]
    assert main([*words, "--seed", "7"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert main(first[0].split()[1:]) == 0
    again = capsys.readouterr().out.splitlines()
    assert [line for line in first if "simulated" not in line] == [
        line for line in again if "simulated" not in line
    ]


def test_a_node_that_stops_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "barrier", "--stop-node", "3", "--stop-at", "3000", "--json"]
    assert main(words) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["end"] == "node lost"
    assert "node 3 does not answer" in found["sentences"][0]


def test_a_run_can_be_followed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "ping-pong", "--nodes", "2", "--steps", "1", "--follow"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert any("rank 0 calls send(to rank 1, tag 0, 8 bytes)" in line for line in lines)
    assert any("microstrobe 1 arrives at node 0" in line for line in lines)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no program chess; there are barrier, ping-pong"),
        (["barrier", "--network", "x"], "there is no network x; there are gigabit-ethernet"),
        (["barrier", "--nodes", "2000000000", "--ranks-per-node", "1"], "MB of memory at least"),
        (["barrier", "--nodes", "0"], "--nodes"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert sentence in said[0]


def test_modes_that_are_reproducible_decide_alike() -> None:
    hashes = {
        simulate(
            ["fan-in", "--mode", "deterministic", "--seed", str(seed), "--jitter", "1", "--loss",
             "0.05"]
        ).hash
        for seed in range(5)
    }  # fmt: skip
    assert len(hashes) == 1
