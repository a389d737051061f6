# SPDX-License-Identifier: BSD-3-Clause
"""What was read of an executable is read once, until the file changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from strobe.launch import elf, image_cache
from strobe.launch.elf import Image


@pytest.fixture
def reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were read, by a reader that takes the size for the word size."""
    found: list[Path] = []

    def read(path: Path) -> Image:
        found.append(path)
        return Image(path.stat().st_size, "EM_X86_64", True, path.name, ("libc.so.6",), "", "",
                     False)  # fmt: skip

    monkeypatch.setattr(elf, "read", read)
    monkeypatch.setattr(image_cache.resources, "cache", lambda: tmp_path / "cache")
    return found


def forget() -> None:
    """As in another command."""
    image_cache._image.cache_clear()
    image_cache._known.cache_clear()


def test_another_command_does_not_read_a_file_again(tmp_path: Path, reads: list[Path]) -> None:
    file = tmp_path / "a program"
    file.write_bytes(b"1234")
    forget()
    first = image_cache.image(file)
    forget()
    assert image_cache.image(file) == first
    assert reads == [file]


@pytest.mark.parametrize("change", ["size", "time"])
def test_a_file_that_has_changed_is_read_again(
    tmp_path: Path, reads: list[Path], change: str
) -> None:
    file = tmp_path / "program"
    file.write_bytes(b"1234")
    forget()
    image_cache.image(file)
    if change == "size":
        file.write_bytes(b"12345678")
    else:
        os.utime(file, ns=(0, 1))
    forget()
    assert image_cache.image(file).bits == file.stat().st_size
    assert len(reads) == 2


def test_damaged_lines_and_a_place_that_is_not_writable_cost_time_only(
    tmp_path: Path, reads: list[Path]
) -> None:
    file = tmp_path / "program"
    file.write_bytes(b"1234")
    kept = tmp_path / "cache" / image_cache.FILE
    kept.parent.mkdir()
    kept.write_bytes(b'{"path": 1}\n\xff\n')
    forget()
    image_cache.image(file)
    forget()
    image_cache.image(file)
    assert len(reads) == 1
    kept.unlink()
    kept.mkdir()
    forget()
    assert image_cache.image(file).bits == 4
    assert len(reads) == 2


def test_a_full_cache_is_begun_anew(
    tmp_path: Path, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image_cache, "MOST_BYTES", 200)
    forget()
    for number in range(5):
        file = tmp_path / f"program-{number}"
        file.write_bytes(b"1234")
        image_cache.image(file)
    kept = tmp_path / "cache" / image_cache.FILE
    assert kept.read_bytes().count(b"\n") <= 2
