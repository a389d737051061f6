// SPDX-License-Identifier: BSD-3-Clause
//
// The instruction sets for which the memory kernels are compiled. The program itself needs none of
// them: it asks the processor, and takes the widest.
#pragma once

#include <string_view>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels {

/// `generic` is plain C++ on single elements.
enum class Isa { generic, sse2, neon, avx2, avx512 };

[[nodiscard]] std::string_view isa_name(Isa isa);

/// Those that were compiled and that this processor runs, narrowest first.
[[nodiscard]] std::vector<Isa> isas_here();

/// The axis `isa`: `widest`, or one that was compiled.
[[nodiscard]] measure::AxisInfo isa_axis();

/// What the axis names, whether this processor has it or not.
[[nodiscard]] Isa isa_named(const measure::Point& point);

/// What the axis asks for. Throws strobe::Error, naming those that the processor has, where it
/// lacks it.
[[nodiscard]] Isa isa_at(const measure::Point& point);

}  // namespace strobe::kernels
