# SPDX-License-Identifier: BSD-3-Clause
"""What every page is made of: HTML, tables, drawings, names."""
