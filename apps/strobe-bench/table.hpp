// SPDX-License-Identifier: BSD-3-Clause
//
// Results as text on standard output, in the forms that people and scripts read.
#pragma once

#include <span>
#include <string>

#include "measure/kernel.hpp"
#include "measure/plan.hpp"
#include "options.hpp"

namespace strobe::bench {

/// The medians of a finished plan as a table, as OSU's tools print theirs, or as CSV.
[[nodiscard]] std::string format_results(const measure::Plan& plan, Format format);

/// What --list prints for a person.
[[nodiscard]] std::string format_catalogue(std::span<const measure::KernelInfo* const> kernels);

}  // namespace strobe::bench
