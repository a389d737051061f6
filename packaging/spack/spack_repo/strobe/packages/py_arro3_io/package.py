# SPDX-License-Identifier: BSD-3-Clause
import platform

from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage

WHEELS = {
    "x86_64": (
        "arro3_io-0.9.1-cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "26510e1701f287243f2c4ac357492f08953c956a484243eb5d863b8ac9f1b133",
    ),
    "aarch64": (
        "arro3_io-0.9.1-cp311-abi3-manylinux_2_24_aarch64.whl",
        "2908a599af37e33283d26d1a3fef8fc864e5637d1825abf068724c84bab26812",
    ),
}


class PyArro3Io(PythonPackage):
    """Readers and writers of Parquet and CSV for arro3."""

    if platform.machine() in WHEELS:
        wheel, digest = WHEELS[platform.machine()]
        version(
            "0.9.1",
            sha256=digest,
            url=f"https://files.pythonhosted.org/packages/cp311/a/arro3_io/{wheel}",
            expand=False,
        )

    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-arro3-core", type=("build", "run"))
