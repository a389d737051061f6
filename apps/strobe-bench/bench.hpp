// SPDX-License-Identifier: BSD-3-Clause
//
// What strobe-bench does over any message layer, without Python. Parses, wires and prints; all that
// it wires is in src/.
#pragma once

#include <optional>
#include <string_view>

#include "layer.hpp"
#include "measure/recorder.hpp"

namespace strobe::bench {

enum Exit { complete = 0, cell_failed = 1, bad_input = 2, hung = 3, not_recorded = 4 };

/// A sentence on standard error, behind the program's name.
void say(std::string_view sentence);

/// Whether something is asked that needs no processes. The layer must not be started for it: it may
/// not run outside of its launcher.
[[nodiscard]] bool is_question(int argc, char** argv);
[[nodiscard]] int answer_question(int argc, char** argv);

/// All that was asked for, by all processes of `world`; the exit status. `initialisation` is when
/// the layer was initialised on this process, if that is known.
[[nodiscard]] int measure_all(Layer& world, const measure::LayerFacts& layer, int argc, char** argv,
                              std::optional<measure::TimedRegion> initialisation = std::nullopt);

}  // namespace strobe::bench
