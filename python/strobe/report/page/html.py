# SPDX-License-Identifier: BSD-3-Clause
"""From parts to one self-contained page: templates, style and script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

import jinja2
import vl_convert
from markupsafe import Markup, escape

from strobe import __version__
from strobe.base import theme
from strobe.report.page.drawing import Drawing

# The function that the page's own script uses of the plotting library.
EXPORTS = "window.vegaEmbed = vegaEmbed;"
TEMPLATES = resources.files("strobe.report.page") / "templates"


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
NUMBER_AND_UNIT = re.compile(r"(?<=\d) (?=(?:[nµm]?s|[KMGT]?i?B|[kMGT]?B/s|[MGT]FLOP/s|%)(?!\w))")


@dataclass(frozen=True)
class Entry:
    """One line of a page's contents; `apart` adds space before it."""

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
        finalize=_unbroken,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    plots = {
        "config": theme.plot_config(),
        "specifications": {drawing.name: drawing.specification for drawing in drawings},
    }
    text = json.dumps(plots, ensure_ascii=False, separators=(",", ":"))
    return environment.get_template(template).render(
        version=__version__,
        colours_light=Markup(theme.css_variables(dark=False)),
        colours_dark=Markup(theme.css_variables(dark=True)),
        style=Markup((TEMPLATES / "style.css").read_text("utf-8")),
        script=Markup((TEMPLATES / "page.js").read_text("utf-8")),
        # The text of a script element must not contain its end tag.
        plots=Markup(text.replace("<", r"\u003c")),
        library=_library() if plots["specifications"] else "",
        **parts,
    )


@cache
def _library() -> Markup:
    """Vega, Vega-Lite and Vega-Embed, which draw the plots; 0.9 MB, made in a second."""
    return Markup(vl_convert.javascript_bundle(EXPORTS).replace("</script", r"<\/script"))


def _unbroken(value: object) -> object:
    """Keep a number on one line with its unit, and an option in one piece, wherever a template
    prints one. A title, which may stand in an attribute, names no option.
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    joined = NUMBER_AND_UNIT.sub("\N{NO-BREAK SPACE}", value)
    if OPTION.search(joined) is None:
        return joined
    return Markup(OPTION.sub(r'<span class="nowrap">\g<0></span>', str(escape(joined))))
