# SPDX-License-Identifier: BSD-3-Clause
"""The options of every command.

codegen/options.py writes all modules but kinds.py, option.py and checking.py from options/*.toml.
"""
