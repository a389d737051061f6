# SPDX-License-Identifier: BSD-3-Clause
"""What checks, the site and the layout of sources want, installed into .venv beside the rest.

Strobe runs without these tools, so `make setup` and `make report` do not wait for them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from environment import install, lines, site_packages
from places import BUILD, HERE, ROOT, VENV
from steps import CommandError, Steps, digest, is_done

REQUIREMENTS = HERE / "requirements-tools.txt"
ICON = re.compile(r"[a-z]+(?:/[a-z0-9-]+)+")


def main() -> int:
    steps = Steps("tools", ROOT, BUILD / "tools.log")
    stamp = VENV / "tools.stamp"
    inputs = (REQUIREMENTS, Path(__file__), HERE / "environment.py", VENV / "setup.stamp")
    wanted = digest(inputs, [])
    if is_done(stamp, wanted):
        return 0
    try:
        with steps.step("Python packages"):
            install(steps, lines(REQUIREMENTS))
            _remove_icons_that_no_page_shows(site_packages() / "material" / "templates")
    except CommandError as error:
        print(f"{error.tail}\ntools: this failed: {error} (all: {steps.log})", file=sys.stderr)
        return 1
    stamp.write_text(wanted, encoding="utf-8")
    return 0


def _remove_icons_that_no_page_shows(templates: Path) -> None:
    """The site's theme brings 15,000 icons along, 60 MB, of which its templates name some 30."""
    named = {
        name.removeprefix("icons/")
        for suffix in ("*.html", "*.yml")
        for template in templates.rglob(suffix)
        for name in ICON.findall(template.read_text(encoding="utf-8"))
    }
    icons = templates / ".icons"
    for icon in icons.rglob("*.svg"):
        if icon.relative_to(icons).with_suffix("").as_posix() not in named:
            icon.unlink()


if __name__ == "__main__":
    sys.exit(main())
