# SPDX-License-Identifier: BSD-3-Clause
"""Makes the MPI of a machine faster: searches its settings, and proves what it writes."""
