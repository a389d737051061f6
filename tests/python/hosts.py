# SPDX-License-Identifier: BSD-3-Clause
"""Several hosts on one machine: namespaces with a network, a name and shared memory of their own.

They have no names in the system. Each lives as long as a process that sleeps in it, which the
kernel ends with this one, however that ends; the cables between them go, too. Only root can do so.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from strobe.launch import processes

NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
CABLE = "link0"
SWITCH = "switch0"
# What UCX, on which MPICH stands, may use: no memory that both would see.
VARIABLES = {"UCX_NET_DEVICES": CABLE, "UCX_TLS": "tcp,self,sysv,posix,cma"}
# MPIs look for the network's devices in /sys, which shows those of who has mounted it. What is
# mounted in it comes along, by way of a folder that each system has.
MOUNTS = """\
mount --rbind /sys/fs/cgroup /mnt && mount -t sysfs sysfs /sys &&
mount --move /mnt /sys/fs/cgroup && mount -t tmpfs tmpfs /dev/shm"""
# The layers are a parameter of the script, so that their names may have any characters.
OVERLAY = 'mount -t overlay overlay -o lowerdir="$0":/usr /usr'
SLEEP = "echo && exec sleep infinity"
PATIENCE_S = 20


class UnavailableError(Exception):
    """Why there are none here."""


@dataclass(frozen=True)
class Host:
    """One of them: a process that sleeps in its namespaces, and its address."""

    pid: int
    address: str
    core: int | None = None
    """The one that all its commands run on; None for any."""

    def within(self, folder: Path) -> list[str]:
        """What stands before a command that is to run there, in that folder."""
        namespaces = ["--net", "--uts", "--ipc", "--mount"]
        pinned = [] if self.core is None else ["taskset", "--cpu-list", str(self.core)]
        return ["nsenter", f"--target={self.pid}", *namespaces, "--", *pinned, "env",
                f"--chdir={folder}"]  # fmt: skip

    def end_processes(self) -> None:
        """Kill all that runs there, as if the host lost its power and came back."""
        for pid in processes.pids():
            if pid != self.pid and _network(pid) == _network(self.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    @property
    def shared_memory(self) -> list[str]:
        """The names of the segments that lie about there."""
        return [path.name for path in Path(f"/proc/{self.pid}/root/dev/shm").iterdir()]

    def run(self, *words: str) -> None:
        """Run a command there."""
        subprocess.run([*self.within(Path("/")), *words], check=True)

    @property
    def is_connected(self) -> bool:
        """Whether its network is up, and so is another end of it."""
        return _text(Path(f"/proc/{self.pid}/root/sys/class/net/{CABLE}/operstate")) == "up"


@dataclass(frozen=True)
class Hosts:
    """All, and a script that starts commands there: `AGENT HOST COMMAND...`, as rsh does."""

    hosts: tuple[Host, ...]
    agent: Path

    @property
    def first(self) -> Host:
        """Where a launcher is started."""
        return self.hosts[0]

    @property
    def names(self) -> tuple[str, ...]:
        """All, as a launcher knows them."""
        return tuple(host.address for host in self.hosts)

    def launcher_arguments(self, launcher: str) -> list[str]:
        """How the launcher of this name is told to start its helpers with the script."""
        told = {"hydra": ["-launcher", "rsh", "-launcher-exec", str(self.agent)],
                "openmpi": ["--mca", "plm_ssh_agent", str(self.agent)]}  # fmt: skip
        return told[launcher]


@contextlib.contextmanager
def connected(
    folder: Path,
    count: int = 2,
    installed: Sequence[Path] = (),
    *,
    pinned: bool = False,
    relay: Sequence[str] = (),
) -> Iterator[Hosts]:
    """Make them; the script goes into `folder`. Raises UnavailableError with a sentence.

    With `pinned` each host has a core of its own, as far as there are enough. With `relay`, a
    program passes on the packets between two hosts: its command gets two devices and prints a
    line when it is ready.

    Packages that are unpacked in the folders `installed` are so on these hosts, and nowhere else.
    """
    if os.geteuid() != 0:
        raise UnavailableError("only root can make network namespaces")
    if shutil.which("ip") is None:
        raise UnavailableError("ip is missing, 'apt install iproute2' brings it")
    with contextlib.ExitStack() as stack:
        hosts = tuple(
            stack.enter_context(_host(f"10.77.0.{1 + i}", installed)) for i in range(count)
        )
        try:
            if relay:
                stack.enter_context(_relayed(hosts, relay))
            else:
                _connect(hosts)
            for name, host in zip(NAMES, hosts, strict=False):
                host.run("hostname", name)
                host.run("ip", "address", "add", f"{host.address}/24", "dev", CABLE)
                host.run("ip", "link", "set", "lo", "up")
                host.run("ip", "link", "set", CABLE, "up")
        except subprocess.CalledProcessError as error:
            failed = shlex.join(error.cmd)
            raise UnavailableError(f"hosts cannot be connected here: {failed}") from error
        _wait_for_cables(hosts)
        if pinned:
            cores = sorted(os.sched_getaffinity(0))
            hosts = tuple(replace(host, core=cores[i % len(cores)]) for i, host in enumerate(hosts))
        yield Hosts(hosts, _agent(folder, hosts))


def _connect(hosts: Sequence[Host]) -> None:
    """Two have a cable between them, and more have cables to a switch, which is in the first."""
    first = hosts[0]
    if len(hosts) == 2:
        _lay_cable(first, CABLE, hosts[1])
        return
    first.run("ip", "link", "add", SWITCH, "type", "bridge")
    for number, host in enumerate(hosts):
        port = f"port{number}"
        _lay_cable(first, port, host)
        first.run("ip", "link", "set", port, "master", SWITCH, "up")
    first.run("ip", "link", "set", SWITCH, "up")


@contextlib.contextmanager
def _relayed(hosts: Sequence[Host], relay: Sequence[str]) -> Iterator[None]:
    """A cable from each of two hosts to a program, which is in the first."""
    first = hosts[0]
    ports = [f"port{number}" for number in range(len(hosts))]
    for port, host in zip(ports, hosts, strict=True):
        _lay_cable(first, port, host)
        first.run("ip", "link", "set", port, "up")
    process = subprocess.Popen(
        [*first.within(Path("/")), *relay[:1], *ports, *relay[1:]], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=processes.dies_with_parent(),
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        if not process.stdout.readline():
            raise UnavailableError(process.stderr.read().decode().strip())
        yield
    finally:
        process.kill()
        process.communicate()


def _lay_cable(first: Host, end: str, host: Host) -> None:
    first.run("ip", "link", "add", end, "type", "veth",
              "peer", "name", CABLE, "netns", str(host.pid))  # fmt: skip


def _network(pid: int) -> str:
    """The network namespace of a process; empty if it has gone."""
    with contextlib.suppress(OSError):
        return str(Path(f"/proc/{pid}/ns/net").readlink())
    return ""


@contextlib.contextmanager
def _host(address: str, installed: Sequence[Path]) -> Iterator[Host]:
    # A colon would part the names of two layers.
    layers = ":".join(str(folder / "usr").replace(":", r"\:") for folder in installed)
    script = " && ".join([MOUNTS, OVERLAY, SLEEP] if layers else [MOUNTS, SLEEP])
    process = subprocess.Popen(
        ["unshare", "--net", "--uts", "--ipc", "--mount", "sh", "-c", script, layers],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=processes.dies_with_parent(),
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        if not process.stdout.readline():
            said = process.stderr.read().decode().strip()
            raise UnavailableError(f"network namespaces are not permitted here: {said}")
        yield Host(process.pid, address)
    finally:
        process.kill()
        process.communicate()


def _wait_for_cables(hosts: Sequence[Host]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not all(host.is_connected for host in hosts):
        if time.monotonic() > deadline:
            raise UnavailableError("the network between hosts does not come up here")
        time.sleep(0.01)


def _agent(folder: Path, hosts: Sequence[Host]) -> Path:
    """The script. A command is one word or several, and for a shell to read either way."""
    cases = "\n".join(
        f'{host.address}) exec {shlex.join(host.within(folder))} sh -c "$*" ;;' for host in hosts
    )
    path = folder / "agent"
    path.write_text(f'#!/bin/sh\nhost=$1\nshift\ncase "$host" in\n{cases}\nesac\nexit 1\n')
    path.chmod(0o755)
    return path


def _text(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text().strip()
    return ""
