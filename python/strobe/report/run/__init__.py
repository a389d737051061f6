# SPDX-License-Identifier: BSD-3-Clause
"""The page of a run, section by section."""
