# SPDX-License-Identifier: BSD-3-Clause
"""Tests of MPI programs with pytest: `pytest --strobe-ranks 4`.

pytest loads `plugin` in every session of an environment that has Strobe, so that module imports
little. `marks` reads the marker `mpi`; `job` runs tests as a job of ranks, in each of which
`rank_session` reports to it; `merging` makes one result of those of all ranks.
"""
