# SPDX-License-Identifier: BSD-3-Clause
"""Reads executables and libraries (elf(5)) without running anything of them.

`ldd` has the program's own interpreter list the libraries, which executes code that the program
chose. Here the file is data.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strobe.base.errors import StrobeError

if TYPE_CHECKING:
    from elftools.elf.elffile import ELFFile
    from elftools.elf.segments import Segment

MAGIC = b"\x7fELF"
DF_1_NODEFLIB = 0x800
# What a damaged file makes the parser raise, beside its own error.
_DAMAGE = (UnicodeDecodeError, AssertionError, ValueError, OverflowError)


class TruncatedError(StrobeError):
    """The file is shorter than its own headers say, or they cannot be read."""


class Image(msgspec.Struct, frozen=True):
    """What the dynamic loader reads of an executable or a library.

    `has_interpreter` is false in a static executable (and in a library). `rpath` and `runpath` are
    as they stand in the file, with $ORIGIN; `skips_system` is true after `ld -z nodefaultlib`.
    """

    bits: int
    machine: str
    has_interpreter: bool
    soname: str
    needed: tuple[str, ...]
    rpath: str
    runpath: str
    skips_system: bool

    def fits(self, other: Image) -> bool:
        """Whether one can be loaded into the process of the other."""
        return (self.bits, self.machine) == (other.bits, other.machine)


def is_elf(path: Path) -> bool:
    """Whether `path` begins as an ELF file does. Raises StrobeError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise StrobeError(f"{path} cannot be read: {error.strerror}") from error


def read(path: Path) -> Image:
    """The image in `path`.

    Raises TruncatedError where the file is damaged, and OSError where it cannot be read.
    """
    # Its import takes as long as all others of most commands, which read no such file.
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile

    size = path.stat().st_size
    with path.open("rb") as file:
        try:
            elf = ELFFile(file)
            segments = list(elf.iter_segments())
            if any(_end(segment) > size for segment in segments):
                raise TruncatedError(f"{path} is truncated")
            return _image(elf, segments)
        except (ELFError, *_DAMAGE) as error:
            raise TruncatedError(f"{path} is not a complete ELF file: {error}") from error


def _end(segment: Segment) -> int:
    return segment["p_offset"] + segment["p_filesz"]


def _image(elf: ELFFile, segments: list[Segment]) -> Image:
    from elftools.elf.dynamic import DynamicSegment
    from elftools.elf.segments import InterpSegment

    tags = [
        (str(tag.entry.d_tag), tag)
        for segment in segments
        if isinstance(segment, DynamicSegment) and segment["p_filesz"]
        for tag in segment.iter_tags()
    ]

    def texts(kind: str, attribute: str) -> Iterator[str]:
        return (str(getattr(tag, attribute)) for name, tag in tags if name == kind)

    flags = next((int(tag.entry.d_val) for name, tag in tags if name == "DT_FLAGS_1"), 0)
    return Image(
        bits=elf.elfclass,
        machine=str(elf["e_machine"]),
        has_interpreter=any(isinstance(segment, InterpSegment) for segment in segments),
        soname=next(texts("DT_SONAME", "soname"), ""),
        needed=tuple(texts("DT_NEEDED", "needed")),
        rpath=next(texts("DT_RPATH", "rpath"), ""),
        runpath=next(texts("DT_RUNPATH", "runpath"), ""),
        skips_system=bool(flags & DF_1_NODEFLIB),
    )
