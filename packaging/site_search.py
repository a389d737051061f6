# SPDX-License-Identifier: BSD-3-Clause
"""A hook of mkdocs: which pages the search of the site puts first, from `extra` of mkdocs.yml.

The search counts words. A reader who pastes an error message wants the page of errors, and hardly
any reader wants the reason for a dependency. A comment in the Markdown would show on GitHub.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Set the weight of a page, or else that of its folder."""
    weights: dict[str, float] = config["extra"]["search_weights"]
    path = PurePosixPath(page.file.src_uri)
    for key in (str(path), str(path.parent)):
        if key in weights:
            page.meta["search"] = {"boost": weights[key]}
            break
    return markdown
