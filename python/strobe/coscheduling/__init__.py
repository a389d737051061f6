# SPDX-License-Identifier: BSD-3-Clause
"""Programs of other people under the coscheduled runtime: how they are started and what is told."""
