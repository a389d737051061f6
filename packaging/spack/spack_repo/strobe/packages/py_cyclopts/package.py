# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage


class PyCyclopts(PythonPackage):
    """Command lines from the signatures of Python functions."""

    version(
        "5.4.0",
        sha256="29a4639849e9161f64bce7904c787b85f6a8accfb08cd675ad70b7753af57e81",
        url="https://files.pythonhosted.org/packages/py3/c/cyclopts/cyclopts-5.4.0-py3-none-any.whl",
        expand=False,
    )

    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-attrs@23.1:", type=("build", "run"))
    depends_on("py-docstring-parser@0.15:3", type=("build", "run"))
    depends_on("py-rich@13.6:", type=("build", "run"))
    depends_on("py-rich-rst@2.0.1:2", type=("build", "run"))
