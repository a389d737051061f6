# SPDX-License-Identifier: BSD-3-Clause
"""The way of a run from launch to run folder, with a bench that misbehaves on demand.

Every test starts real launchers and waits for processes to end, so the file takes half a minute.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from places import ROOT
from terminal import (
    FAKE_BENCH,
    MARK,
    Answer,
    Terminal,
    kinds,
    records,
    resume_command,
    statuses,
)

from strobe.base.errors import StrobeError
from strobe.launch import trust
from strobe.launch.diagnosis import Kind, diagnose
from strobe.launch.options import MeasureOptions
from strobe.launch.session import Order, run

CELLS = [f"echo size_bytes={2**index}" for index in range(4)]


class Session(Terminal):
    """A terminal in which the bench is the fake one, under the launcher that is found here."""

    def begin(self, *words: str, **misbehaviour: str) -> subprocess.Popen[str]:
        """Start to measure."""
        fake = {f"FAKE_{name}": value for name, value in misbehaviour.items()}
        fake["TMPDIR"] = str(self.folder)
        command = ("measure", "--kernel", "echo", *words)
        if "--resume" in words:
            command = ("measure", *words)
        return self.start(*command, STROBE_BENCH=str(FAKE_BENCH), **fake)

    def measure(self, *words: str, **misbehaviour: str) -> Answer:
        """Measure to the end."""
        return self.end(self.begin(*words, **misbehaviour))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    found = Session(tmp_path)
    yield found
    found.close()


def test_a_run_folder_has_everything_and_says_where_it_is(session: Session) -> None:
    answer = session.measure("--launches", "2", "--seed", "7")
    assert answer.status == 0, answer.err
    folder = session.only_run()
    said = f"4 cells in each of 2 launches (8 converged) into results/{folder.name}"
    assert answer.out == f"measured {said}\n"
    names = {path.name for path in folder.iterdir()}
    assert names == {"context.json", "samples.jsonl", "samples.parquet", "bench.log"}
    headers = kinds(records(folder), "run")
    assert [(header["launch"], header["seed"]) for header in headers] == [(0, 7), (1, 8)]
    session.assert_nothing_left()


def test_the_context_has_the_whole_provenance(session: Session) -> None:
    assert session.measure("--seed", "7", "--launcher-args", "-wdir .").status == 0
    context = json.loads((session.only_run() / "context.json").read_text())
    schema = json.loads((ROOT / "schema" / "context.schema.json").read_text())
    Draft202012Validator(schema).validate(context)
    assert context["seeds"] == [7]
    assert context["command"][:3] == ["strobe", "measure", "--kernel"]
    assert context["launcher"]["command"][1:3] == ["-n", "2"]
    assert context["launcher"]["command"][-2:] == ["-wdir", "."]
    assert context["mpi"]["library"] == "fake"
    assert context["environment"]["STROBE_BENCH"] == str(FAKE_BENCH)
    assert len(context["load_before"]) == len(context["load_after"]) == 3
    assert context["machine"]["cores"] >= 1


def test_a_rank_that_dies_costs_its_cell_only(session: Session) -> None:
    answer = session.measure(DIE_IN=CELLS[2])
    assert answer.status == 1
    assert "a rank was killed by signal 9 (SIGKILL) in the cell 'echo size_bytes=4'" in answer.err
    assert statuses(session.only_run()) == {
        **dict.fromkeys(CELLS, "satisfied"),
        CELLS[2]: "failed",
    }
    session.assert_nothing_left()


def test_a_bench_that_always_dies_is_not_started_for_ever(session: Session) -> None:
    answer = session.measure(DIE_IN="every", CELLS="9")
    assert answer.status == 1
    assert "after 3 restarts, 5 cells are not measured" in answer.err
    found = records(session.only_run())
    assert len(kinds(found, "run")) == 4
    assert list(statuses(session.only_run()).values()) == ["failed"] * 4
    session.assert_nothing_left()


def test_a_cell_that_hangs_is_left_behind(session: Session) -> None:
    answer = session.measure(HANG_IN=CELLS[1])
    assert answer.status == 1
    assert f"the cell '{CELLS[1]}' hung: no sample for 1 s" in answer.err
    assert statuses(session.only_run())[CELLS[1]] == "hung"
    assert statuses(session.only_run())[CELLS[3]] == "satisfied"
    session.assert_nothing_left()


def test_a_run_whose_only_cell_hangs_says_that_it_has_no_result(session: Session) -> None:
    answer = session.measure(HANG_IN=CELLS[0], CELLS="1")
    assert answer.status == 1
    assert answer.out.startswith("measured 0 of 1 cell (1 hung) into ")
    assert "restarting" not in answer.err
    assert answer.err.splitlines()[-1] == (
        f"strobe: 1 cell has no result: '{CELLS[0]}' hung, no sample for 1 s; for slow cells, "
        "increase --hang-after"
    )
    assert len(kinds(records(session.only_run()), "run")) == 1
    session.assert_nothing_left()


def test_what_the_first_start_accepted_is_no_bad_input_later(session: Session) -> None:
    answer = session.measure(HANG_IN=CELLS[1], REFUSES_AGAIN="no more of this")
    assert answer.status == 1
    assert "no more of this; `strobe measure --resume" in answer.err
    assert statuses(session.only_run()) == {CELLS[0]: "satisfied", CELLS[1]: "hung"}


def test_a_bench_whose_own_watchdog_hangs_is_ended_from_outside(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_SILENT_IN", CELLS[1])
    monkeypatch.setenv(MARK, session.mark)
    samples = session.folder / "samples.jsonl"
    order = Order(
        launch=0,
        command=[str(FAKE_BENCH), "--launch=0", "--seed=1", f"--record={samples}"],
        environment={},
        samples=samples,
        log=session.folder / "bench.log",
        silence_s=0.5,
        local=True,
    )
    outcome = run(order, lambda progress, elapsed_s: None)
    ending = diagnose(outcome)
    assert ending.kind is Kind.HUNG
    assert ending.sentence == f"the cell '{CELLS[1]}' hung: no record for 1 s"
    given_up = outcome.progress.given_up("hung", ending.reason)
    assert given_up is not None
    assert given_up.cell == CELLS[1]
    assert outcome.progress.remaining == 3
    session.assert_nothing_left()


def test_a_line_that_a_kill_cuts_short_harms_nothing_else(session: Session) -> None:
    answer = session.measure(CUT_IN=CELLS[1])
    assert answer.status == 1
    text = (session.only_run() / "samples.jsonl").read_text()
    assert all(json.loads(line) for line in text.splitlines())
    assert statuses(session.only_run())[CELLS[1]] == "failed"


def test_a_full_disk_keeps_what_was_measured(session: Session) -> None:
    answer = session.measure(FULL_IN=CELLS[2])
    assert answer.status == 1
    assert "No space left on device; the data measured so far is kept" in answer.err
    resumed = session.measure(*resume_command(answer)[1:])
    assert resumed.status == 0, resumed.err
    assert "the last line of the samples was incomplete and was removed" in resumed.err
    assert statuses(session.only_run()) == dict.fromkeys(CELLS, "satisfied")
    session.assert_nothing_left()


def test_what_the_bench_refuses_is_said_once_and_leaves_no_folder(session: Session) -> None:
    answer = session.measure(REFUSES="'4X' is not a size")
    assert answer.status == 2
    assert answer.sentence == "strobe: '4X' is not a size"
    assert list((session.folder / "results").iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_a_stopped_run_keeps_everything_and_goes_on(session: Session, number: int) -> None:
    process = session.begin("--launches", "2", CELLS="20")
    seen = session.wait_for(lambda found: len(kinds(found, "samples")) >= 5)
    os.kill(process.pid, number)
    answer = session.end(process)
    assert answer.status == 130
    assert "stopped; the data so far is kept" in answer.err
    session.assert_nothing_left()
    kept = records(session.only_run())
    assert kept[: len(seen)] == seen

    resumed = session.measure(*resume_command(answer)[1:], CELLS="20")
    assert resumed.status == 0, resumed.err
    final = records(session.only_run())
    assert final[: len(kept)] == kept
    assert len(kinds(final, "samples")) == 40
    context = json.loads((session.only_run() / "context.json").read_text())
    assert len(context["resumed_utc"]) == 1
    assert len({header["seed"] for header in kinds(final, "run")}) == 2


def test_resuming_takes_no_other_options_and_a_whole_run_needs_none(session: Session) -> None:
    assert session.measure().status == 0
    folder = session.only_run()
    refused = session.start("measure", "--resume", folder, "-n", "3")
    assert session.end(refused).sentence.endswith("remove the others")
    before = (folder / "samples.jsonl").read_bytes()
    again = session.measure("--resume", str(folder))
    assert again.status == 0, again.err
    assert (folder / "samples.jsonl").read_bytes() == before


def tamper(folder: Path, options: dict[str, object], **changes: object) -> None:
    """Change the context of a run as somebody might who sends it around."""
    file = folder / "context.json"
    context = json.loads(file.read_text())
    context["options"] |= options
    file.write_text(json.dumps(context | changes))


def program_that_leaves(mark: Path, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch {mark}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("option", ["mpi", "launcher_args", "libs", "scratch"])
def test_a_resumed_folder_runs_nothing_of_its_own_unless_it_is_trusted(
    session: Session, option: str
) -> None:
    assert session.measure().status == 0
    folder, mark = session.only_run(), session.folder / "pwned"
    program = program_that_leaves(mark, session.folder / "evil" / "bin" / "mpicxx")
    values = {
        "mpi": str(program),
        "launcher_args": f"-n 1 {program} :",
        "libs": ["auto", str(program)],
        "scratch": str(program.parent),
    }
    shown = {"mpi": "--mpi ", "launcher_args": "--launcher-args ", "libs": "--blas ",
             "scratch": "--scratch "}[option]  # fmt: skip
    tamper(folder, {option: values[option]})
    before = (folder / "context.json").read_bytes()
    answer = session.measure("--resume", str(folder))
    assert answer.status == 2
    assert shown in answer.sentence
    assert str(program.parent) in answer.sentence
    assert answer.sentence.endswith("if you trust the folder, add --trust-folder")
    assert not mark.exists()
    assert (folder / "context.json").read_bytes() == before


def test_a_resumed_run_takes_the_bench_and_launcher_of_today(session: Session) -> None:
    answer = session.measure(FULL_IN=CELLS[2])
    folder, mark = session.only_run(), session.folder / "pwned"
    program = str(program_that_leaves(mark, session.folder / "evil"))
    launcher = json.loads((folder / "context.json").read_text())["launcher"]
    launcher |= {"name": program, "command": [program], "environment": {"LD_PRELOAD": program}}
    tamper(folder, {}, bench=program, launcher=launcher, command=[program])
    resumed = session.measure(*resume_command(answer)[1:])
    assert resumed.status == 0, resumed.err
    assert statuses(folder) == dict.fromkeys(CELLS, "satisfied")
    assert not mark.exists()


def test_a_trusted_folder_goes_on_with_its_options(session: Session) -> None:
    answer = session.measure("--launcher-args", "-wdir .", FULL_IN=CELLS[2])
    words = resume_command(answer)[1:]
    assert words[-1] == "--trust-folder"
    resumed = session.measure(*words)
    assert resumed.status == 0, resumed.err
    assert statuses(session.only_run()) == dict.fromkeys(CELLS, "satisfied")


@pytest.mark.parametrize(("said", "goes_on"), [("y\n", True), ("\n", False), ("", False)])
def test_a_person_at_the_terminal_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    said: str, goes_on: bool,
) -> None:  # fmt: skip
    monkeypatch.setattr(trust, "_is_interactive", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    options = MeasureOptions(libs=["/opt/mine.so\x1b[2J"])
    if goes_on:
        trust.check(tmp_path, options, trusted=False)
    else:
        with pytest.raises(StrobeError, match="is unchanged"):
            trust.check(tmp_path, options, trusted=False)
    asked = capsys.readouterr().err
    assert r"--blas '/opt/mine.so\x1b[2J'" in asked
    assert asked.endswith("Continue? [y/N] ")


def test_a_folder_that_names_nothing_is_not_asked_about(tmp_path: Path) -> None:
    trust.check(tmp_path, MeasureOptions(), trusted=False)


@pytest.mark.parametrize("name", ["samples.jsonl", "bench.log"])
def test_a_resumed_folder_with_links_is_refused(session: Session, name: str) -> None:
    assert session.measure().status == 0
    folder, mine = session.only_run(), session.folder / "mine"
    mine.write_text("mine, without a newline")
    (folder / name).unlink()
    (folder / name).symlink_to(mine)
    answer = session.measure("--resume", str(folder), "--trust-folder")
    assert answer.status == 2
    assert f"{name} is a symbolic link" in answer.sentence
    assert mine.read_text() == "mine, without a newline"


def test_trust_is_for_a_folder_that_is_resumed(session: Session) -> None:
    answer = session.measure("--trust-folder")
    assert answer.status == 2
    assert answer.sentence.startswith("strobe: --trust-folder only applies to --resume FOLDER")


def test_a_run_of_another_host_is_not_gone_on_with(session: Session) -> None:
    assert session.measure().status == 0
    file = session.only_run() / "context.json"
    context = json.loads(file.read_text())
    file.write_text(json.dumps(context | {"host": "elsewhere"}))
    answer = session.measure("--resume", str(session.only_run()))
    assert answer.status == 2
    assert "was measured on elsewhere and cannot be resumed on " in answer.sentence


def test_a_dead_strobe_takes_its_ranks_along(session: Session) -> None:
    process = session.begin(CELLS="400")
    session.wait_for(lambda found: len(kinds(found, "samples")) >= 2)
    process.kill()
    session.end(process)
    for _ in range(100):
        if not list(session._living()):
            return
        signal.sigtimedwait([], 0.05)
    raise AssertionError(list(session._living()))


def test_a_launcher_that_is_killed_takes_its_ranks_along(session: Session) -> None:
    process = session.begin(CELLS="100")
    (header, *_) = session.wait_for(lambda found: len(kinds(found, "samples")) >= 2)
    rank = header["processes"][0]["pid"]
    os.kill(_launcher_of(rank, process.pid), signal.SIGKILL)
    answer = session.end(process)
    assert answer.status == 1
    assert "the launcher was killed by signal 9 (SIGKILL)" in answer.err
    session.assert_nothing_left()


def _launcher_of(rank: int, strobe: int) -> int:
    """The ancestor of a rank that `strobe` itself has started."""
    parent = int(Path(f"/proc/{rank}/stat").read_text().rpartition(")")[2].split()[1])
    return rank if parent == strobe else _launcher_of(parent, strobe)
