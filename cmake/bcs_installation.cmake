# SPDX-License-Identifier: BSD-3-Clause
# What programs of the BCS API find in a prefix: the library, its headers for C and C++, the CMake package
# (strobe::bcs and strobe::bcs_static, which need no MPI) and a file for pkg-config. Alone:
# cmake --install BUILD --component bcs.
include(library_installation)

strobe_install_library(strobe_bcs bcs "The BCS API on simulated machines and as real processes" "" " -ldl")
install(FILES include/strobe/bcs.h include/strobe/bcs_core.h include/strobe/bcs_run.h include/strobe/bcs_simulation.h
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strobe" COMPONENT bcs)
install(EXPORT strobe-bcs FILE strobe-bcs-targets.cmake NAMESPACE strobe:: DESTINATION "${STROBE_PACKAGE}"
  COMPONENT bcs)
