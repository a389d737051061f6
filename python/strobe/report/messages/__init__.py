# SPDX-License-Identifier: BSD-3-Clause
"""Space-time diagrams: ranks side by side, time downwards, an arrow for each message."""
