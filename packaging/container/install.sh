#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The steps of Dockerfile and of strobe.def, which are root in a Debian 12 of their own:
#
#     install.sh build    compile Strobe from /source into /opt/strobe
#     install.sh run      bring what /opt/strobe needs to run
set -eu
export DEBIAN_FRONTEND=noninteractive

packages() {
  apt-get -q update
  apt-get -q install -y --no-install-recommends "$@"
  rm -rf /var/lib/apt/lists/*
}

case $1 in
  build)
    packages g++ cmake ninja-build git python3-venv mpich libmpich-dev \
      libfmt-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libhwloc-dev
    python3 -m venv /opt/strobe
    /opt/strobe/bin/pip install --no-cache-dir --disable-pip-version-check /source
    /opt/strobe/bin/pip uninstall --quiet --yes pip setuptools
    # The tests of the two large packages never run.
    find /opt/strobe/lib -type d -name tests \( -path '*/numpy/*' -o -path '*/scipy/*' \) -prune -exec rm -r {} +
    # A launcher outside the container starts its ranks with this name.
    ln -s /opt/strobe/lib/python3*/site-packages/strobe/libexec/strobe-bench /opt/strobe/bin/strobe-bench
    ;;
  run)
    # binutils has addr2line, which finds the line at which a rank waits.
    packages mpich python3 binutils
    ;;
esac
