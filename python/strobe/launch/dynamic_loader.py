# SPDX-License-Identifier: BSD-3-Clause
"""Which libraries the dynamic loader would give a program (ld.so(8)), found by reading files.

The order is glibc's: RPATH of the library that asks and of those that brought it, where it has no
RUNPATH; LD_LIBRARY_PATH; its RUNPATH; the loader's cache; the system's folders. Nothing is run.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError
from strobe.launch import elf, image_cache
from strobe.launch.elf import Image

CACHE = Path("/etc/ld.so.cache")
CONFIGURATION = Path("/etc/ld.so.conf")
MOST_LIBRARIES = 4096
MOST_INTERPRETERS = 4  # as many as the kernel follows (execve(2)), one script calling the next
MOST_INCLUDES = 4  # of one ld.so.conf in another

# glibc 2.2 and later, dl-cache.h: the header, and an entry; older caches hold this behind a first
# one in a form of their own.
_CACHE_MAGIC = b"glibc-ld.so.cache1.1"
_CACHE_HEADER_BYTES = 48
_CACHE_ENTRY = struct.Struct("=iIIIQ")


class Library(msgspec.Struct, frozen=True):
    """A library by the name that it was asked for; `path` is None where there is none."""

    name: str
    path: Path | None


class _Loaded(msgspec.Struct, frozen=True):
    """An image in a process, where it came from, and who asked for it."""

    path: Path
    image: Image
    asked_by: _Loaded | None

    @property
    def origin(self) -> str:
        """What $ORIGIN stands for."""
        return str(self.path.parent)


def libraries(program: Path) -> list[Library]:
    """Every library that the loader would look for, in its order; none for a static program.

    A program that is damaged or is no ELF file has none either.
    """
    try:
        image = image_cache.image(program)
    except (OSError, elf.TruncatedError):
        return []
    top = _Loaded(program.resolve(), image, None)
    found: dict[str, Library] = {}
    names = set[str]()
    waiting = [top]
    for user in waiting:
        for name in user.image.needed:
            if name in found or name in names or len(found) >= MOST_LIBRARIES:
                continue
            loaded = _find(name, user)
            found[name] = Library(name, loaded.path if loaded is not None else None)
            if loaded is not None:
                names.add(loaded.image.soname)
                waiting.append(loaded)
    return list(found.values())


def interpreted_by(program: Path) -> Path:
    """The ELF file that the kernel starts for `program`: that of a script is its interpreter.

    The program itself where its interpreter is not found or is no ELF file.
    """
    path = program
    with contextlib.suppress(OSError, StrobeError):
        for _ in range(1 + MOST_INTERPRETERS):
            if elf.is_elf(path):
                return path
            with path.open("rb") as file:
                line = file.readline(4096)
            if not line.startswith(b"#!") or not line[2:].split():
                break
            path = Path(os.fsdecode(line[2:].split()[0]))
    return program


def _find(name: str, user: _Loaded) -> _Loaded | None:
    """The library that `user` gets for `name`."""
    if "/" in name:
        return _opened(Path(_expanded(name, user.origin)), user)
    candidates = (folder / name for folder in _folders_before_cache(user))
    found = next(filter(None, (_opened(path, user) for path in candidates)), None)
    if found is not None or user.image.skips_system:
        return found
    known = map(Path, _cached().get(name, ()))
    system = (*known, *(folder / name for folder in system_folders()))
    return next(filter(None, (_opened(path, user) for path in system)), None)


def _folders_before_cache(user: _Loaded) -> Iterator[Path]:
    if not user.image.runpath:
        by: _Loaded | None = user
        while by is not None:
            if not by.image.runpath:
                yield from _folders(by.image.rpath, by.origin, ":")
            by = by.asked_by
    # An empty word of LD_LIBRARY_PATH is the current folder.
    yield from _folders(os.environ.get("LD_LIBRARY_PATH", ""), user.origin, ":;")
    yield from _folders(user.image.runpath, user.origin, ":")


def _folders(words: str, origin: str, separators: str) -> Iterator[Path]:
    for word in re.split(f"[{separators}]", words) if words else ():
        yield Path(_expanded(word, origin) or ".").absolute()


def _expanded(text: str, origin: str) -> str:
    """With the loader's own variables replaced: $ORIGIN, $PLATFORM and $LIB."""
    values = {"ORIGIN": origin, "PLATFORM": os.uname().machine, "LIB": _lib()}
    return re.sub(
        r"\$(?:\{(ORIGIN|PLATFORM|LIB)\}|(ORIGIN|PLATFORM|LIB)(?![A-Za-z0-9_]))",
        lambda match: values[match[1] or match[2]],
        text,
    )


