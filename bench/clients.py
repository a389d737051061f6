# SPDX-License-Identifier: BSD-3-Clause
"""Real MPI programs without and with `strobe run`: do they give the same results?

.venv/bin/python bench/clients.py                           # an hour on two cores
.venv/bin/python bench/clients.py --only netpipe hpcc imb   # all but mpi4py's tests: minutes

NetPIPE and hpcc are Debian's (packaging/mpi_programs.py), IMB and mpi4py PyPI's. What a run came to
is the program's own word: what it checked, and how many figures it printed. A start after an
interruption goes on where that one ended.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import tables
import tools
from unfinished import Unfinished

sys.path.append(str(tools.ROOT / "packaging"))
import mpi_programs
from mpi_programs import OPEN_MPI_4

from strobe.coscheduling import preparation
from strobe.launch import build
from strobe.options.runtime import RuntimeOptions

TITLE = "Real programs under strobe run"
DEBIANS = mpi_programs.FOLDER / "usr"
MPI4PY = mpi_programs.MPI4PY_WHEEL.partition("==")[2]
LIMIT_S = 1800
GRACE_S = 10
SHOWN_DIFFERENCES = 3
IMB_WORDS = ("-msglog", "0:16", "-iter", "10", "-iter_policy", "off", "-time", "20")
NETPIPE_WORDS = ("-i", "-u", str(2**20), "-n", "20")
HPCC_SIZE = 100

# Each rank of a test suite writes a file of its results.
TOLD_BY_RANK = """\
import os, runpy, sys
rank = os.environ.get("PMI_RANK") or os.environ["OMPI_COMM_WORLD_RANK"]
sys.stderr = open(f"rank-{rank}", "w", buffering=1)
sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@dataclass(frozen=True)
class Outcome:
    """The result of a run in a sentence, whether it passed, and its single results."""

    sentence: str
    good: bool
    results: dict[str, str] = field(default_factory=dict)
    """By the name of each single test and its rank."""


@dataclass(frozen=True)
class Said:
    """The output of a run, the folder of its files, and its exit status."""

    text: str
    folder: Path
    status: int = 0


@dataclass(frozen=True)
class Client:
    """One program with its arguments; `judge` evaluates the result of a run."""

    title: str
    version: str
    command: Sequence[str | Path]
    judge: Callable[[Said], Outcome]
    libraries: Sequence[Path]
    """Folders of the shared libraries that the program needs."""
    ranks: Sequence[int] = (2, 4)
    files: Mapping[str, Callable[[int], str]] = field(default_factory=dict)
    """Input files for its folder, by the number of ranks."""
    tells_failures: bool = False
    """Whether its exit status is not 0 even if it completed."""
    mpi: Path | None = None
    """The prefix of its MPI, where its library does not lie in it."""
    variables: Mapping[str, str] = field(default_factory=dict)

    def run(self, ranks: int, *, ours: bool, options: Sequence[str] = ()) -> Outcome:
        """One run in a new folder; `options` are those of `strobe run`."""
        words = list(map(str, self.command))
        with TemporaryDirectory(prefix="strobe-client-") as folder, self._found():
            for name, text in self.files.items():
                (Path(folder) / name).write_text(text(ranks), encoding="utf-8")
            named = None if self.mpi is None else str(self.mpi)
            prepared = preparation.prepare(words, ranks, RuntimeOptions(), named, None, "")
            native = prepared.launcher.command(prepared.job)
            start = [str(tools.STROBE), "run", "-n", str(ranks), *options] if ours else native
            if ours and named is not None:
                start += ["--mpi", named]
            variables = {} if ours else prepared.launcher.chosen_environment(prepared.job)
            with subprocess.Popen(
                [*start, *words], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                env={**os.environ, **variables, **self.variables}, start_new_session=True,
            ) as run:  # fmt: skip
                try:
                    output, _ = run.communicate(timeout=LIMIT_S)
                except subprocess.TimeoutExpired:
                    # strobe and the launcher end the ranks, which are in no group of this.
                    for number in (signal.SIGTERM, signal.SIGKILL):
                        with contextlib.suppress(ProcessLookupError):
                            os.killpg(run.pid, number)
                            time.sleep(GRACE_S)
                    return Outcome(f"did not end within {LIMIT_S} s", good=False)
            if run.returncode != 0 and not self.tells_failures:
                last = [line for line in output.splitlines() if line.strip()][-1:]
                return Outcome(f"ended with {run.returncode}: {' '.join(last)}", good=False)
            return self.judge(Said(output, Path(folder), run.returncode))

    @contextlib.contextmanager
    def _found(self) -> Iterator[None]:
        """Within it, the loader finds the program's libraries."""
        name = "LD_LIBRARY_PATH"
        before = os.environ.get(name)
        os.environ[name] = os.pathsep.join(map(str, self.libraries))
        try:
            yield
        finally:
            del os.environ[name]
            if before is not None:
                os.environ[name] = before


