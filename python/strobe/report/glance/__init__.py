# SPDX-License-Identifier: BSD-3-Clause
"""The summary of a run: five figures and what is usual, what is odd, and what to do next."""
