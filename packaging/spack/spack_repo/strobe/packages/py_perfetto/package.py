# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *
from spack_repo.builtin.build_systems.python import PythonPackage


class PyPerfetto(PythonPackage):
    """Messages of Perfetto traces, and their trace processor."""

    version(
        "0.59.1",
        sha256="fde529ecdf28042112d452ed431d51b797b4eea1378c10d7d25af5d36db719a3",
        url="https://files.pythonhosted.org/packages/py3/p/perfetto/perfetto-0.59.1-py3-none-any.whl",
        expand=False,
    )

    depends_on("py-protobuf", type=("build", "run"))