def folder_of(library: str, *homes: Path) -> Path:
    """Where below one of these a library lies. Raises FileNotFoundError with a sentence."""
    for home in homes:
        for path in sorted(home.glob(f"lib/**/{library}")):
            return path.parent
    raise FileNotFoundError(f"{library} is missing, packaging/extras.py brings it")


@dataclass(frozen=True)
class Over:
    """An MPI on which a script runs: its prefix, its library and the folder of that."""

    prefix: Path
    libraries: Path
    library: str

    def for_mpi4py(self) -> dict[str, str]:
        """It loads the MPI that it finds first, unless this names one.

        In Debian's Open MPI, windows over UCX crash when memory is detached from a dynamic one.
        """
        named = {"MPI4PY_LIBMPI": str(self.libraries / self.library)}
        return named | ({"OMPI_MCA_osc": "^ucx"} if self.prefix == OPEN_MPI_4 else {})


def over_each_mpi() -> dict[str, Over]:
    """MPICH and Open MPI from PyPI, as far as they are here, and Debian's Open MPI 4."""
    found = dict[str, Over]()
    for name, library, homes in (
        ("MPICH", "libmpi.so.12", tools.MPI_PREFIXES),
        ("Open MPI", "libmpi.so.40", tools.MPI_PREFIXES),
        ("Open MPI 4", "libmpi.so.40", (DEBIANS,)),
    ):
        with contextlib.suppress(FileNotFoundError):
            folder = folder_of(library, *homes)
            prefix = OPEN_MPI_4 if homes == (DEBIANS,) else folder.parent
            found[name] = Over(prefix, folder, library)
    return found


def netpipe(words: Sequence[str] = NETPIPE_WORDS) -> Iterator[Client]:
    """With its integrity check, over both MPIs, and over Open MPI 4."""
    for name, program, folder, mpi in (
        ("MPICH", "NPmpich2", folder_of("libmpich.so.12", DEBIANS), None),
        ("Open MPI", "NPopenmpi", folder_of("libmpi.so.40", *tools.MPI_PREFIXES), None),
        ("Open MPI 4", "NPopenmpi", folder_of("libmpi.so.40", DEBIANS), OPEN_MPI_4),
    ):
        command: list[str | Path] = [DEBIANS / "bin" / program, *words]
        title = f"NetPIPE, {name}"
        yield Client(title, "3.7.2", command, judge_netpipe, [folder], ranks=(2,), mpi=mpi)


def judge_netpipe(said: Said) -> Outcome:
    passed = said.text.count("Integrity check passed")
    failed = said.text.count("Integrity check failed")
    sentence = f"{passed} sizes passed their integrity check, {failed} did not"
    return Outcome(sentence, good=passed > 0 and failed == 0)


