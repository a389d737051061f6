# SPDX-License-Identifier: BSD-3-Clause
"""Communication patterns: asked of the C++ half, which computes them, and drawn here."""
