# SPDX-License-Identifier: BSD-3-Clause
# What programs that link the BLACS find in a prefix: the libraries, the headers for C and C++, a CMake package
# (strobe::blacs, strobe::blacs64, and _static ones of each) and files for pkg-config. The Python package
# has none of it. Alone: cmake --install BUILD --component blacs. Those over PVM (strobe::blacs_pvm) are a
# component of their own, blacs-pvm, beside it.
include(CMakePackageConfigHelpers)

function(_strobe_install_blacs name component about flags libraries)
  string(REPLACE strobe_ "" exported ${name})
  set_target_properties(${name}_shared PROPERTIES EXPORT_NAME ${exported})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported}_static)
  install(TARGETS ${name}_shared ${name} EXPORT strobe-${component}
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component} NAMELINK_COMPONENT ${component}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component})
  set(STROBE_BLACS ${name})
  set(STROBE_BLACS_ABOUT "${about}")
  set(STROBE_BLACS_FLAGS "${flags}")
  set(STROBE_BLACS_LIBRARIES "${libraries}")
  # A prefix may be moved.
  file(RELATIVE_PATH STROBE_BLACS_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /)
  string(REPLACE _ - file ${name})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/strobe-blacs.pc.in" "${PROJECT_BINARY_DIR}/${file}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${file}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT ${component})
endfunction()

_strobe_install_blacs(strobe_blacs blacs "over MPI, with integers of 32 bits" "" "")
_strobe_install_blacs(strobe_blacs64 blacs "over MPI, with integers of 64 bits" " -DSTROBE_BLACS_ILP64" "")

install(FILES include/strobe/blacs.h include/strobe/blacs.hpp include/strobe/blacs_extensions.h include/strobe/error.hpp
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strobe" COMPONENT blacs)
install(DIRECTORY include/strobe/blacs DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/strobe" COMPONENT blacs)
set(_package "${CMAKE_INSTALL_LIBDIR}/cmake/strobe")
install(EXPORT strobe-blacs FILE strobe-targets.cmake NAMESPACE strobe:: DESTINATION "${_package}" COMPONENT blacs)
if(PVM_FOUND)
  _strobe_install_blacs(strobe_blacs_pvm blacs-pvm "over PVM" " -DSTROBE_BLACS_PVM" " -lgpvm3 -lpvm3")
  install(EXPORT strobe-blacs-pvm FILE strobe-pvm-targets.cmake NAMESPACE strobe:: DESTINATION "${_package}"
    COMPONENT blacs-pvm)
endif()
configure_package_config_file(cmake/strobe-config.cmake.in "${PROJECT_BINARY_DIR}/strobe-config.cmake"
  INSTALL_DESTINATION "${_package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/strobe-config-version.cmake"
  COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/strobe-config.cmake" "${PROJECT_BINARY_DIR}/strobe-config-version.cmake"
  DESTINATION "${_package}" COMPONENT blacs)
