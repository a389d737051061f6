# SPDX-License-Identifier: BSD-3-Clause
"""Applications and libraries that nobody here wrote, built for two MPIs: do they print the same?

    .venv/bin/python bench/applications.py                     # half an hour on two cores
    .venv/bin/python bench/applications.py --only hypre fftw   # some of them

Their sources are Debian's, checked by their hashes, and are built below build/applications. What a
program prints is compared line by line. Left out are lines with times, and lines that differ
between two runs on plain MPI.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
import venv
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import clients
import coscheduled
import tables
import tools
from coscheduled import DEFAULT, NATIVE, Way
from unfinished import Unfinished

from strobe.launch.mpi import Mpi

TITLE = "Applications of others under strobe run"
FOLDER = tools.ROOT / "build" / "applications"
DEBIAN = "https://deb.debian.org/debian/pool/main"
MPI4PY = f"mpi4py=={clients.MPI4PY}"
RANKS = (2, 3)
BUILD_LIMIT_S, LIMIT_S = 1800.0, 300.0
TIMES = re.compile(
    r"second|clock|\btime\b|flops|\bcpu\b|^\s*\d+s\b|\b\d+:\d\d:\d\d\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Run:
    """A command in a new folder, which holds copies of `files` of the source and `texts`."""

    title: str
    command: Sequence[str]
    files: Sequence[str] = ()
    texts: dict[str, str] = field(default_factory=dict)
    least_ranks: int = 1
    most_ranks: int = 64


@dataclass(frozen=True)
class Script:
    """A program in Python, with the package of PyPI that it needs."""

    title: str
    text: str
    package: str = ""
    least_ranks: int = 1


@dataclass(frozen=True)
class Application:
    """A source with its way to programs, by lines of a shell that finds the MPI's compilers on
    PATH. {here} is the folder of the source."""

    name: str
    version: str
    archive: str
    sha256: str
    build: Sequence[str]
    runs: Sequence[Run]


def sundials(example: str) -> Run:
    program = example.rpartition("/")[2]
    return Run(f"sundials, {program}", [f"{{here}}/build/examples/{example}"])


MRBAYES = """\
begin mrbayes;
 set autoclose=yes nowarn=yes seed=7 swapseed=7;
 execute primates.nex;
 lset nst=6 rates=invgamma;
 mcmc ngen=4000 samplefreq=100 printfreq=1000 diagnfreq=2000 nruns=2 nchains=4 file=out;
 sumt; sump;
 quit;
