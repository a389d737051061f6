# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.packages.py_altair.package import PyAltair as Builtin


class PyAltair(Builtin):
    """The version that Strobe needs, as a wheel."""

    version(
        "6.3.0",
        sha256="7defb6ca730676dfc99a299768e2769f51585fcb3dc960ea71aacc368929d65e",
        url="https://files.pythonhosted.org/packages/py3/a/altair/altair-6.3.0-py3-none-any.whl",
        expand=False,
    )

    depends_on("py-narwhals@2.4:", type=("build", "run"), when="@6:")
    depends_on("py-typing-extensions@4.12:", type=("build", "run"), when="@6:")
