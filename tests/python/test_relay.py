# SPDX-License-Identifier: BSD-3-Clause
"""The relay that adds latency between two hosts, for predictions (bench/relay.cpp)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hosts import UnavailableError, connected
from places import ROOT

SENDS_LARGE = 1_000_000
LATENCY_US = 2000
LISTENS = """
import socket
with socket.create_server(("", 7777)) as server:
    print("listens", flush=True)
    connection, _ = server.accept()
    with connection:
        while data := connection.recv(1 << 20):
            connection.sendall(data)
"""
CALLS = """
import socket, sys, time
large = bytes(range(256)) * (int(sys.argv[2]) // 256)
with socket.create_connection((sys.argv[1], 7777)) as connection:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    times = []
    for _ in range(20):
        begin = time.monotonic()
        connection.sendall(b"x")
        connection.recv(1)
        times.append(time.monotonic() - begin)
    print(min(times))
    connection.sendall(large)
    got = b""
    while len(got) < len(large):
        got += connection.recv(1 << 20)
    print(got == large)
"""


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("c++")
    assert compiler is not None
    made = tmp_path_factory.mktemp("relay") / "relay"
    source = ROOT / "bench" / "relay.cpp"
    line = [compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", source, "-o", made]
    subprocess.run(line, check=True)
    return made


def test_a_relay_passes_on_everything_after_its_latency(relay: Path, tmp_path: Path) -> None:
    try:
        with connected(tmp_path, relay=[str(relay), str(LATENCY_US)]) as made:
            one, other = made.hosts
            server = subprocess.Popen(
                [*other.within(tmp_path), sys.executable, "-c", LISTENS], stdout=subprocess.PIPE
            )
            with server:
                assert server.stdout is not None
                server.stdout.readline()
                words = [sys.executable, "-c", CALLS, other.address, str(SENDS_LARGE)]
                done = subprocess.run(
                    [*one.within(tmp_path), *words], capture_output=True, text=True, check=True,
                    timeout=60,
                )  # fmt: skip
                assert server.wait(timeout=60) == 0
    except UnavailableError as error:
        pytest.skip(str(error))
    shortest_s, is_same = done.stdout.split()
    assert float(shortest_s) >= 2e-6 * LATENCY_US
    assert is_same == "True"


@pytest.mark.parametrize("words", [("lo",), ("lo", "lo", "soon"), ("none0", "none1", "50")])
def test_wrong_words_are_refused(relay: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run([relay, *words], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (1, 2)
    assert len(done.stderr.splitlines()) == 1
