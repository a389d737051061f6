# SPDX-License-Identifier: BSD-3-Clause
"""The page that compares two runs."""
