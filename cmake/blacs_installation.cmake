# SPDX-License-Identifier: BSD-3-Clause
# What programs that link the BLACS find in a prefix: the libraries, the headers for C and C++, the Fortran module, a
# CMake package (strobe::blacs and strobe::blacs_static) and files for pkg-config. The Python package has none of it.
# Alone: cmake --install BUILD --component blacs. Integers of 64 bits (strobe::blacs64) and the library over PVM
# (strobe::blacs_pvm) are components of their own beside it, blacs64 and blacs-pvm.
include(library_installation)

strobe_install_library(strobe_blacs blacs "The BLACS over MPI, with integers of 32 bits" "" "")
strobe_install_library(strobe_blacs64 blacs64 "The BLACS over MPI, with integers of 64 bits" " -DSTROBE_BLACS_ILP64" "")

install(FILES include/strobe/blacs.h include/strobe/blacs.hpp include/strobe/blacs_extensions.h include/strobe/error.hpp
  include/strobe/strobe_blacs.F90
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strobe" COMPONENT blacs)
install(DIRECTORY include/strobe/blacs DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strobe" COMPONENT blacs)
install(EXPORT strobe-blacs FILE strobe-targets.cmake NAMESPACE strobe:: DESTINATION "${STROBE_PACKAGE}"
  COMPONENT blacs)
install(EXPORT strobe-blacs64 FILE strobe-blacs64-targets.cmake NAMESPACE strobe:: DESTINATION "${STROBE_PACKAGE}"
  COMPONENT blacs64)
if(PVM_FOUND)
  strobe_install_library(strobe_blacs_pvm blacs-pvm "The BLACS over PVM" " -DSTROBE_BLACS_PVM" " -lgpvm3 -lpvm3")
  install(EXPORT strobe-blacs-pvm FILE strobe-pvm-targets.cmake NAMESPACE strobe:: DESTINATION "${STROBE_PACKAGE}"
    COMPONENT blacs-pvm)
endif()
