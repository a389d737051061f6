// SPDX-License-Identifier: BSD-3-Clause
//
// Marks the places between two steps where the order with steps of another rank matters. Stress
// tests delay ranks there.
#pragma once

#ifndef STROBE_TRANSITION
#define STROBE_TRANSITION(name)
#endif
