# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.packages.py_rich.package import PyRich as Builtin


class PyRich(Builtin):
    """The version that Strobe needs, as a wheel."""

    version(
        "15.0.0",
        sha256="33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb",
        url="https://files.pythonhosted.org/packages/py3/r/rich/rich-15.0.0-py3-none-any.whl",
        expand=False,
    )
