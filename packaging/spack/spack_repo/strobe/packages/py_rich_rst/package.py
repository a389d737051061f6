# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage


class PyRichRst(PythonPackage):
    """A renderer of reStructuredText for rich."""

    version(
        "2.2.0",
        sha256="1ea1c43813dc4a8d86475fce27ffb74e0ada3d4656c9f8130ba2a59868055fe9",
        url="https://files.pythonhosted.org/packages/py3/r/rich_rst/rich_rst-2.2.0-py3-none-any.whl",
        expand=False,
    )

    depends_on("py-rich@12:", type=("build", "run"))
    depends_on("py-pygments@2:", type=("build", "run"))
