// SPDX-License-Identifier: BSD-3-Clause
//
// What every bench does alike: how it was started, how it ends, and what it answers without
// processes.
#pragma once

#include <string>
#include <string_view>

#include "layer_kernels.hpp"

namespace strobe::bench {

enum Exit { complete = 0, cell_failed = 1, bad_input = 2, hung = 3, not_recorded = 4 };

struct Invocation {
  int argc = 0;
  char** argv = nullptr;
  std::string start;  ///< how a person starts this bench, for the help
};

/// A sentence on standard error, behind the program's name.
void say(std::string_view sentence);

/// Whether something is asked that needs no processes. The layer must not be started for it: it may
/// not run outside of its launcher.
[[nodiscard]] bool is_question(int argc, char** argv);
[[nodiscard]] int answer_question(const Invocation& invocation, const LayerKernels& kernels);

}  // namespace strobe::bench