def hpcc(size: int = HPCC_SIZE) -> Iterator[Client]:
    """The HPC Challenge, whose parts check their results."""
    example = DEBIANS / "share" / "doc" / "hpcc" / "examples" / "_hpccinf.txt"

    def problem(ranks: int) -> str:
        rows = 2 if ranks == 4 else 1
        wanted = {"Ns": size, "NBs": 40, "Ps": rows, "Qs": ranks // rows}
        text = example.read_text(encoding="utf-8")
        for word, value in wanted.items():
            text = re.sub(rf"^\S+( +{word})$", rf"{value}\1", text, flags=re.MULTILINE)
        return text

    command = [DEBIANS / "bin" / "hpcc"]
    files = {"hpccinf.txt": problem}
    blas = folder_of("libblas.so.3", DEBIANS)
    for name, homes, mpi in (
        ("Open MPI", tools.MPI_PREFIXES, None),
        ("Open MPI 4", [DEBIANS], OPEN_MPI_4),
    ):
        libraries = [folder_of("libmpi.so.40", *homes), blas]
        title = f"hpcc, {name}"
        yield Client(title, "1.5.0", command, judge_hpcc, libraries, files=files, mpi=mpi)


def judge_hpcc(said: Said) -> Outcome:
    text = (said.folder / "hpccoutf.txt").read_text(encoding="utf-8", errors="replace")
    failed = len(re.findall(r"\bFAILED\b", text)) + len(re.findall(r"Found [1-9]\d* errors", text))
    # The number of checks varies without Strobe, too.
    succeeded = "Success=1" in text and failed == 0
    word = "succeeded" if succeeded else "did not succeed"
    return Outcome(f"{word}, {failed} checks failed", good=succeeded)


def imb(words: Sequence[str] = IMB_WORDS) -> Iterator[Client]:
    """The Intel MPI Benchmarks on all ranks, over MPICH's library."""
    folder = folder_of("libmpi.so.12", *tools.MPI_PREFIXES)
    for program in ("IMB-MPI1", "IMB-NBC"):
        path = tools.imb(program)
        for ranks in (2, 4):
            command: list[str | Path] = [path, "-npmin", str(ranks), *words]
            yield Client(program, "2021.11", command, judge_imb, [folder], ranks=(ranks,))


def judge_imb(said: Said) -> Outcome:
    """Each row of its tables begins with a size and a number of repetitions, or the latter."""
    benchmarks = set(re.findall(r"# Benchmarking (\w+)", said.text))
    rows = [line.split() for line in said.text.splitlines() if re.match(r" +\d+ +[\d.]+ ", line)]
    figures = [float(word) for row in rows for word in row[2:]]
    late = said.text.count("time-out")
    sane = (
        bool(figures) and min(figures) >= 0 and "# All processes entering MPI_Finalize" in said.text
    )
    sentence = f"{len(benchmarks)} benchmarks, {len(rows)} sizes, {late} out of time"
    return Outcome(sentence if sane else f"{sentence}; figures that cannot be", good=sane)


def _make_mpi4py(home: Path) -> None:
    """Its module and its sources."""
    venv.create(home, with_pip=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "-q"]
    wanted = mpi_programs.MPI4PY_WHEEL
    subprocess.run([*pip, "install", "--no-deps", "--only-binary=:all:", wanted], check=True)
    # Without the name, what builds it would be built from its sources as well.
    source = ["download", "--no-deps", "--no-binary=mpi4py", "--dest", str(home), wanted]
    subprocess.run([*pip, *source], check=True)
    tools.unpack(home / f"mpi4py-{MPI4PY}.tar.gz", home)


def mpi4py() -> Iterator[Client]:
    """Its own tests, from its sources, with the module of its wheel, over every MPI."""
    home = tools.ROOT / "build" / "bench" / "mpi4py"
    python = home / "bin" / "python"
    tests = home / f"mpi4py-{MPI4PY}" / "test" / "main.py"
    with build.alone(home):
        if not tests.exists():
            _make_mpi4py(home)
    command: list[str | Path] = [python, "suite.py", tests, "-v"]
    for name, over in over_each_mpi().items():
        suite = Client(f"mpi4py's tests, {name}", MPI4PY, command, judge_tests, [over.libraries],
                       ranks=(1, 2, 3, 4), files={"suite.py": lambda _: TOLD_BY_RANK},
                       tells_failures=True, mpi=over.prefix,
                       variables=over.for_mpi4py())  # fmt: skip
        if "Open MPI" not in name:
            yield suite
            continue
        # The pool of processes, which is tested on one rank, hangs over Open MPI alone, and so do
        # several ranks of Open MPI 4 that start processes.
        yield replace(suite, command=[*command, "-e", "util_pool"], ranks=(1,))
        left_out = ("-e", "spawn") if over.prefix == OPEN_MPI_4 else ()
        yield replace(suite, command=[*command, *left_out], ranks=(2, 3, 4))


def judge_tests(said: Said) -> Outcome:
    """What unittest says of each test on each rank, and at the end."""
    results = dict[str, str]()
    ends = set[str]()
    for file in sorted(said.folder.glob("rank-*")):
        text = file.read_text(encoding="utf-8")
        for name, result in re.findall(r"^ *(test\w* \(.*?\).*?) \.\.\. (.*)$", text, re.MULTILINE):
            results[f"{file.name} {name}"] = result
        if end := re.search(r"^Ran (\d+ tests) in .*\n\n(.*)$", text, re.MULTILINE):
            ends.add(f"{end[1]}, {end[2]}")
        else:
            ends.add("did not come to the end")
    return Outcome("; ".join(sorted(ends)) or "no test ran", bool(results), results)


def row(client: Client, ranks: int) -> list[str]:
    """What the client came to on its own and under `strobe run`."""
    native, ours = client.run(ranks, ours=False), client.run(ranks, ours=True)
    sentences = (native.sentence, ours.sentence)
    return [client.title, client.version, str(ranks), *sentences, verdict(native, ours)]


def verdict(native: Outcome, ours: Outcome) -> str:
    """Whether both came to the same, and which results differ.

    Natively a test is skipped if the MPI lacks what it calls. The runtime serves much of that.
    """
    differing, more = list[str](), 0
    for name in sorted(native.results.keys() | ours.results.keys()):
        before, after = native.results.get(name, "absent"), ours.results.get(name, "absent")
        if before.startswith("skipped") and after == "ok":
            more += 1
        elif before != after:
            differing.append(f"{name}: {before}, {after}")
    ends = [re.sub(r"skipped=\d+", "skipped", each.sentence) if more else each.sentence
            for each in (native, ours)]  # fmt: skip
    alike = ours.good and not differing and (ends[0] == ends[1] or not native.good)
    also = [f"{more} more passed"] if more else []
    return "; ".join(["yes" if alike else "NO", *also, *differing[:SHOWN_DIFFERENCES]])


def rows(
    clients: Iterator[Client], ranks_wanted: Sequence[int], made: Unfinished
) -> Iterator[list[str]]:
    """One for each client and number of ranks."""
    for client in clients:
        for ranks in client.ranks:
            if not ranks_wanted or ranks in ranks_wanted:
                key = (client.title, f"{ranks} ranks")
                yield made.row(key, functools.partial(row, client, ranks))


CLIENTS = {clients.__name__: clients for clients in (netpipe, hpcc, imb, mpi4py)}


def parts(names: Sequence[str] = tuple(CLIENTS), ranks: Sequence[int] = ()) -> list[str]:
    """The table of these clients."""
    made, found = Unfinished("clients"), list[list[str]]()
    for name in names:
        try:
            found += rows(CLIENTS[name](), ranks, made)
        except FileNotFoundError as error:
            print(f"bench: {name} is left out: {error}")
    made.forget()
    words = (
        f"NetPIPE is run with `{' '.join(NETPIPE_WORDS)}`, hpcc with a matrix of {HPCC_SIZE}, IMB "
        f"with `{' '.join(IMB_WORDS)}`. Of mpi4py's tests each single result on each rank is "
        "compared. Its pool of processes, which is tested on one rank only, hangs over Open MPI "
        "4.1 and 5 alone, and is left out there. So are the tests that start processes on several "
        "ranks of Open MPI 4.1, which hang alone. Tests that are skipped because the MPI lacks a "
        "function pass where the runtime serves it (`more passed`, summed over the ranks). "
        "MPICH and Open MPI 4.1 have no MPIX_Comm_iagree, and mpi4py calls MPI_Iallreduce instead: "
        "testIAgree does so before a barrier on one rank and after it on the others, which MPI 4.1 "
        "does not allow (section 6.12), and which the runtime reports.\n"
    )
    headings = ("client", "version", "ranks", "as it is", "under strobe run", "alike")
    return [words, tables.markdown(headings, found)]


def main() -> None:
    parser = tables.command_line(__doc__)
    parser.add_argument("--only", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    parser.add_argument("--ranks", nargs="+", type=int, default=[], help="all if not said")
    chosen = parser.parse_args()
    tables.make("clients", TITLE, lambda: parts(chosen.only, chosen.ranks))


if __name__ == "__main__":
    main()
