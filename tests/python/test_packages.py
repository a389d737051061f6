# SPDX-License-Identifier: BSD-3-Clause
"""The recipes for packages agree with the project and with each other.

What reads them (Spack, EasyBuild, rattler-build, Docker) is not among the tools of the tests. What
the recipes use of it is replaced here, and docs/how-to/packages.md has the commands that ran it.
"""

from __future__ import annotations

import contextlib
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version
from places import ROOT

from strobe import __version__

PACKAGING = ROOT / "packaging"


def lowest(requirement: Requirement) -> str:
    """The version that a requirement names: Strobe's have a lower bound alone."""
    (bound,) = requirement.specifier
    assert bound.operator == ">="
    return bound.version


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHON = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
BUILT_WITH = Requirement(PROJECT["build-system"]["requires"][0])
PYTHON_MINIMUM = lowest(Requirement(f"python{PROJECT['project']['requires-python']}"))
CMAKE_MINIMUM = lowest(Requirement(f"cmake{PROJECT['tool']['scikit-build']['cmake']['version']}"))
PINS = dict(
    re.findall(r"^([\w-]+)==(\S+)$", (PACKAGING / "requirements.txt").read_text(), re.MULTILINE)
)
LIBRARIES = re.findall(
    r"^_strobe_library\(\S+ \S+ (\S+) \S+ (\S+)\)$",
    (ROOT / "cmake" / "dependencies.cmake").read_text(),
    re.MULTILINE,
)
"""The names of the C++ libraries in Debian and in Spack."""
SPACK = PACKAGING / "spack" / "spack_repo" / "strobe"
EASYCONFIG = PACKAGING / "easybuild" / f"strobe-{__version__}-foss-2025b.eb"
FROM_OTHER_EASYCONFIGS = {
    "jinja2": "Python-bundle-PyPI",
    "numpy": "SciPy-bundle",
    "scipy": "SciPy-bundle",
}
SHA256 = re.compile(r"[0-9a-f]{64}")
WHEEL = re.compile(r"([\w.]+?)-([\w.]+)-([\w.]+)-[\w.]+-([\w.]+)\.whl")
PROCESSORS = ("aarch64", "x86_64")


def normal(name: str) -> str:
    """A package's name as all formats would write it."""
    return name.lower().replace("_", "-").removeprefix("lib")


PINNED = {normal(name): version for name, version in PINS.items()}
CPP = {normal(spack) for _, spack in LIBRARIES}
PYTHON_BOUNDS = {normal(one.name): lowest(one) for one in PYTHON}


def test_the_lists_that_recipes_are_held_against_are_not_empty() -> None:
    assert {"cli11", "fmt", "hwloc", "nlohmann-json", "tomlplusplus"} == CPP
    assert {"altair", "numpy"} < PYTHON_BOUNDS.keys() <= PINNED.keys()


def test_the_citation_has_the_version() -> None:
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == __version__


# Spack


class Recipe:
    """What the directives of one recipe of Spack say."""

    def __init__(self) -> None:
        self.git: str | None = None
        self.versions: dict[str, dict[str, Any]] = {}
        self.dependencies: dict[str, tuple[str, tuple[str, ...]]] = {}
        """By the package's name: its version and variants, and the types of the dependency."""
        self._types: tuple[str, ...] = ("build", "link")

    def version(self, number: str, *, sha256: str | None = None, **where: Any) -> None:
        assert where.keys() <= {"url", "expand", "tag", "branch"}
        assert sha256 is None or SHA256.fullmatch(sha256)
        self.versions[number] = {"sha256": sha256, **where}

    def depends_on(
        self, spec: str, *, type: str | tuple[str, ...] | None = None, when: str | None = None
    ) -> None:
        package, rest = re.fullmatch(r"([\w-]+)(.*)", spec).groups()
        self.dependencies[package] = (rest, as_tuple(type) or self._types)

    @contextlib.contextmanager
    def default_args(self, *, type: str | tuple[str, ...]) -> Iterator[None]:
        before, self._types = self._types, as_tuple(type)
        yield
        self._types = before


