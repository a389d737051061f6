# SPDX-License-Identifier: BSD-3-Clause
import platform

from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage

WHEELS = {
    "aarch64": (
        "vl_convert_python-1.9.0.post1-cp37-abi3-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
        "e6ecfe4b7e2ea9e8c30fd6d6eaea3ef85475be1ad249407d9796dce4ecdb5b32",
    ),
    "x86_64": (
        "vl_convert_python-1.9.0.post1-cp37-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "3c1558fa0055e88c465bd3d71760cde9fa2c94a95f776a0ef9178252fd820b1f",
    ),
}


class PyVlConvertPython(PythonPackage):
    """Vega-Lite charts as SVG, PNG and PDF. Spack's own recipe needs a network while it builds."""

    if platform.machine() in WHEELS:
        wheel, digest = WHEELS[platform.machine()]
        version(
            "1.9.0.post1",
            sha256=digest,
            url=f"https://files.pythonhosted.org/packages/cp37/v/vl_convert_python/{wheel}",
            expand=False,
        )

    depends_on("python@3.7:", type=("build", "run"))
