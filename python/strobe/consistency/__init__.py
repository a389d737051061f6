# SPDX-License-Identifier: BSD-3-Clause
"""Self-consistency of an MPI: no call is slower than calls that could replace it."""
