// SPDX-License-Identifier: BSD-3-Clause
//
// Compiled into the runtime before everything else: at its transitions a rank gives its core away,
// now and then, or loses some microseconds.
#pragma once

/// Where this process kills itself (SIGKILL), if it is not null.
extern const char* strobe_deadly_transition;
void strobe_dawdle(const char* where);
#define STROBE_TRANSITION(name) strobe_dawdle(#name)
