// SPDX-License-Identifier: BSD-3-Clause
//
// The process of a BLAS: it opens the library and executes the bench's requests. A crash of the
// library, and its environment variables, affect this process only.
#pragma once

#include <string>

namespace strobe::kernels::blas {

/// The path that stands for the built-in reference loops.
inline constexpr const char* reference_path = "";

/// Answers requests on `descriptor` until it is closed. `path` is the library's path.
void serve(int descriptor, const std::string& path, int threads);

}  // namespace strobe::kernels::blas
