# SPDX-License-Identifier: BSD-3-Clause
"""Collective operations as messages: the algorithms, and which of them each MPI chooses."""
