# SPDX-License-Identifier: BSD-3-Clause
"""Strobe: a laboratory for message-passing machines."""

__version__ = "0.1.0"
