# SPDX-License-Identifier: BSD-3-Clause
"""How long a recorded program takes on another machine."""
