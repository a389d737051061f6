// SPDX-License-Identifier: BSD-3-Clause
//
// Included first in all files of the runtime for stress tests: at transitions a rank sometimes
// yields its core or loses some microseconds.
#pragma once

/// Where this process kills itself (SIGKILL), if it is not null.
extern const char* strobe_deadly_transition;
void strobe_dawdle(const char* where);
#define STROBE_TRANSITION(name) strobe_dawdle(#name)
