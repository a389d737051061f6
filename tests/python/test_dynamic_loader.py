# SPDX-License-Identifier: BSD-3-Clause
"""Which libraries a program would get, read from files; what ld.so itself says is the reference."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from terminal import Terminal

from strobe.base.errors import StrobeError
from strobe.coscheduling import interposer, program
from strobe.launch import dynamic_loader, elf, mpi

CC = shutil.which("cc") or shutil.which("gcc")
pytestmark = pytest.mark.skipif(CC is None, reason="there is no C compiler")

# Without what the C library does at its begin, for which there is no place in an interpreter.
MARKS = """
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
void _start(void) {{
  syscall(SYS_openat, AT_FDCWD, "{mark}", O_CREAT | O_WRONLY, 0600);
  syscall(SYS_exit_group, 0);
}}
"""


def compiled(path: Path, text: str, *flags: str | Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    source = path.with_name(f"{path.name}.c")
    source.write_text(text)
    assert CC is not None
    subprocess.run([CC, "-o", path, source, *flags], check=True)
    return path


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def library(folder: Path, *flags: str | Path) -> Path:
    """A stand-in for an MPI's library."""
    path = compiled(folder / "libmpi.so.12", "int MPI_Init(void) { return 0; }", "-shared",
                    "-fPIC", "-Wl,-soname,libmpi.so.12", *flags)  # fmt: skip
    (folder / "libmpi.so").unlink(missing_ok=True)
    (folder / "libmpi.so").symlink_to(path.name)
    return path


CALLS = "int MPI_Init(void); int main(void) { return MPI_Init(); }"


def said_by_loader(path: Path) -> dict[str, str]:
    """Of a file that we have made, so that it may be run."""
    answer = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
    return dict(re.findall(r"(\S+) => (\S+)", answer))


def found(path: Path) -> dict[str, str]:
    listed = {one.name: str(one.path or "not") for one in dynamic_loader.libraries(path)}
    return {name: where for name, where in listed.items() if not name.startswith("ld-linux")}


