// SPDX-License-Identifier: BSD-3-Clause
//
// Marks the places between two steps where what another rank does matters. Tests dawdle there.
#pragma once

#ifndef STROBE_TRANSITION
#define STROBE_TRANSITION(name)
#endif
