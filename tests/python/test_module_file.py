# SPDX-License-Identifier: BSD-3-Clause
"""The module file of packaging/modulefile, loaded by Debian's Environment Modules and Lmod."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from module_programs import FOLDER
from places import PYTHON, ROOT

from strobe import __version__

Variables = dict[str, str]
Modules = Callable[[Variables, str], Variables]
LIBRARIES = FOLDER / "usr" / "lib"
COMMANDS = {
    "Environment Modules": [
        FOLDER / "usr" / "bin" / "tclsh8.6",
        LIBRARIES / "modulecmd.tcl",
    ],
    "Lmod": [
        FOLDER / "usr" / "bin" / "lua5.3",
        *(FOLDER / "usr" / "share" / "lmod").glob("[0-9]*/libexec/lmod"),
    ],
}


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """Strobe as docs/how-to/packages.md installs it, and MODULEPATH/strobe/VERSION."""
    root = tmp_path / "opt" / __version__
    (root / "bin").mkdir(parents=True)
    (root / "bin" / "strobe").symlink_to(PYTHON.with_name("strobe"))
    (root / "share").symlink_to(ROOT / "share")
    modules = tmp_path / "modules" / "strobe"
    modules.mkdir(parents=True)
    template = (ROOT / "packaging" / "modulefile" / "strobe").read_text()
    assert "set prefix /opt/strobe\n" in template
    text = template.replace("set prefix /opt/strobe\n", f"set prefix {tmp_path / 'opt'}\n")
    (modules / __version__).write_text(text)
    return root


@pytest.fixture(params=COMMANDS)
def modules(request: pytest.FixtureRequest, prefix: Path, tmp_path: Path) -> Modules:
    """What `module WORDS` makes of variables."""
    command = COMMANDS[request.param]
    if not (FOLDER / "packages").exists():
        pytest.skip(f"{request.param} is missing, packaging/extras.py brings it")
    libraries = next(LIBRARIES.glob("*/libtcl8.6.so")).parent
    quoted = " ".join(map(str, command))
    # Programs of the environment must not load the libraries of these packages.
    run = f'eval "$(LD_LIBRARY_PATH={libraries} {quoted} bash $WORDS)" && env -0'

    def module(variables: Variables, words: str) -> Variables:
        known = {"PATH": os.environ["PATH"], "MODULEPATH": str(tmp_path / "modules")}
        ended = subprocess.run(
            ["bash", "-c", run], env={**known, **variables, "WORDS": words}, cwd=tmp_path,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return dict(line.split("=", 1) for line in ended.stdout.split("\0") if line)

    return module


def test_the_command_its_pages_and_its_completion_are_found(modules: Modules, prefix: Path) -> None:
    loaded = modules({"MANPATH": "/pages", "FPATH": "/functions"}, "load strobe")
    answer = subprocess.run(
        ["strobe", "--version"], env=loaded, capture_output=True, text=True, check=True
    )
    assert __version__ in answer.stdout
    assert shutil.which("strobe", path=loaded["PATH"]) == str(prefix / "bin" / "strobe")
    assert loaded["MANPATH"] == f"{prefix}/share/man:/pages"
    assert (Path(loaded["MANPATH"].split(":")[0]) / "man1" / "strobe.1").exists()
    assert loaded["FPATH"] == f"{prefix}/share/zsh/site-functions:/functions"
    assert loaded["XDG_DATA_DIRS"] == f"{prefix}/share:/usr/local/share:/usr/share"


def test_nothing_is_hidden_and_nothing_is_left(modules: Modules) -> None:
    before = {"XDG_DATA_DIRS": "/data", "PATH": "/first:" + os.environ["PATH"]}
    loaded = modules(before, "load strobe")
    assert not {"MANPATH", "FPATH"} & loaded.keys()
    assert loaded["XDG_DATA_DIRS"].endswith(":/data")
    unloaded = modules(loaded, "unload strobe")
    assert unloaded["XDG_DATA_DIRS"] == "/data"
    assert "opt" not in unloaded["PATH"].split("/first:")[0]
    assert unloaded["PATH"].startswith("/first:")
