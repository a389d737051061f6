# SPDX-License-Identifier: BSD-3-Clause
"""The call of MPI that each rank is in or has made last, from the files that the ranks map.

Their layout is that of src/bcs/mpi/last_call.hpp. They tell what a rank did that was killed.
"""

from __future__ import annotations

import contextlib
import re
import struct
from pathlib import Path

import msgspec

from strobe.records.job_record import CallSite
from strobe.records.names import check_lines

MAGIC = int.from_bytes(b"StrCall1", "little")
FUNCTIONS = "functions"
_FILE = re.compile(r"call-(\d+)")
_HEAD = struct.Struct("<QQQ40x")  # magic, call, bytes of images
_LINES, _LINE_BYTES = 2, 256
_IMAGES_AT = _HEAD.size + _LINES * _LINE_BYTES
_IS_INSIDE, _HAS_LINE, _FUNCTION_SHIFT = 1 << 63, 1 << 62, 48
_IMAGE = re.compile(r"([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16}) (.+)")
NOWHERE = CallSite("", "", 0)


class LastCall(msgspec.Struct, frozen=True):
    """A call of `function` at `site`, which `is_inside` if it has not returned."""

    function: str
    site: CallSite
    is_inside: bool


def read(folder: Path) -> dict[int, LastCall]:
    """By rank, of those ranks of which files in `folder` tell it."""
    found: dict[int, LastCall] = {}
    with contextlib.suppress(OSError):
        names = (folder / FUNCTIONS).read_text().splitlines()
        for path in folder.iterdir():
            match = _FILE.fullmatch(path.name)
            call = _decoded(path.read_bytes(), names) if match is not None else None
            if match is not None and call is not None:
                found[int(match[1])] = call
    return found


def _decoded(content: bytes, names: list[str]) -> LastCall | None:
    """The call in a file; None where there is none, or where another release wrote the file."""
    if len(content) < _IMAGES_AT:
        return None
    magic, call, image_bytes = _HEAD.unpack_from(content)
    number = (call & ~(_IS_INSIDE | _HAS_LINE)) >> _FUNCTION_SHIFT
    if magic != MAGIC or not 0 < number <= len(names):
        return None
    place = call & ((1 << _FUNCTION_SHIFT) - 1)
    with contextlib.suppress(ValueError):  # a text that is not one line
        check_lines("the function", names[number - 1])
        if call & _HAS_LINE:
            site = CallSite(_line(content, place), "", 0)
        else:
            images = content[_IMAGES_AT : _IMAGES_AT + image_bytes]
            site = _site(place, images.decode(errors="replace"))
        return LastCall(names[number - 1], site, bool(call & _IS_INSIDE))
    return None


def _line(content: bytes, number: int) -> str:
    """A line of Python; empty where there is none of that number."""
    if number >= _LINES:
        return ""
    begin = _HEAD.size + number * _LINE_BYTES
    return content[begin : begin + _LINE_BYTES].partition(b"\0")[0].decode(errors="replace")


def _site(address: int, images: str) -> CallSite:
    """The place of a return address, by the files that code was loaded from."""
    for line in images.splitlines():
        match = _IMAGE.fullmatch(line)
        if match is None:
            continue
        begin, end, base = (int(number, 16) for number in match.groups()[:3])
        if begin <= address < end:
            # The call may be the last instruction of its line.
            return CallSite("", match[4], address - base - 1)
    return NOWHERE
