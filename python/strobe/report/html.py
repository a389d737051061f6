# SPDX-License-Identifier: BSD-3-Clause
"""From parts to one self-contained file: templates, style and script put in place, once each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

import jinja2
import vl_convert
from markupsafe import Markup

from strobe import __version__
from strobe.report import theme
from strobe.report.drawing import Drawing

TEMPLATES = resources.files("strobe.report") / "templates"


@dataclass(frozen=True)
class Entry:
    """One line of a page's contents; `apart` sets it off from the line before."""

    id: str
    title: str
    level: Literal["", "warn", "bad"] = ""
    apart: bool = False


def render(template: str, drawings: Iterable[Drawing], **parts: Any) -> str:
    """The page as text; `parts` are the template's own."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (TEMPLATES / name).read_text("utf-8")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    specifications = {drawing.name: drawing.specification for drawing in drawings}
    text = json.dumps(specifications, ensure_ascii=False, separators=(",", ":"))
    return environment.get_template(template).render(
        version=__version__,
        colours_light=Markup(theme.css_variables(dark=False)),
        colours_dark=Markup(theme.css_variables(dark=True)),
        style=Markup((TEMPLATES / "style.css").read_text("utf-8")),
        script=Markup((TEMPLATES / "page.js").read_text("utf-8")),
        # Nothing within a script element may look like its end.
        specs=Markup(text.replace("<", r"\u003c")),
        library=Markup(vl_convert.javascript_bundle().replace("</script", r"<\/script")),
        **parts,
    )