end;
"""

APPLICATIONS = (
    Application(
        "fftw", "3.3.10", f"{DEBIAN}/f/fftw3/fftw3_3.3.10.orig.tar.gz",
        "56c932549852cddcfafdab3820b0200c7742675be92179e59e6215b340e26467",
        ["./configure --enable-mpi --disable-fortran --disable-doc CC=mpicc MPICC=mpicc",
         "make -j2"],
        [
            Run("fftw, transforms verified",
                ["{here}/mpi/mpi-bench", "-oestimate", "-v2", "--random-seed", "7", "-y", "64x48",
                 "-y", "32x15x12", "-y", "ob30x40"]),
        ],
    ),
    Application(
        "hypre", "2.26.0", f"{DEBIAN}/h/hypre/hypre_2.26.0.orig.tar.gz",
        "c214084bddc61a06f3758d82947f7f831e76d7e3edeac2c78bb82d597686e05d",
        ["make -C src distclean", "cd src && ./configure CC=mpicc CXX=mpicxx --disable-fortran",
         "make -C src -j2", "make -C src -j2 test"],
        [
            Run("hypre, algebraic multigrid",
                ["{here}/src/test/ij", "-n", "24", "24", "24", "-solver", "1"]),
            Run("hypre, GMRES with an Euclid preconditioner",
                ["{here}/src/test/ij", "-n", "16", "16", "16", "-solver", "44"]),
            Run("hypre, structured multigrid",
                ["{here}/src/test/struct", "-n", "20", "20", "20", "-solver", "10"]),
        ],
    ),
    Application(
        "sundials", "6.4.1", f"{DEBIAN}/s/sundials/sundials_6.4.1+dfsg1.orig.tar.xz",
        "c61157f1d4be06c704bea40cb131eb63ba2dada161989071604d0a0959cdf04a",
        ["cmake -S . -B build -DENABLE_MPI=ON -DCMAKE_C_COMPILER=mpicc "
         "-DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Release -DEXAMPLES_INSTALL=OFF",
         "make -C build -j2 cvAdvDiff_non_p cvAdvDiff_diag_p"],
        [
            sundials("cvode/parallel/cvAdvDiff_non_p"),
            sundials("cvode/parallel/cvAdvDiff_diag_p"),
        ],
    ),
    Application(
        "mrbayes", "3.2.7a", f"{DEBIAN}/m/mrbayes/mrbayes_3.2.7a.orig.tar.gz",
        "3eed2e3b1d9e46f265b6067a502a89732b6f430585d258b886e008e846ecc5c6",
        ["./configure --with-mpi --without-beagle --without-readline CC=mpicc", "make -j2"],
        [Run("MrBayes, Markov chains of phylogenies", ["{here}/src/mb", "run.nex"],
             ["examples/primates.nex"], {"run.nex": MRBAYES})],
    ),
    Application(
        "phyml", "3.3.20220408", f"{DEBIAN}/p/phyml/phyml_3.3.20220408.orig.tar.gz",
        "9cef375c0186e8a8d4db72ac02148707624c97174ffac244167a138ceb9f65bd",
        ["sh autogen.sh", "./configure --enable-phyml-mpi CC=mpicc", "make -j2"],
        [Run("PhyML, bootstrap of phylogenies",
             ["{here}/src/phyml-mpi", "-i", "nucleic", "-b", "2", "--r_seed", "7"],
             ["examples/nucleic"])],
    ),
    Application(
        "examl", "3.0.22", f"{DEBIAN}/e/examl/examl_3.0.22.orig.tar.gz",
        "802e673b0c2ea83fdbe6b060048d83f22b6978933a04be64fb9b4334fe318ca3",
        ["make -C parser -f Makefile.SSE3.gcc", "make -C examl -f Makefile.SSE3.gcc CC=mpicc",
         "cd testData && ../parser/parse-examl -s 49 -m DNA -n 49"],
        [Run("ExaML, maximum likelihood of phylogenies",
             ["{here}/examl/examl", "-s", "49.binary", "-t", "49.tree", "-m", "GAMMA", "-n", "out"],
             ["testData/49.binary", "testData/49.tree"], most_ranks=2)],
    ),
)  # fmt: skip

SCHWIMMBAD = """\
import sys
from schwimmbad import MPIPool
def square(x):
    return sum(i * i for i in range(x))
with MPIPool() as pool:
    if not pool.is_master():
        pool.wait()
        sys.exit(0)
    print(*pool.map(square, range(2000, 2200)))
"""
DASK = """\
from dask_mpi import initialize
initialize(interface="lo", dashboard=False, worker_class="distributed.Worker")
from distributed import Client
with Client() as client:
    print(client.gather(client.map(lambda x: x * x, range(50))))
"""
FUTURES = """\
from mpi4py.futures import MPICommExecutor
def square(x):
    return sum(i * i for i in range(x))
with MPICommExecutor() as executor:
    if executor is not None:
        print(*executor.map(square, range(2000, 2200), chunksize=5))
