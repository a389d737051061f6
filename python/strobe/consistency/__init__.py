# SPDX-License-Identifier: BSD-3-Clause
"""Is an MPI consistent with itself: is no call slower than what could stand in its place?"""