def _opened(path: Path, user: _Loaded) -> _Loaded | None:
    """The library at `path`, where there is one for the same kind of process."""
    with contextlib.suppress(OSError, elf.TruncatedError):
        if path.is_file():
            image = image_cache.image(path)
            if image.fits(user.image):
                return _Loaded(path, image, user)
    return None


def _multiarch() -> str:
    """The name of Debian's folders for this kind of machine, `x86_64-linux-gnu`."""
    return str(getattr(sys.implementation, "_multiarch", "")) or f"{os.uname().machine}-linux-gnu"


def _lib() -> str:
    """What the loader was built to put for $LIB."""
    if Path("/lib", _multiarch()).is_dir():
        return f"lib/{_multiarch()}"
    return "lib64" if sys.maxsize > 2**32 and Path("/lib64").is_dir() else "lib"


def system_folders() -> list[Path]:
    """Where the loader looks at last."""
    names = (f"lib/{_multiarch()}", "lib64", "lib")
    folders = [Path(root, name) for name in names for root in ("/", "/usr")]
    # Without a cache the folders that it would have been made from are searched.
    return folders if _cached() else [*_configured(CONFIGURATION), *folders]


def _configured(file: Path, depth: int = 0) -> list[Path]:
    """The folders that ld.so.conf names, with the files that it includes."""
    folders: list[Path] = []
    with contextlib.suppress(OSError):
        for line in file.read_text(errors="replace").splitlines():
            words = line.partition("#")[0].split()
            if words[:1] == ["include"] and depth < MOST_INCLUDES:
                for pattern in words[1:]:
                    included = Path("/").glob(str(file.parent / pattern).lstrip("/"))
                    folders += [f for one in sorted(included) for f in _configured(one, depth + 1)]
            elif words and words[0].startswith("/"):
                folders += [Path(word) for word in re.split(r"[\s,:]+", " ".join(words)) if word]
    return folders


def _cached() -> dict[str, list[str]]:
    """The paths in the loader's cache, by the library's name; empty where it cannot be read."""
    with contextlib.suppress(OSError):
        facts = CACHE.stat()
        return _cache(CACHE, facts.st_mtime_ns)
    return {}


@functools.lru_cache(maxsize=4)
def _cache(file: Path, _changed_ns: int) -> dict[str, list[str]]:
    content = file.read_bytes()
    begin = content.find(_CACHE_MAGIC)
    if begin < 0:
        return {}
    content = content[begin:]
    found: dict[str, list[str]] = {}
    with contextlib.suppress(struct.error, ValueError):
        (count,) = struct.unpack_from("=I", content, len(_CACHE_MAGIC))
        for at in range(min(count, len(content) // _CACHE_ENTRY.size)):
            entry = _CACHE_HEADER_BYTES + at * _CACHE_ENTRY.size
            _, key, value, _, wants = _CACHE_ENTRY.unpack_from(content, entry)
            # A variant for newer processors stands beside the general one; that serves to know it.
            if not wants:
                found.setdefault(_text(content, key), []).append(_text(content, value))
    return found


def _text(content: bytes, at: int) -> str:
    return os.fsdecode(content[at : content.index(b"\0", at)])
