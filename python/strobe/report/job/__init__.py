# SPDX-License-Identifier: BSD-3-Clause
"""The page of a job that ran under `strobe run`, made from its record alone."""
