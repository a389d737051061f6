# SPDX-License-Identifier: BSD-3-Clause
"""What every part of Strobe may use: units, colours, errors, files."""
