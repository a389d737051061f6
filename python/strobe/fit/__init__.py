# SPDX-License-Identifier: BSD-3-Clause
"""Start-up times, bandwidths and breakpoints of message kernels, each with its uncertainty."""
