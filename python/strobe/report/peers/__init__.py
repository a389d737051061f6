# SPDX-License-Identifier: BSD-3-Clause
"""A run in the tables of other benchmarks, by their own definitions."""
