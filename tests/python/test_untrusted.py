# SPDX-License-Identifier: BSD-3-Clause
"""Run folders that come from somebody else: names in them neither run, read nor write anything."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_job
from hypothesis import given
from hypothesis import strategies as st

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.launch import libraries, suites
from strobe.records import job_record
from strobe.records.names import MOST_LETTERS, FileNames, file_name
from strobe.records.run import load

Change = Callable[[dict[str, Any]], None]
SAMPLES = "samples.jsonl"
UP = "../../../pwned"
READS = "x') || (SELECT content FROM read_text('/etc/hostname')) || ('"
WRITES = "x'); COPY (SELECT 1) TO 'pwned.csv'; --"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("original"), slow_regime=False)


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    """Deep enough that a path which climbs out of it ends within the folder of the test."""
    folder = tmp_path / "a" / "b" / "c" / "run"
    shutil.copytree(original, folder)
    return folder


def rewrite(folder: Path, kind: str, change: Change) -> int:
    """Change the first record of a kind; returns the number of its line."""
    rows = (folder / SAMPLES).read_text().splitlines()
    number = next(at for at, row in enumerate(rows) if json.loads(row)["record"] == kind)
    content = json.loads(rows[number])
    change(content)
    rows[number] = json.dumps(content)
    (folder / SAMPLES).write_text("\n".join(rows) + "\n")
    return number + 1


def everything(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def point_key(name: str) -> Change:
    return lambda cell: cell["point"].update({name: 1})


def of_kernel(field: str, value: Any) -> Change:
    return lambda header: header["kernels"][0].update({field: value})


def without_size(cell: dict[str, Any]) -> None:
    del cell["point"]["size_bytes"]
    cell["cell"] = cell["cell"].partition(" size_bytes")[0]


REFUSED: dict[str, tuple[str, Change, str]] = {
    "an axis that reads a file": ("cell", point_key(READS), "the axis"),
    "an axis that writes a file": ("cell", point_key(WRITES), "the axis"),
    "an axis with a quote": ("cell", point_key('size" AS "x'), "the axis"),
    "an axis in capitals": ("cell", point_key("Time_s"), "the axis"),
    "an empty axis": ("cell", point_key(""), "the axis"),
    "a kernel of a cell": ("cell", lambda cell: cell.update(kernel=UP), "the kernel"),
    "a kernel": ("run", of_kernel("name", UP), "the kernel"),
    "a kernel that is a path": ("run", of_kernel("name", "/etc/passwd"), "the kernel"),
    "a kernel with a newline": ("run", of_kernel("name", "echo\n"), "the kernel"),
    "a long kernel": ("run", of_kernel("name", "x" * 65), "the kernel"),
    "an axis of a kernel": ("run", of_kernel("axes", [UP]), "the axis"),
    "a default of an axis": ("run", of_kernel("defaults", {UP: 1}), "the axis"),
    "a title of two lines": ("run", of_kernel("title", "a\n!touch pwned"), "the title"),
    "a value with an escape": (
        "cell", lambda cell: cell["point"].update(reply="\x1b]0;pwned\x07"), "the value"
    ),
    "a cell of two lines": ("cell", lambda cell: cell.update(cell="a\nb"), "the cell"),
    "a suite of two lines": ("run", lambda header: header.update(suite="a\nb"), "the suite"),
    "a host of two lines": (
        "run", lambda header: header["processes"][0].update(host="a\nb"), "the host"
    ),
    "a library of two lines": ("library", lambda one: one.update(name="a\nb"), "the library"),
    "a time that is none": (
        "run", lambda header: header.update(started_utc="../x"), "started_utc '../x' is not a time"
    ),
    "a share": ("cell", lambda cell: cell.update(shares={UP: "n50"}), "the axis"),
    "a kernel that is not listed": (
        "cell",
        lambda cell: cell.update(kernel="unknown", cell=cell["cell"].replace("echo", "unknown")),
        "of the kernel unknown",
    ),
    "a cell without its size": (
        "cell", without_size, "no number for the axis size_bytes"
    ),
    "a cell whose key is that of another": (
        "cell", lambda cell: cell["point"].update(size_bytes=3), "does not match its kernel and "
        "point"
    ),
    "a number beyond 64 bits": ("samples", lambda one: one.update(visit=2**63), "visit"),
    "lists of two lengths": (
        "samples", lambda one: one.update(core_hz=[1e9]), "another of its lists has another length"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_a_name_that_no_record_may_have_is_refused_by_its_line(
    run: Path, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, change, told = REFUSED[what]
    line = rewrite(run, kind, change)
    before = everything(tmp_path)
    with pytest.raises(StrobeError, match=rf"line {line}\b.*{re.escape(told)}") as refusal:
        load(run)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).isprintable()
    for command in (
        ["report", str(run)],
        ["fit", str(run)],
        ["export", str(run)],
        ["export", str(run), "--format", "parquet"],
        ["export", str(run), "--gnuplot"],
        ["compare", str(run), str(run.parent), "--output", str(tmp_path / "page.html")],
    ):
        assert main(command) == 2, command
        assert told in capsys.readouterr().err.replace("\n", " ")
    assert everything(tmp_path) == before


def test_a_cell_has_one_number_of_ranks(run: Path) -> None:
    key = "echo reply=fresh size_bytes=0"
    seven = "echo ranks=7 reply=fresh size_bytes=0"
    rewrite(run, "cell", lambda cell: cell["point"].update(ranks=7))
    rows = (run / SAMPLES).read_text().replace(f'"{key}"', f'"{seven}"')
    (run / SAMPLES).write_text(rows)
    with pytest.raises(StrobeError, match=r"line \d+: the cell '.*' has samples of 2 ranks inst"):
        load(run)


def test_a_whole_line_that_is_refused_was_not_cut_short(run: Path) -> None:
    rows = (run / SAMPLES).read_text()
    (run / SAMPLES).write_text(rows + '{"record":"end"}\n')
    with pytest.raises(StrobeError, match=rf"line {rows.count(chr(10)) + 1} is not a record"):
        load(run)


def test_a_broken_line_is_refused_by_every_export(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (run / SAMPLES).read_text().splitlines(keepends=True)
    rows.insert(40, '{"record":"samples","cell":"ec\n')
    (run / SAMPLES).write_text("".join(rows))
    for format in ("csv", "parquet", "osu", "gnuplot"):
        assert main(["export", str(run), "--format", format]) == 2
        assert "line 41 is not a record" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize("format", ["csv", "parquet", "osu", "gnuplot"])
def test_a_line_that_a_kill_cut_short_is_told_by_every_export(
    run: Path, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    with (run / SAMPLES).open("ab") as samples:
        samples.write(b'{"record":"samples","cell":"ec')
    assert main(["export", str(run), "--format", format]) == 0
    said = capsys.readouterr().err
    assert said == (
        "strobe: 1 line of the record was incomplete at the end of a launch and ignored\n"
    )


def test_links_in_a_run_folder_lead_nothing_elsewhere(run: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "picture.svg").write_text("mine")
    (mine / "text").write_text("mine")
    written = ("report.html", "models.json", "network.json", "blacs.model", "samples.csv")
    for name in (*written, "samples.csv.new"):
        (run / name).symlink_to(mine / "text")
    assert main(["fit", str(run)]) == 0
    assert main(["report", str(run)]) == 0
    assert main(["export", str(run)]) == 0
    assert not (run / "report.html").is_symlink()
    assert not (run / "samples.csv").is_symlink()
    shutil.rmtree(run / "plots")
    for name, command in (("plots", ["report"]), ("gnuplot", ["export", "--gnuplot"])):
        (run / name).symlink_to(mine)
        assert main([*command, str(run)]) == 2
    assert {path.name: path.read_text() for path in mine.iterdir()} == {
        "picture.svg": "mine",
        "text": "mine",
    }


def test_the_suite_file_that_a_record_names_is_read_only_if_it_may_be_one(
    run: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("source = 'a secret'\n[[figure]]\n")
    rewrite(run, "run", lambda header: header.update(suite_file=str(secret)))
    assert main(["report", str(run)]) == 0
    assert "a secret" not in (run / "report.html").read_text()


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not on this machine")
def test_gnuplot_runs_nothing_that_a_title_says(run: Path) -> None:
    title = "it's `touch pwned` \"'; !touch pwned\\"
    rewrite(run, "run", of_kernel("title", title))
    rows = (run / SAMPLES).read_text().replace('"reply":"fresh"', f'"reply":{json.dumps(title)}')
    rows = rows.replace("reply=fresh", f"reply={json.dumps(title)[1:-1]}")
    (run / SAMPLES).write_text(rows)
    assert main(["export", str(run), "--gnuplot"]) == 0
    drawn = subprocess.run(
        ["gnuplot", "echo.gp"], cwd=run / "gnuplot", capture_output=True, text=True, check=False
    )
    assert (drawn.returncode, drawn.stderr) == (0, "")
    svg = (run / "gnuplot" / "echo.svg").read_text()
    assert "it's `touch pwned`" in svg.replace("&#39;", "'")
    assert not list(run.rglob("pwned*"))


def test_names_of_a_job_are_refused_by_their_file(tmp_path: Path) -> None:
    synthetic_job.write(tmp_path)
    file = tmp_path / "rank-1.json"
    content = json.loads(file.read_text())
    content["mmds"]["primitives"][0]["name"] = "MPI_Send\x1b[2J"
    file.write_text(json.dumps(content))
    with pytest.raises(StrobeError, match=r"rank-1\.json: the function 'MPI_Send\\x1b\[2J' is not"):
        job_record.read(tmp_path)


def test_names_are_refused_before_anything_is_measured(tmp_path: Path) -> None:
    library = tmp_path / "libx.so"
    library.touch()
    with pytest.raises(StrobeError, match=r"the library's name 'a\\nb' is not valid"):
        libraries.resolve([f"a\nb={library}"])
    suite = tmp_path / "mine.toml"
    suite.write_text('name = "two\\nlines"\n')
    with pytest.raises(StrobeError, match=r"the name of the suite 'two\\nlines' is not valid"):
        suites.check_name(suite)


@given(st.lists(st.text(max_size=200)))
def test_names_of_files_are_safe_short_and_different(texts: list[str]) -> None:
    names = FileNames()
    found = [names.new(text) for text in texts]
    assert len({name.lower() for name in found}) == len(found)
    for name in found:
        assert re.fullmatch(r"[A-Za-z0-9_+][A-Za-z0-9._+-]*", name)
        assert len(name) <= MOST_LETTERS + 8


def test_long_texts_that_begin_alike_get_different_files() -> None:
    assert file_name("x" * 140 + "a") != file_name("x" * 140 + "b")
    assert file_name("exchange-sendrecv") == "exchange-sendrecv"


def test_a_file_that_cannot_be_written_whole_leaves_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    with pytest.raises(StrobeError, match="cannot write"), writing.replacing(tmp_path / "file"):
        raise OSError(28, "No space left on device")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "before"
