// SPDX-License-Identifier: BSD-3-Clause
//
// The process in which a BLAS lives: it opens the library and does what the bench asks. What the
// library breaks, and what it reads from its environment, stays in here.
#pragma once

#include <string>

namespace strobe::kernels::blas {

/// The library that is built in: the reference loops.
inline constexpr const char* reference_path = "";

/// Answers requests on `descriptor` until it is closed. `path` is that of the library.
void serve(int descriptor, const std::string& path, int threads);

}  // namespace strobe::kernels::blas
