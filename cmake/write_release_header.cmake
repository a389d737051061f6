# SPDX-License-Identifier: BSD-3-Clause
# Run at every build (cmake/release.cmake): writes release.hpp, and leaves it alone when nothing changed.
include("${CMAKE_CURRENT_LIST_DIR}/commit.cmake")
strobe_commit(COMMIT "${SOURCE}" "${RELEASE_FILE}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/release.hpp.in" "${OUTPUT}" @ONLY)
