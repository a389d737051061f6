# SPDX-License-Identifier: BSD-3-Clause
"""Whether the results of a run can be trusted: each issue with its remedy."""
