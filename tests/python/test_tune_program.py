# SPDX-License-Identifier: BSD-3-Clause
"""`strobe tune --for RECORD --validate`: the recorded program, with the MPI as it is and tuned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from terminal import Built, Terminal

from strobe.base.errors import StrobeError
from strobe.launch import mpi as mpis
from strobe.launch.mpi import Mpi
from strobe.launch.preparation import Prepared, prepare
from strobe.options.measurement import MeasureOptions
from strobe.tune import program

ROUNDS = 4


@pytest.fixture
def recorded(terminal: Terminal, built: Built) -> Path:
    answer = terminal.run(
        "run", "-n", "2", "--record", "a job", "--", built("coscheduling-halo"), "steps=5"
    )
    assert answer.status == 0, answer.err
    return terminal.folder / "a job"


@pytest.fixture
def prepared() -> Prepared:
    return prepare("quick", MeasureOptions(ranks=2, libs=[]))


@pytest.fixture
def own(prepared: Prepared) -> Mpi:
    assert prepared.library is not None
    found = prepared.mpi or mpis.of(prepared.library)
    assert found is not None
    return found


def test_the_program_runs_on_both_sides_in_alternation(
    recorded: Path, prepared: Prepared, own: Mpi, tmp_path: Path
) -> None:
    on = program.launch(recorded, prepared, own, trusted=True)
    assert on.program[1:] == ["steps=5"]
    sides = tmp_path / "sides"
    script = 'test -z "$SIDE" || echo "$SIDE" >> "$0"; exec "$@"'
    on = replace(on, program=["sh", "-c", script, str(sides), *on.program])
    told: list[int] = []
    found = program.compared(
        on, {"SIDE": "default"}, {"SIDE": "tuned"}, ROUNDS, lambda done, of: told.append(done)
    )
    assert told == [1, 2, 3, 4]
    assert len(found.default_s) == len(found.tuned_s) == found.ratio.launches == ROUNDS
    assert all(0 < time_s < 100 for time_s in (*found.default_s, *found.tuned_s))
    assert found.ratio.low <= found.ratio.ratio <= found.ratio.high
    assert sides.read_text().split()[::2] == ["default", "tuned", "tuned", "default"] * 2


def test_a_program_that_fails_is_told_with_its_command(
    recorded: Path, prepared: Prepared, own: Mpi
) -> None:
    on = replace(program.launch(recorded, prepared, own, trusted=True), program=["false"])
    with pytest.raises(StrobeError, match=r"the program ended with .*false"):
        program.compared(on, {}, {}, ROUNDS, lambda done, of: None)


def test_a_record_runs_nothing_unless_it_is_trusted(
    recorded: Path, prepared: Prepared, own: Mpi
) -> None:
    with pytest.raises(StrobeError, match=r"would run what .*steps=5.*add --trust-folder"):
        program.launch(recorded, prepared, own, trusted=False)


def test_a_program_of_another_mpi_is_refused(
    recorded: Path, prepared: Prepared, own: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = mpis.Linked("libmpi.so.40" if own.name == "MPICH" else "libmpi.so.12", None)
    monkeypatch.setattr(program, "programs", _Found(other))
    with pytest.raises(StrobeError, match="name the MPI of the program with --mpi"):
        program.launch(recorded, prepared, own, trusted=True)


class _Found:
    """Finds any program, linked with one library."""

    def __init__(self, library: mpis.Linked) -> None:
        self.library = library

    def find(self, words: list[str], *, or_native: bool) -> _Found:
        assert words
        assert or_native
        return self


def test_validation_is_for_a_record(terminal: Terminal) -> None:
    answer = terminal.run("tune", "--validate")
    assert answer.status == 2
    assert "--validate only applies to --for RECORD" in answer.sentence
