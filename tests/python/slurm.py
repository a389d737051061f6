# SPDX-License-Identifier: BSD-3-Clause
"""A cluster under Slurm, on one machine: a controller, and a node for each of several hosts.

The hosts are those of hosts.py, with networks and names of their own. Slurm and Debian's MPIs are
installed on them alone. All daemons run in the foreground as children of this process. Only root
can do so.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import mpi_programs
import slurm_programs
from hosts import NAMES, VARIABLES, Host, Hosts, UnavailableError, connected

from strobe.launch import processes

INSTALLED = (slurm_programs.FOLDER, mpi_programs.FOLDER)
CORES = 2
PATIENCE_S = 300
SBIN = Path("/usr/sbin")
# Debian's alternatives are not set up where packages are only unpacked.
CONTROLLER, NODE, STEP = (SBIN / f"{name}-wlm" for name in ("slurmctld", "slurmd", "slurmstepd"))
CONFIGURATION = """\
ClusterName=strobe
SlurmctldHost={first}({address})
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={spool}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
TopologyPlugin=topology/tree
ReturnToService=2
SlurmdTimeout=10
KillWait=2
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
"""
# Each half of the nodes is on a leaf switch of its own.
TOPOLOGY = """\
SwitchName=leaf0 Nodes={halves[0]}
SwitchName=leaf1 Nodes={halves[1]}
SwitchName=spine Switches=leaf[0-1]
"""
# Each host has shared memory of its own, and temporary files of PMIx must not meet those of others.
PMIX = "PMIxCliTmpDirBase=/dev/shm\n"


@dataclass(frozen=True)
class Cluster:
    """Its nodes, the first of which is where a person is logged in."""

    hosts: Hosts
    names: tuple[str, ...]
    configuration: Path
    daemons: Mapping[str, subprocess.Popen[bytes]] = field(repr=False)
    without_daemon: list[Host] = field(default_factory=list)
    """On these nobody ends the daemons of job steps, whose environment does not have our mark."""

    def login(self, folder: Path) -> list[str]:
        """What stands before a command that a person types in that folder."""
        variables = {
            **VARIABLES, **mpi_programs.QUIET, "SLURM_CONF": str(self.configuration)
        }  # fmt: skip
        settings = [f"{name}={value}" for name, value in variables.items()]
        return [*self.hosts.first.within(folder), *settings]

    def ask(self, *words: str) -> str:
        """What a command of Slurm answers."""
        done = subprocess.run(
            [*self.login(Path("/")), *words],
            capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
        return done.stdout.strip()

    def states(self) -> list[str]:
        """The state of each node, such as idle or down*, by their names in order."""
        return self.ask("sinfo", "--noheader", "--Node", "--format=%t").split()

    def recover(self) -> None:
        """Wait until no job is left, and make all nodes fit for the next one."""
        wait_until(lambda: not self.ask("squeue", "--noheader"), "a job of Slurm does not end")
        for name, state in zip(sorted(self.names), self.states(), strict=True):
            if state.startswith(("down", "drain")):
                self.ask("scontrol", "update", f"nodename={name}", "state=resume")
        wait_until(lambda: set(self.states()) == {"idle"}, "a node of Slurm does not recover")

    def kill_daemon(self, name: str) -> None:
        """The slurmd of a node ends without a word, as if the node had failed."""
        self.daemons[name].kill()
        self.daemons[name].wait()
        self.without_daemon.append(self.hosts.hosts[self.names.index(name)])


@contextlib.contextmanager
def cluster(folder: Path, nodes: int = 4) -> Iterator[Cluster]:
    """Start it; its files go into `folder`. Raises UnavailableError with a sentence."""
    if not all(installed.is_dir() for installed in INSTALLED):
        raise UnavailableError("Debian's Slurm is missing, 'python packaging/extras.py' brings it")
    mark = processes.new_mark()
    with contextlib.ExitStack() as stack:
        found = stack.enter_context(connected(folder, nodes, INSTALLED))
        names = NAMES[:nodes]
        # Slurm makes sockets in it, whose paths may have 107 characters.
        spool = stack.enter_context(tempfile.TemporaryDirectory(prefix="slurm-"))
        configuration = _configuration(folder, spool, found, names)
        stack.callback(processes.end_all, mark, grace_s=2)
        start = _Start(folder, mark)
        stack.enter_context(start.munged(found.first))
        words = [str(CONTROLLER), "-D", "-f", str(configuration)]
        stack.enter_context(start.daemon(found.first, words))
        words = [str(NODE), "-D", "-d", str(STEP), "-f", str(configuration), "-N"]
        daemons = {
            name: stack.enter_context(start.daemon(host, [*words, name]))
            for name, host in zip(names, found.hosts, strict=True)
        }
        made = Cluster(found, names, configuration, daemons)
        wait_until(lambda: _is_up(made), "the nodes of Slurm do not come up here")
        try:
            yield made
        finally:
            _end_jobs(made)
            for host in made.without_daemon:
                host.end_processes()


@dataclass(frozen=True)
class _Start:
    """Starts daemons, all with one mark, by which what they start is known."""

    folder: Path
    mark: str

    @contextlib.contextmanager
    def munged(self, host: Host) -> Iterator[None]:
        """What proves to a daemon who has sent it a message; it serves all hosts by one socket."""
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        files = {"socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        options = [f"--{option}={self.folder}/munge.{end}" for option, end in files.items()]
        words = [str(SBIN / "munged"), "--foreground", "--force", f"--key-file={key}", *options]
        with self.daemon(host, words):
            socket = self.folder / "munge.socket"
            wait_until(socket.exists, "munged does not come up here")
            yield

    @contextlib.contextmanager
    def daemon(self, host: Host, words: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
        """Run one on a host, in the foreground, with its output in the cluster's folder."""
        with (self.folder / "daemons.log").open("ab") as log:
            process = subprocess.Popen(
                [*host.within(Path("/")), *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=processes.dies_with_parent(),
                env={**os.environ, processes.MARK: self.mark},
            )  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _configuration(folder: Path, spool: str, found: Hosts, names: Sequence[str]) -> Path:
    (folder / "state").mkdir()
    nodes = "\n".join(
        f"NodeName={name} NodeHostname={name} NodeAddr={host.address} CPUs={CORES} State=UNKNOWN"
        for name, host in zip(names, found.hosts, strict=True)
    )
    path = folder / "slurm.conf"
    address = found.first.address
    path.write_text(
        CONFIGURATION.format(
            folder=folder, spool=spool, first=names[0], address=address, nodes=nodes
        )
    )
    half = (len(names) + 1) // 2
    halves = [",".join(names[:half]), ",".join(names[half:])]
    (folder / "topology.conf").write_text(TOPOLOGY.format(halves=halves))
    (folder / "mpi.conf").write_text(PMIX)
    return path


def _is_up(made: Cluster) -> bool:
    """Whether all nodes can be used."""
    try:
        return made.states() == ["idle"] * len(made.names)
    except (RuntimeError, subprocess.TimeoutExpired):
        return False


def _end_jobs(made: Cluster) -> None:
    """Daemons leave the processes of their jobs behind."""
    with contextlib.suppress(RuntimeError, subprocess.TimeoutExpired, UnavailableError):
        made.ask("scancel", "--user=root")
        wait_until(lambda: not made.ask("squeue", "--noheader"), "jobs of Slurm do not end")


def wait_until(is_so: Callable[[], bool], sentence: str) -> None:
    """Wait for something; raises UnavailableError with the sentence if it does not come."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise UnavailableError(sentence)
        time.sleep(0.1)
