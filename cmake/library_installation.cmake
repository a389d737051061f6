# SPDX-License-Identifier: BSD-3-Clause
# strobe_install_library(name component about flags libraries): a library that programs link, static and
# shared, for CMake (strobe::bcs of strobe_bcs, and strobe::bcs_static) and for pkg-config (strobe-bcs). The
# flags and libraries are those that a program needs beside its own.
include(CMakePackageConfigHelpers)
set(STROBE_PACKAGE "${CMAKE_INSTALL_LIBDIR}/cmake/strobe")

function(strobe_install_library name component about flags libraries)
  string(REPLACE strobe_ "" exported ${name})
  set_target_properties(${name}_shared PROPERTIES EXPORT_NAME ${exported})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported}_static)
  install(TARGETS ${name}_shared ${name} EXPORT strobe-${component}
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component} NAMELINK_COMPONENT ${component}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component})
  set(STROBE_LIBRARY ${name})
  set(STROBE_ABOUT "${about}")
  set(STROBE_FLAGS "${flags}")
  set(STROBE_LIBRARIES "${libraries}")
  # A prefix may be moved.
  file(RELATIVE_PATH STROBE_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /)
  string(REPLACE _ - file ${name})
  configure_file("${PROJECT_SOURCE_DIR}/cmake/strobe-library.pc.in" "${PROJECT_BINARY_DIR}/${file}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${file}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT ${component})
endfunction()

# What find_package(strobe) reads; each component that can be installed alone has it.
configure_package_config_file(cmake/strobe-config.cmake.in "${PROJECT_BINARY_DIR}/strobe-config.cmake"
  INSTALL_DESTINATION "${STROBE_PACKAGE}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/strobe-config-version.cmake"
  COMPATIBILITY SameMajorVersion)
foreach(component blacs bcs)
  install(FILES "${PROJECT_BINARY_DIR}/strobe-config.cmake" "${PROJECT_BINARY_DIR}/strobe-config-version.cmake"
    DESTINATION "${STROBE_PACKAGE}" COMPONENT ${component})
endforeach()
