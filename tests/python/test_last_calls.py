# SPDX-License-Identifier: BSD-3-Clause
"""The calls that ranks have noted in files, as a rank that was killed leaves them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from strobe.coscheduling import last_calls
from strobe.coscheduling.last_calls import NOWHERE, LastCall
from strobe.records.job_record import CallSite

NAMES = "MPI_Send\nMPI_Recv\n"
RECEIVE = 2 << 48
INSIDE, HAS_LINE = 1 << 63, 1 << 62
IMAGES = (
    "0000000000400000 0000000000410000 0000000000000000 /home/me/ring\n"
    "00007f0000000000 00007f0000010000 00007f0000000000 /home/me/a folder/libhalo.so\n"
)


def write(folder: Path, call: int, *, images: str = IMAGES, magic: bytes = b"StrCall1") -> None:
    """The file of rank 3, as last_call.hpp has it."""
    (folder / "functions").write_text(NAMES)
    lines = b"ring.py:12, in main".ljust(256, b"\0") + b"ring.py:15, in main".ljust(256, b"\0")
    head = magic + struct.pack("<QQ", call, len(images)) + bytes(40)
    (folder / "call-3").write_bytes(head + lines + images.encode() + bytes(64))


@pytest.mark.parametrize(
    ("place", "site"),
    [
        (0x401235, CallSite("", "/home/me/ring", 0x401234)),
        (0x7F0000000235, CallSite("", "/home/me/a folder/libhalo.so", 0x234)),
        (0x7F0000020000, NOWHERE),
        (0, NOWHERE),
        (HAS_LINE | 0, CallSite("ring.py:12, in main", "", 0)),
        (HAS_LINE | 1, CallSite("ring.py:15, in main", "", 0)),
        (HAS_LINE | 2, NOWHERE),
    ],
)
def test_the_place_of_a_call_is_found(tmp_path: Path, place: int, site: CallSite) -> None:
    write(tmp_path, INSIDE | RECEIVE | place)
    assert last_calls.read(tmp_path) == {3: LastCall("MPI_Recv", site, is_inside=True)}
    write(tmp_path, RECEIVE | place)
    assert last_calls.read(tmp_path) == {3: LastCall("MPI_Recv", site, is_inside=False)}


def test_a_file_that_tells_no_call_is_passed_over(tmp_path: Path) -> None:
    assert last_calls.read(tmp_path) == {}
    write(tmp_path, 0)
    assert last_calls.read(tmp_path) == {}
    write(tmp_path, 3 << 48)  # a function that has no name
    assert last_calls.read(tmp_path) == {}
    write(tmp_path, RECEIVE, magic=b"StrCall2")
    assert last_calls.read(tmp_path) == {}
    (tmp_path / "call-3").write_bytes(b"StrCall1")
    assert last_calls.read(tmp_path) == {}


def test_a_place_that_is_not_one_line_is_refused(tmp_path: Path) -> None:
    write(tmp_path, RECEIVE | 0x401235, images=IMAGES.replace("/home/me/ring", "/home/\x1b[2Jring"))
    assert last_calls.read(tmp_path) == {}
