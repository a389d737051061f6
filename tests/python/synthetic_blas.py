# SPDX-License-Identifier: BSD-3-Clause
"""BLAS libraries that were never built: what they say of themselves, and how fast they are."""

from __future__ import annotations

from strobe.records import lines

LEVELS = {
    1: ("blas_axpy", "blas_dot", "blas_scal", "blas_copy", "blas_nrm2"),
    2: ("blas_gemv", "blas_ger", "blas_trsv", "blas_symv"),
    3: (
        "blas_gemm", "blas_trsm", "blas_syrk", "blas_syr2k", "blas_symm", "lapack_getrf",
        "lapack_potrf", "lapack_geqrf",
    ),
}  # fmt: skip
FMA = "fma"
KERNELS = (FMA, *(kernel for kernels in LEVELS.values() for kernel in kernels))
ELEMENT_BYTES = {"s": 4, "d": 8, "c": 8, "z": 16}
NARROW = ("float", "s", "c")
# Flops a cycle, in a double.
CEILING = 32.0
RATES = {"openblas": 28.0, "mkl": 14.0, "reference": 2.0}
# Bytes a cycle of what no cache reuses.
FEEDS = {"openblas": 48.0, "mkl": 40.0, "reference": 12.0}
FALLS_BEYOND, FALLS_TO = 100, 0.7
"""The order after which openblas multiplies matrices in another way, and its part of the rate."""
SERIAL_PART = 0.1
"""Of an operation, which more threads do not shorten."""
NO_BLAS = "other: /opt/libother.so is not a BLAS: it has none of its routines"
CRASHED = ("mkl", "blas_trsm", "rank 0: mkl crashed (Segmentation fault)")
LACKING = (
    "mkl",
    "lapack_geqrf",
    "mkl does not have the routine dgeqrf: choose a library that has it",
)
LIBRARIES = [
    lines.LibraryRecord(
        "openblas", "/opt/libopenblas.so", "OpenBLAS 0.3.30", "Zen", 64, "scipy_dgemm_64_",
        "OPENBLAS_CORETYPE", {"OPENBLAS_CORETYPE": "Haswell"}, "",
    ),
    lines.LibraryRecord(
        "mkl", "/opt/libmkl_rt.so", "oneMKL 2026.2", "", 32, "dgemm_", "MKL_CBWR", {}, "",
    ),
    lines.LibraryRecord("other", "/opt/libother.so", "", "", 32, "", "", {}, NO_BLAS),
    lines.LibraryRecord("reference", "", "plain loops, built in", "", 32, "", "", {}, ""),
]  # fmt: skip


def defaults(kernel: str) -> dict[str, lines.Value]:
    """The usual values of a kernel's axes."""
    if kernel == FMA:
        return {"isa": "widest", "type": "double"}
    usual: dict[str, lines.Value] = {
        "library": "reference", "type": "d", "offset_bytes": 0, "caches": "warm", "threads": 1,
    }  # fmt: skip
    if kernel not in LEVELS[1]:
        usual["leading"] = 0
    if kernel in ("blas_gemm", "blas_gemv"):
        usual |= {"m": 0, "alpha": "one", "beta": "zero", "batch": 1}
    if kernel == "blas_gemm":
        usual["k"] = 0
    if kernel in ("lapack_getrf", "lapack_geqrf"):
        usual["m"] = 0
    return usual | ({"form": forms(kernel)[0]} if forms(kernel) else {})


def forms(kernel: str) -> list[lines.Value]:
    """Which of its matrices a routine may transpose."""
    return {"blas_gemv": ["n", "t"], "blas_gemm": ["nn", "nt", "tn", "tt"]}.get(kernel, [])  # type: ignore[return-value]


def work(kernel: str, point: dict[str, lines.Value]) -> tuple[float, float]:
    """Bytes and flops of an operation, with the orders of the true ones and round factors."""
    if kernel == FMA:
        return 0.0, 1e6
    n, level = float(point["n"]), _level(kernel)
    flops = 0.0 if kernel == "blas_copy" else 2 * n**level
    return level * n ** min(level, 2) * ELEMENT_BYTES[str(point["type"])], flops


def operands_bytes(kernel: str, point: dict[str, lines.Value]) -> float:
    """The memory of the operands, with the orders of the true ones."""
    if kernel == FMA:
        return 0.0
    n, level = float(point["n"]), _level(kernel)
    elements = {1: 2 * n, 2: n * n + 2 * n, 3: 3 * n * n}[level]
    return elements * ELEMENT_BYTES[str(point["type"])]


def why_skipped(cell: lines.CellRecord) -> str:
    """Why a library is not measured here; empty where it is."""
    library = str(cell.point.get("library", ""))
    return LACKING[2] if (library, cell.kernel) == LACKING[:2] else ""


def cycles(kernel: str, point: dict[str, lines.Value]) -> float:
    """What an operation takes."""
    size_bytes, flops = work(kernel, point)
    wide = 2.0 if point["type"] in NARROW else 1.0
    if kernel == FMA:
        return flops / CEILING / wide
    library = str(point["library"])
    shared = SERIAL_PART + (1 - SERIAL_PART) / int(point["threads"])
    if _level(kernel) < 3:
        return size_bytes * shared / FEEDS[library]
    falls = kernel == "blas_gemm" and library == "openblas" and int(point["n"]) > FALLS_BEYOND
    return flops * shared / RATES[library] / wide / (FALLS_TO if falls else 1.0)


def why_failed(cell: lines.CellRecord) -> str:
    """Why a library has no figure here; empty where it has one."""
    library = str(cell.point.get("library", ""))
    if (library, cell.kernel) == CRASHED[:2]:
        return CRASHED[2]
    wrong = next((one.wrong for one in LIBRARIES if one.name == library), "")
    return f"rank 0: {wrong}" if wrong else ""


def _level(kernel: str) -> int:
    return next(level for level, kernels in LEVELS.items() if kernel in kernels)
