# SPDX-License-Identifier: BSD-3-Clause
from pathlib import Path

from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage


class Strobe(PythonPackage):
    """A laboratory for message-passing machines: measure, model and look at them."""

    # The project has no public address yet, so its source is the clone that this file lies in.
    git = Path(__file__).resolve().parents[6].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("py-scikit-build-core@1.1:", type="build")

    depends_on("mpi", type=("build", "link", "run"))
    depends_on("hwloc")
    with default_args(type="build"):
        depends_on("cli11")
        depends_on("fmt")
        depends_on("nlohmann-json")
        depends_on("tomlplusplus")

    with default_args(type=("build", "run")):
        depends_on("python@3.11:")
        depends_on("py-altair@6: ~pandas")
        depends_on("py-arro3-core@0.9:")
        depends_on("py-arro3-io@0.9:")
        depends_on("py-cyclopts@5.4:")
        depends_on("py-jinja2@3.1:")
        depends_on("py-msgspec@0.20:")
        depends_on("py-numpy@2.3:")
        depends_on("py-perfetto@0.59:")
        depends_on("py-pyelftools@0.32:")
        depends_on("py-rich@14:")
        depends_on("py-scipy@1.16:")
        depends_on("py-vl-convert-python@1.8:")

    import_modules = ["strobe", "strobe.cli.main"]