def as_tuple(words: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words or ()


def spack_recipe(name: str, monkeypatch: pytest.MonkeyPatch, machine: str = "x86_64") -> Recipe:
    """Runs a recipe with stand-ins for what it imports of Spack's API v2."""
    recipe = Recipe()

    def module(path: str, **members: object) -> None:
        made = ModuleType(path)
        vars(made).update(members)
        monkeypatch.setitem(sys.modules, path, made)

    own = {one: getattr(recipe, one) for one in ("version", "depends_on", "default_args")}
    module("spack")
    module("spack.package", license=lambda _: None, **own)
    base = type("PythonPackage", (), {})
    title = "".join(part.capitalize() for part in name.split("_"))
    for parent in ("", ".builtin", ".builtin.build_systems", ".builtin.packages"):
        module(f"spack_repo{parent}")
    module("spack_repo.builtin.build_systems.python", PythonPackage=base)
    module(f"spack_repo.builtin.packages.{name}")
    module(f"spack_repo.builtin.packages.{name}.package", **{title: type(title, (base,), {})})
    monkeypatch.setattr("platform.machine", lambda: machine)
    made = runpy.run_path(str(SPACK / "packages" / name / "package.py"))
    assert issubclass(made[title], base)
    recipe.git = getattr(made[title], "git", None)
    return recipe


@pytest.fixture
def of_spack(monkeypatch: pytest.MonkeyPatch) -> dict[str, Recipe]:
    names = sorted(path.name for path in (SPACK / "packages").iterdir())
    return {name: spack_recipe(name, monkeypatch) for name in names}


def test_spack_finds_the_repository_where_its_api_wants_it() -> None:
    repo = yaml.safe_load((SPACK / "repo.yaml").read_text())["repo"]
    assert (SPACK.parent.name, SPACK.name) == ("spack_repo", repo["namespace"])
    assert re.fullmatch(r"v2\.\d", repo["api"])


def test_the_recipe_for_spack_has_the_version_and_the_dependencies(
    of_spack: dict[str, Recipe],
) -> None:
    strobe = of_spack["strobe"]
    assert strobe.git == ROOT.as_uri()
    assert strobe.versions[__version__]["tag"] == f"v{__version__}"
    assert strobe.versions.keys() == {"main", __version__}
    python = {
        name.removeprefix("py-"): rest
        for name, (rest, types) in strobe.dependencies.items()
        if name.startswith("py-") and "run" in types
    }
    bounds = {normal(name): rest.split()[0].strip("@:") for name, rest in python.items()}
    assert bounds == PYTHON_BOUNDS
    assert strobe.dependencies["py-scikit-build-core"][0] == f"@{lowest(BUILT_WITH)}:"
    assert {spack for _, spack in LIBRARIES} <= strobe.dependencies.keys()
    assert strobe.dependencies["python"][0] == f"@{PYTHON_MINIMUM}:"
    assert strobe.dependencies["cmake"][0] == f"@{CMAKE_MINIMUM}:"
    assert strobe.dependencies["mpi"] == ("", ("build", "link", "run"))


def test_the_wheels_for_spack_are_those_that_strobe_is_tested_with(
    of_spack: dict[str, Recipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    sums = easyconfig_sums()
    for name in of_spack.keys() - {"strobe"}:
        for machine in PROCESSORS:
            recipe = spack_recipe(name, monkeypatch, machine)
            ((number, where),) = recipe.versions.items()
            dist, version, tag, platform = WHEEL.fullmatch(where["url"].rpartition("/")[2]).groups()
            assert (dist, version) == (name.removeprefix("py_"), number)
            assert number == PINNED[normal(dist)]
            folder = f"https://files.pythonhosted.org/packages/{tag}/{dist[0]}/{dist}/"
            assert where["url"].startswith(folder)
            assert where["expand"] is False
            assert platform == "any" or machine in platform
            assert sums[where["url"].rpartition("/")[2]] == where["sha256"]
        assert spack_recipe(name, monkeypatch, "riscv64").versions.keys() <= {number}


# EasyBuild


def easyconfig(path: Path, machine: str = "x86_64") -> dict[str, Any]:
    """The parameters of an easyconfig, with EasyBuild's constants that it uses."""
    constants = {
        "ARCH": machine,
        "SOURCE_PY3_WHL": "%(name)s-%(version)s-py3-none-any.whl",
        "SOURCE_TAR_GZ": "%(name)s-%(version)s.tar.gz",
    }
    found: dict[str, Any] = {}
    exec(path.read_text(), constants, found)
    return found


def easyconfig_sums() -> dict[str, str]:
    """The wheels of the easyconfig with their checksums, for all processors."""
    sums = {}
    for machine in PROCESSORS:
        for name, version, options in easyconfig(EASYCONFIG, machine)["exts_list"][:-1]:
            (file,), (wanted,) = options["sources"], options["checksums"]
            file = file % {"name": name, "version": version}
            sums[file] = wanted if isinstance(wanted, str) else wanted[file]
    return sums


def test_the_easyconfig_has_the_version_and_the_dependencies() -> None:
    config = easyconfig(EASYCONFIG)
    toolchain = config["toolchain"]
    assert EASYCONFIG.name == f"strobe-{__version__}-{toolchain['name']}-{toolchain['version']}.eb"
    assert config["version"] == __version__
    *packages, (name, version, options) = config["exts_list"]
    assert (name, version, options["source_urls"]) == ("strobe", __version__, [])
    extensions = {normal(name): version for name, version, _ in packages}
    assert {name: PINNED[name] for name in extensions} == extensions
    assert normal(BUILT_WITH.name) in extensions
    loaded = dict(config["dependencies"])
    for name in PYTHON_BOUNDS.keys() - extensions.keys():
        assert FROM_OTHER_EASYCONFIGS[name] in loaded
    libraries = {normal(one) for one, _ in config["builddependencies"]} | {"hwloc"}
    assert libraries >= CPP
    assert "hwloc" in loaded
    assert Version(dict(config["builddependencies"])["CMake"]) >= Version(CMAKE_MINIMUM)


def test_the_wheels_of_the_easyconfig_are_there_for_both_processors() -> None:
    sums = easyconfig_sums()
    assert all(SHA256.fullmatch(one) for one in sums.values())
    platforms: dict[str, set[str]] = {}
    for file in sums:
        dist, version, _, platform = WHEEL.fullmatch(file).groups()
        assert version == PINNED[normal(dist)]
        platforms.setdefault(dist, set()).update(
            {"any"} if platform == "any" else {one for one in PROCESSORS if one in platform}
        )
    assert all(found in ({"any"}, set(PROCESSORS)) for found in platforms.values())


def test_the_easyconfig_of_a_library_fits_the_toolchain() -> None:
    (library,) = (path for path in EASYCONFIG.parent.glob("*.eb") if path != EASYCONFIG)
    config = easyconfig(library)
    toolchain = config["toolchain"]
    assert library.stem == "-".join(
        (config["name"], config["version"], toolchain["name"], toolchain["version"])
    )
    assert (config["name"], config["version"]) in easyconfig(EASYCONFIG)["builddependencies"]


# conda


def test_the_recipe_for_conda_has_the_version_and_the_dependencies() -> None:
    recipe = yaml.safe_load((PACKAGING / "conda" / "recipe.yaml").read_text())
    assert recipe["context"]["version"] == __version__
    assert (PACKAGING / "conda" / recipe["source"]["path"]).resolve() == ROOT
    needed = recipe["requirements"]
    assert needed["run"][0] == f"python >={PYTHON_MINIMUM}"
    bounds = {normal(one.name): lowest(one) for one in map(Requirement, needed["run"][2:])}
    assert bounds == PYTHON_BOUNDS
    assert "${{ mpi }}" in needed["run"]
    assert "${{ mpi }}" in needed["host"]
    assert {normal(one) for one in needed["host"]} >= CPP
    assert f"{BUILT_WITH.name} {BUILT_WITH.specifier}" in needed["host"]
    assert f"cmake >={CMAKE_MINIMUM}" in needed["build"]
    variants = yaml.safe_load((PACKAGING / "conda" / "variants.yaml").read_text())
    assert variants["mpi"] == ["mpich", "openmpi"]


# Debian


def test_what_compiles_in_debian_installs_all_libraries() -> None:
    for file in (ROOT / "action.yml", PACKAGING / "container" / "install.sh"):
        assert {debian for debian, _ in LIBRARIES} <= set(file.read_text().split()), file


# Containers


def test_containers_are_made_by_one_script() -> None:
    folder = PACKAGING / "container"
    script = folder / "install.sh"
    subprocess.run(["sh", "-n", script], check=True)
    steps = set(re.findall(r"^  (\w+)\)$", script.read_text(), re.MULTILINE))
    for file in ("Dockerfile", "strobe.def"):
        text = (folder / file).read_text()
        called = re.findall(r"^\s*(?:RUN )?sh (\S+)/install\.sh (\w+)$", text, re.MULTILINE)
        assert {word for _, word in called} == steps
        assert {path for path, _ in called} == {"/source/packaging/container", "/tmp"}
        assert set(re.findall(r"\bdebian:\S+", text)) == {"debian:bookworm-slim"}
        assert "/opt/strobe/bin:$PATH" in text
