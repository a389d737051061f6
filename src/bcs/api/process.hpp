// SPDX-License-Identifier: BSD-3-Clause
//
// The process behind the calls of strobe/bcs.h.
#pragma once

#include "bcs/protocol/application_process.hpp"

namespace strobe::bcs::api {

using protocol::Answer;
using protocol::Blocks;
using protocol::CallBuffers;
using protocol::Operation;
using protocol::Rank;
using Process = protocol::ApplicationProcess;

/// The process that runs in this thread; null outside a job.
[[nodiscard]] Process*& current();

}  // namespace strobe::bcs::api
