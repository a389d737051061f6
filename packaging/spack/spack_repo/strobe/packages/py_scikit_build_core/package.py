# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.packages.py_scikit_build_core.package import PyScikitBuildCore as Builtin


class PyScikitBuildCore(Builtin):
    """The version that Strobe is built with, as a wheel."""

    version(
        "1.1.2",
        sha256="7f4f959a467692db50bdd1ea7ce1507f2c7972e6023b753ee302d169bc4cec85",
        url="https://files.pythonhosted.org/packages/py3/s/scikit_build_core/scikit_build_core-1.1.2-py3-none-any.whl",
        expand=False,
    )
