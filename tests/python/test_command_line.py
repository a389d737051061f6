# SPDX-License-Identifier: BSD-3-Clause
"""The command `strobe` as a person meets it: quick to answer, and one line for every mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import synthetic
import synthetic_job
from places import ROOT
from terminal import FAKE_BENCH, Terminal

from strobe.cli.main import main
from strobe.launch import libraries
from strobe.options.commands import COMMANDS


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return synthetic.write_run(tmp_path / "run")


def test_help_names_every_command(terminal: Terminal) -> None:
    answer = terminal.run("--help")
    assert answer.status == 0
    assert all(re.search(rf"│ {name} ", answer.out) for name in COMMANDS if " " not in name)


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        (
            "from strobe.cli.main import main; main(['--help'])",
            ("numpy", "scipy", "altair", "arro3", "jinja2", "msgspec"),
        ),
        (
            "from strobe.cli.main import main; main(['run', '--explain', sys.executable])",
            ("numpy", "cyclopts", "attrs", "jinja2"),
        ),
        ("import strobe.cli.job_tables", ("numpy", "scipy", "cyclopts")),
        ("import strobe.cli.measure", ("scipy", "altair")),
        ("import strobe.records.summary", ("scipy.stats", "altair")),
    ],
)
def test_nothing_is_imported_that_is_not_wanted(statement: str, heavy: tuple[str, ...]) -> None:
    """Which is why the commands answer at once: each of these takes longer than all the rest."""
    probe = (
        f"import sys; {statement}; found = {set(heavy)} & set(sys.modules);"
        "sys.exit(f'{found}' if found else 0)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    text = capsys.readouterr().out
    assert f"Usage: {COMMANDS[command].usage}" in " ".join(text.split())
    assert "(default: )" not in text
    assert "\nExample" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mesure"], 'Unknown command "mesure". Did you mean "measure"?'),
        (["measure", "-n", "x"], "-n must be a whole number of at least 1, not 'x'"),
        (["measure", "quick", "slow"], "unexpected argument 'slow'"),
        (["fit"], "FOLDER is missing; see `strobe fit --help`"),
        (["compare", "run"], "SECOND is missing; see `strobe compare --help`"),
        (["check", "mpi", "--ranks"], "--ranks requires a value; see `strobe check mpi --help`"),
        (["report", "/nowhere"], "cannot read /nowhere: No such file or directory"),
        (["check", "/nowhere"], "cannot read /nowhere: No such file or directory"),
        (["export", "/nowhere"], "cannot read /nowhere: No such file or directory"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"strobe: {sentence}")
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize("words", ["machine", "machine --json"])
def test_a_reader_that_has_enough_is_left_in_peace(words: str) -> None:
    answer = subprocess.run(
        f"{sys.executable} -m strobe.cli.main {words} | true",
        shell=True, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
    )  # fmt: skip
    assert answer.stderr == ""


def test_the_machine_is_told_in_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machine", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert facts["memory_bytes"] == pages
    assert 1 <= facts["sockets"] <= facts["cores"] <= facts["threads"] == os.cpu_count()
    assert main(["machine"]) == 0
    assert facts["cpu"] in capsys.readouterr().out


def test_everything_that_can_be_measured_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STROBE_BENCH", str(FAKE_BENCH))
    found = [("numpy", Path("/nowhere/libopenblas.so"))]
    monkeypatch.setattr(libraries, "here", lambda: iter(found))
    assert main(["list", "--json"]) == 0
    listing = json.loads(capsys.readouterr().out)
    assert [kernel["name"] for kernel in listing["kernels"]] == ["echo"]
    assert listing["bench"] == str(FAKE_BENCH)
    assert "quick" in [suite["name"] for suite in listing["suites"]]
    assert {"name": "numpy", "path": "/nowhere/libopenblas.so"} in listing["blas"]
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    titles = ("Kernels", "Suites", "Launchers", "MPIs", "BLAS libraries")
    assert all(title in text for title in titles)


def test_a_missing_bench_does_not_hide_what_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STROBE_BENCH", "/nowhere")
    assert main(["list", "--json"]) == 2
    said = capsys.readouterr()
    assert said.err == "strobe: STROBE_BENCH names /nowhere, which is not an executable program\n"
    assert json.loads(said.out)["suites"]


def test_check_says_first_whether_the_run_is_good_enough(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(run)]) == 1  # the synthetic run has a failed cell
    first, _, rest = capsys.readouterr().out.partition("\n")
    assert first == "Some of these results are not valid."
    assert "serious [exchange]: " in rest
    assert synthetic.FAILED_CELL in rest


def test_fit_writes_models_and_shows_them(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", str(run)]) == 0
    text = capsys.readouterr().out
    assert "Time = start-up time + size / bandwidth" in text
    assert "echo (fresh)" in text
    assert (run / "models.json").is_file()


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_closed_stream_is_no_trouble(stream: int, tmp_path: Path) -> None:
    answer = subprocess.run(
        ["sh", "-c", f'exec "$0" -m strobe.cli.main list {stream}>&-', sys.executable],
        capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'python'}:{os.environ.get('PYTHONPATH', '')}"},
    )  # fmt: skip
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize("words", ["fit", "check", "compare run", "export", "export --format osu"])
def test_the_record_of_a_job_is_no_run(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    synthetic_job.write(tmp_path / "job")
    synthetic.write_run(tmp_path / "run")
    assert main([*words.split(), "job"]) == 2
    assert capsys.readouterr().err == (
        "strobe: job is the record of a job, not a run of `strobe measure`: use `strobe report "
        "job` to see it, or `strobe export job --format trace` to write its trace\n"
    )
