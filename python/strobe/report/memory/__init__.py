# SPDX-License-Identifier: BSD-3-Clause
"""The memory hierarchy of a run: its levels, and the rates of loops in them."""