"""
SCRIPTS = {
    "schwimmbad": Script("schwimmbad, a pool of workers", SCHWIMMBAD, "schwimmbad==0.4.2"),
    # A scheduler, a client and at least one worker.
    "dask-mpi": Script("dask-mpi, tasks on a cluster of ranks", DASK, "dask-mpi==2026.3.0", 3),
    "futures": Script("mpi4py.futures, tasks on a pool of ranks", FUTURES),
}


def source_of(application: Application, chosen: Mpi) -> Path:
    """The folder of the source, with its programs built for that MPI."""
    archive = FOLDER / "archives" / application.archive.rpartition("/")[2]
    if not archive.exists():
        archive.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(application.archive, timeout=60) as answer:
            archive.write_bytes(answer.read())
    if hashlib.sha256(archive.read_bytes()).hexdigest() != application.sha256:
        archive.unlink()
        raise tables.LeftOutError(f"{application.archive} is not the file that was checked")
    folder = FOLDER / chosen.name.replace(" ", "-").lower() / application.name
    built = folder / "built"
    built_by = "\n".join([application.sha256, *application.build])
    if built.exists() and built.read_text(encoding="utf-8") == built_by:
        return folder
    print(f"bench: {application.name} is built for {chosen.name} ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    tools.unpack(archive, folder)
    (top,) = folder.iterdir()
    for path in list(top.iterdir()):
        path.rename(folder / path.name)
    own = Path(chosen.compiler).parent
    found_first = os.pathsep.join([str(own), os.environ.get("PATH", os.defpath)])
    with (folder / "build.log").open("w", encoding="utf-8") as log:
        for line in application.build:
            done = subprocess.run(
                ["sh", "-c", line], cwd=folder, stdout=log, stderr=subprocess.STDOUT, check=False,
                env={**coscheduled.environment(), "PATH": found_first}, timeout=BUILD_LIMIT_S,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            if done.returncode != 0 and "distclean" not in line:
                raise tables.LeftOutError(f"'{line}' failed, see {folder / 'build.log'}")
    built.write_text(built_by, encoding="utf-8")
    return folder


def environment_of(package: str) -> Path:
    """The Python of an environment with mpi4py and a package."""
    home = FOLDER / "python" / (package.partition("==")[0] or "futures")
    python = home / "bin" / "python"
    if not (home / "built").exists():
        venv.create(home, with_pip=True, clear=True)
        wanted = [MPI4PY, *filter(None, [package])]
        subprocess.run([str(python), "-m", "pip", "-q", "install", *wanted], check=True)
        (home / "built").touch()
    return python


@dataclass(frozen=True)
class Printed:
    """The lines of a run and its status; under strobe run its hash and certificate."""

    status: int
    lines: Counter[str]
    hash: str = ""
    is_covered: bool = False


def run_once(way: Way, chosen: Mpi, ranks: int, run: Run, here: Path) -> Printed:
    with tempfile.TemporaryDirectory(prefix="strobe-application-") as folder:
        for name in run.files:
            shutil.copy(here / name, folder)
        for name, text in run.texts.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        words = [word.format(here=here) for word in run.command]
        line = coscheduled.command(way, chosen, ranks, words, folder)
        variables = {"MPI4PY_LIBMPI": str(mpi_library(chosen))}
        try:
            done = subprocess.run(
                line, cwd=folder, env={**coscheduled.environment(), **variables},
                capture_output=True, text=True, errors="replace", check=False, timeout=LIMIT_S,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Printed(-1, Counter([f"not done after {LIMIT_S:g} s"]))
    texts = (line.rstrip() for line in done.stdout.splitlines())
    lines = Counter(text for text in texts if TIMES.search(text) is None)
    told = [json.loads(text) for text in done.stderr.splitlines() if text.startswith('{"size"')]
    if not told:
        return Printed(done.returncode, lines)
    return Printed(done.returncode, lines, told[0]["hash"] or "", not told[0]["outside_guarantee"])


def mpi_library(chosen: Mpi) -> Path:
    found = sorted(Path(chosen.prefix).glob("lib/libmpi.so.*[0-9]"))
    if not found:
        raise tables.LeftOutError(f"there is no libmpi.so below {chosen.prefix}")
    return found[0]


def row(run: Run, chosen: Mpi, ranks: int, here: Path) -> list[str]:
    """Two runs on plain MPI say which lines stay the same, and two under strobe run whether they
    do there, too."""
    native = [run_once(NATIVE, chosen, ranks, run, here) for _ in range(2)]
    # A script does not tell its MPI.
    told = Way(DEFAULT.title, ("--json", "--mpi", str(chosen.prefix)))
    ours = [run_once(told, chosen, ranks, run, here) for _ in range(2)]
    stable = native[0].lines & native[1].lines
    missing = [stable - one.lines for one in ours]
    ends_alike = all(one.status == native[0].status for one in ours)
    is_alike = ends_alike and not any(missing)
    if not is_alike:
        for lines in missing:
            print(*(f"  only on plain MPI: {text}" for text in list(lines)[:5]), sep="\n")
    hashes = {one.hash for one in ours}
    certificate = "complete" if all(one.is_covered for one in ours) else "partial"
    return [
        run.title, chosen.name, str(ranks), str(native[0].status), str(ours[0].status),
        f"{stable.total()} of {native[0].lines.total()}", "yes" if is_alike else "NO",
        "yes" if len(hashes) == 1 and "" not in hashes else "no", certificate,
    ]  # fmt: skip


def cases(names: Sequence[str]) -> list[tuple[str, Callable[[Mpi], list[tuple[Run, Path]]]]]:
    """By name, what gives the runs of an application with the folder of its source."""
    found: list[tuple[str, Callable[[Mpi], list[tuple[Run, Path]]]]] = []
    for application in APPLICATIONS:

        def runs(chosen: Mpi, application: Application = application) -> list[tuple[Run, Path]]:
            here = source_of(application, chosen)
            return [(run, here) for run in application.runs]

        found.append((application.name, runs))
    for name, script in SCRIPTS.items():

        def scripts(_chosen: Mpi, script: Script = script) -> list[tuple[Run, Path]]:
            python = environment_of(script.package)
            run = Run(script.title, [str(python), "script.py"], texts={"script.py": script.text},
                      least_ranks=script.least_ranks)  # fmt: skip
            return [(run, python)]

        found.append((name, scripts))
    return [case for case in found if not names or case[0] in names]


def parts(names: Sequence[str] = (), ranks: Sequence[int] = RANKS) -> list[str]:
    """One row for each program, MPI and number of ranks."""
    made, rows = Unfinished("applications"), []
    for name, runs in cases(names):
        for chosen in tools.mpis():
            try:
                found = runs(chosen)
            except (tables.LeftOutError, OSError, subprocess.SubprocessError) as error:
                print(f"bench: {name} over {chosen.name} is left out: {error}")
                continue
            for run, here in found:
                fitting = (min(max(count, run.least_ranks), run.most_ranks) for count in ranks)
                for count in sorted(set(fitting)):
                    key = (run.title, chosen.name, f"{count} ranks")
                    make = functools.partial(row, run, chosen, count, here)
                    rows.append(made.row(key, make))
    made.forget()
    versions = ", ".join(f"{each.name} {each.version}" for each in APPLICATIONS)
    scripts = [script.package for script in SCRIPTS.values() if script.package]
    packages = ", ".join([*scripts, MPI4PY]).replace("==", " ")
    words = (
        f"Sources of Debian ({versions}) and packages of PyPI ({packages}). Each program runs "
        "twice on plain MPI and twice under `strobe run`. Lines are compared that name no time and "
        "are in both native runs; 'alike' says whether all of them are in both others, with the "
        "same status. ExaML runs on 2 ranks: 3 that spin on two cores did not end within 300 s on "
        "plain MPI.\n"
    )
    headings = ("program", "MPI", "ranks", "status, native", "status, ours", "lines compared",
                "alike", "one hash", "certificate")  # fmt: skip
    return [words, tables.markdown(headings, rows)]


def main() -> None:
    parser = tables.command_line(__doc__, ranks=RANKS)
    names = [name for name, _ in cases(())]
    parser.add_argument("--only", nargs="+", choices=names, default=[])
    chosen = parser.parse_args()
    tables.make("applications", TITLE, lambda: parts(chosen.only, chosen.ranks))


if __name__ == "__main__":
    main()
