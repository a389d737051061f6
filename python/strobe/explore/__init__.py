# SPDX-License-Identifier: BSD-3-Clause
"""`strobe explore`: every outcome that a program can have, by replay with other messages."""