def test_a_program_to_be_explained_is_not_run(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ldd` has the program's own interpreter list its libraries, with glibc up to 2.26."""
    mark = tmp_path / "was-run"
    interpreter = compiled(tmp_path / "interpreter", MARKS.format(mark=mark), "-static",
                           "-nostartfiles")  # fmt: skip
    folder = library(tmp_path / "lib").parent
    app = compiled(tmp_path / "app", CALLS, f"-L{folder}", "-lmpi", f"-Wl,-rpath,{folder}",
                   f"-Wl,--dynamic-linker={interpreter}")  # fmt: skip
    subprocess.run([app], check=False)
    assert mark.exists()
    mark.unlink()
    ldd = script(tmp_path / "bin" / "ldd", 'LD_TRACE_LOADED_OBJECTS=1 exec "$1"')
    monkeypatch.setenv("PATH", f"{ldd.parent}:{os.environ['PATH']}")
    libc = next(path for path in mpi.libraries_of(Path("/bin/sh")) if "libc." in path.name)
    monkeypatch.setenv(interposer.VARIABLE, str(libc))
    answer = terminal.run("run", "-n", "2", "--explain", app, COLUMNS="500")
    assert f"linked with MPICH ({folder / 'libmpi.so.12'})" in answer.out + answer.err
    assert not mark.exists()


@pytest.mark.parametrize("tags", ["--disable-new-dtags", "--enable-new-dtags"])
def test_the_loaders_order_of_folders_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tags: str
) -> None:
    """RPATH comes before LD_LIBRARY_PATH, and RUNPATH after it."""
    own, other = (library(tmp_path / name) for name in ("own", "other"))
    app = compiled(tmp_path / "bin" / "app", CALLS, f"-L{own.parent}", "-lmpi", f"-Wl,{tags}",
                   "-Wl,-rpath,$ORIGIN/../own")  # fmt: skip
    assert found(app) == said_by_loader(app)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(other.parent))
    assert found(app) == said_by_loader(app)
    is_rpath = tags.startswith("--disable")
    linked = mpi.linked(app)
    assert linked is not None
    assert linked.path is not None
    assert Path(linked.path).resolve() == (own if is_rpath else other)
    monkeypatch.delenv("LD_LIBRARY_PATH")
    own.unlink()
    assert found(app) == said_by_loader(app)
    assert found(app)["libmpi.so.12"] == "not"


@pytest.mark.parametrize("tags", ["--disable-new-dtags", "--enable-new-dtags"])
def test_a_librarys_libraries_are_found_as_the_loader_finds_them(tmp_path: Path, tags: str) -> None:
    """The program's RPATH serves its libraries, too; its RUNPATH does not."""
    under = library(tmp_path / "under").parent
    over = compiled(tmp_path / "over" / "libover.so",
                    "int MPI_Init(void); int over(void) { return MPI_Init(); }", "-shared", "-fPIC",
                    "-Wl,-soname,libover.so", f"-L{under}", "-lmpi")  # fmt: skip
    app = compiled(tmp_path / "app", "int over(void); int main(void) { return over(); }",
                   f"-L{over.parent}", "-lover", f"-Wl,-rpath-link,{under}", f"-Wl,{tags}",
                   f"-Wl,-rpath,{over.parent}:{under}")  # fmt: skip
    assert found(app) == said_by_loader(app)
    assert (found(app)["libmpi.so.12"] == "not") == tags.startswith("--enable")


def test_programs_of_the_system_get_what_the_loader_says() -> None:
    for name in ("sh", "bash", "git", "perl", "gcc"):
        path = shutil.which(name)
        if path is not None:
            assert found(Path(path)) == said_by_loader(Path(path))


def test_a_library_for_another_machine_is_passed_over(tmp_path: Path) -> None:
    good, bad = library(tmp_path / "good"), library(tmp_path / "bad")
    app = compiled(tmp_path / "app", CALLS, f"-L{good.parent}", "-lmpi",
                   f"-Wl,-rpath,{bad.parent}:{good.parent}")  # fmt: skip
    content = bytearray(bad.read_bytes())
    content[18:20] = (243).to_bytes(2, "little")  # RISC-V
    bad.write_bytes(content)
    assert found(app) == said_by_loader(app)
    bad.write_bytes(b"no library")
    assert found(app)["libmpi.so.12"] == str(good)


def test_a_static_program_has_no_libraries(tmp_path: Path) -> None:
    app = compiled(tmp_path / "app", "int main(void) { return 0; }", "-static")
    assert dynamic_loader.libraries(app) == []
    assert not elf.read(app).has_interpreter
    with pytest.raises(StrobeError, match="is a static binary"):
        program.find([str(app)])


def test_the_interpreter_of_a_script_is_followed(tmp_path: Path) -> None:
    folder = library(tmp_path / "lib").parent
    app = compiled(tmp_path / "app", CALLS, f"-L{folder}", "-lmpi", f"-Wl,-rpath,{folder}")
    outer, inner = tmp_path / "outer", tmp_path / "inner"
    inner.write_text(f"#! {app} -x\n")
    outer.write_text(f"#!{inner}\n")
    for path in (outer, inner):
        path.chmod(0o755)
        found_program = program.find([str(path)])
        assert found_program.library is not None
        assert found_program.library.path == str(folder / "libmpi.so.12")
    loop = tmp_path / "loop"
    loop.write_text(f"#!{loop}\n")
    assert dynamic_loader.interpreted_by(loop) == loop


def test_without_a_cache_the_configured_folders_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = library(tmp_path / "lib").parent
    app = compiled(tmp_path / "app", CALLS, f"-L{folder}", "-lmpi")
    assert found(app)["libmpi.so.12"] == "not"
    parts = tmp_path / "conf.d"
    parts.mkdir()
    (parts / "mine.conf").write_text(f"# a comment\n{folder}\n")
    (tmp_path / "conf").write_text("include conf.d/*.conf\n")
    monkeypatch.setattr(dynamic_loader, "CONFIGURATION", tmp_path / "conf")
    monkeypatch.setattr(dynamic_loader, "CACHE", tmp_path / "none")
    assert found(app)["libmpi.so.12"] == str(folder / "libmpi.so.12")


@pytest.mark.parametrize("at", [4, 32, 54, 56, 100, 400])
def test_a_damaged_file_is_data_like_any_other(tmp_path: Path, at: int) -> None:
    app = compiled(tmp_path / "app", "int main(void) { return 0; }")
    content = bytearray(app.read_bytes())
    content[at : at + 8] = b"\xff" * 8
    app.write_bytes(content)
    dynamic_loader.libraries(app)
