# SPDX-License-Identifier: BSD-3-Clause
import platform

from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage

WHEELS = {
    "x86_64": (
        "arro3_core-0.9.1-cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "2b0dd4f5a064c05304c3027e999bbc194015719f499a2b9d01bfa71f4ed57795",
    ),
    "aarch64": (
        "arro3_core-0.9.1-cp311-abi3-manylinux_2_24_aarch64.whl",
        "12494c9356bbd57a5b8f560c2cda57f14e5f961e830b46872c89bb03cae4f0b8",
    ),
}


class PyArro3Core(PythonPackage):
    """Arrow tables for Python, in Rust."""

    if platform.machine() in WHEELS:
        wheel, digest = WHEELS[platform.machine()]
        version(
            "0.9.1",
            sha256=digest,
            url=f"https://files.pythonhosted.org/packages/cp311/a/arro3_core/{wheel}",
            expand=False,
        )

    depends_on("python@3.11:", type=("build", "run"))
