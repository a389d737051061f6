# SPDX-License-Identifier: BSD-3-Clause
"""`pip install .` into somebody's environment: everything works, from any folder."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from user import ROOT, User


def test_strobe_is_on_path_and_answers_from_any_folder(user: User) -> None:
    ended = user.run(["strobe", "--help"])
    assert ended.returncode == 0, ended.stderr
    assert "measure" in ended.stdout


def test_a_measurement_works_from_any_folder(user: User) -> None:
    ended = user.run(["strobe", "measure", "--kernel", "barrier", "--ranks", "2", "--budget", "5"])
    assert ended.returncode == 0, ended.stderr
    samples = next(user.elsewhere.glob("results/*/samples.jsonl"))
    records = [json.loads(line) for line in samples.read_text().splitlines()]
    assert records[0]["record"] == "run"
    assert records[-1]["record"] == "end"
    assert any(record["record"] == "samples" for record in records)


def test_the_bench_works_bare_and_finds_its_own_mpi(user: User) -> None:
    """The dynamic loader finds libmpi by what is written in the program, without help."""
    bench = user.package / "libexec" / "strobe-bench"
    ended = user.run([bench, "--list", "--json"], LD_LIBRARY_PATH="")
    assert ended.returncode == 0, ended.stderr
    assert {"echo", "barrier"} <= {kernel["name"] for kernel in json.loads(ended.stdout)["kernels"]}
    linked = user.run(["ldd", bench], LD_LIBRARY_PATH="").stdout
    assert "libmpi" in linked
    assert "not found" not in linked
    for library in ("libfmt", "libtomlplusplus"):
        assert library not in linked, f"{library} must not be wanted where the wheel is used"


def test_man_pages_and_completions_are_where_their_readers_look(user: User) -> None:
    share = user.environment / "share"
    for file in (
        "man/man1/strobe-run.1",
        "strobe/reframe/strobe_checks.py",
        "bash-completion/completions/strobe",
        "bash-completion/completions/strobe-bench",
        "zsh/site-functions/_strobe",
        "fish/vendor_completions.d/strobe.fish",
    ):
        assert (share / file).is_file(), file
    printed = user.run(["strobe", "completion", "bash"])
    assert printed.stdout == (share / "bash-completion/completions/strobe").read_text()


def test_the_suites_travel_with_the_package(user: User) -> None:
    ours = {file.name for file in (ROOT / "suites").glob("*.toml")}
    assert ours
    assert {file.name for file in (user.package / "suites").glob("*.toml")} == ours


def test_the_sources_in_the_package_configure_and_know_their_release(
    user: User, tmp_path: Path
) -> None:
    """What `strobe measure --mpi` builds from: complete, of the version and commit installed."""
    source = user.package / "source"
    ended = user.run(["cmake", "-S", source, "-B", tmp_path / "build", "-G", "Ninja"])
    assert ended.returncode == 0, ended.stderr
    header = tmp_path / "build" / "generated" / "release.hpp"
    ended = user.run(["cmake", "--build", tmp_path / "build", "--target", "strobe_release_header"])
    assert ended.returncode == 0, ended.stdout
    version, commit = (source / "RELEASE").read_text().split()
    assert f'version = "{version}"' in header.read_text()
    assert f'commit = "{commit}"' in header.read_text()
    assert commit.removesuffix("-dirty") == _commit_of_the_clone()


def _commit_of_the_clone() -> str:
    if not (ROOT / ".git").exists():
        return "unknown"
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    ended = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)
    return ended.stdout.strip()
