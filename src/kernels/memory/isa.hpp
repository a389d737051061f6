// SPDX-License-Identifier: BSD-3-Clause
//
// The instruction sets for which the memory kernels are compiled. The program does not require any
// of them: it queries the processor and uses the widest.
#pragma once

#include <string_view>
#include <vector>

#include "measure/kernel.hpp"
#include "measure/point.hpp"

namespace strobe::kernels {

/// `generic` is plain C++ on single elements.
enum class Isa { generic, sse2, neon, avx2, avx512 };

[[nodiscard]] std::string_view isa_name(Isa isa);

/// The compiled instruction sets that this processor has, narrowest first.
[[nodiscard]] std::vector<Isa> isas_here();

/// The axis `isa`: `widest`, or one that was compiled.
[[nodiscard]] measure::AxisInfo isa_axis();

/// The instruction set that the axis names, even if this processor does not have it.
[[nodiscard]] Isa isa_named(const measure::Point& point);

/// The instruction set that the axis names. Throws strobe::Error with the available ones if this
/// processor does not have it.
[[nodiscard]] Isa isa_at(const measure::Point& point);

}  // namespace strobe::kernels
