# SPDX-License-Identifier: BSD-3-Clause
"""What this machine does: found in a run's figures by rules, and said only where they bear it."""
