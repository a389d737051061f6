# SPDX-License-Identifier: BSD-3-Clause
"""Programs under buffered coscheduling on simulated machines."""
