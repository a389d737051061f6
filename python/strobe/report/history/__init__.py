# SPDX-License-Identifier: BSD-3-Clause
"""The machines of the papers, as their authors printed them, next to the machine of a run."""
