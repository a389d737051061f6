# SPDX-License-Identifier: BSD-3-Clause
# Which release of Strobe this is. The version is read from where Python keeps it; a source tree that
# travels inside the installed package has no Python beside it and no history of its own, so
# cmake/installation.cmake leaves both in a file RELEASE there: the version, a space, the commit.
get_filename_component(_source "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(STROBE_RELEASE_FILE "${_source}/RELEASE")
if(EXISTS "${STROBE_RELEASE_FILE}")
  file(READ "${STROBE_RELEASE_FILE}" _release)
else()
  file(STRINGS "${_source}/python/strobe/__init__.py" _release REGEX "^__version__ = ")
endif()
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" STROBE_VERSION "${_release}")

# The target strobe_release offers <release.hpp>: version, commit, compiler and its flags. The commit is
# looked up at every build, and the header is written only when something in it has changed.
function(strobe_add_release_header)
  set(generated "${PROJECT_BINARY_DIR}/generated")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_directory_property(options COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "^-W|prefix-map|ggc-")
  list(JOIN options " " options)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${options}" flags)
  add_custom_target(strobe_release_header
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DRELEASE_FILE=${STROBE_RELEASE_FILE}"
            "-DOUTPUT=${generated}/release.hpp" "-DSTROBE_VERSION=${STROBE_VERSION}"
            "-DCOMPILER=${CMAKE_CXX_COMPILER_ID}" "-DCOMPILER_VERSION=${CMAKE_CXX_COMPILER_VERSION}"
            "-DCOMPILER_FLAGS=${flags}" -P "${PROJECT_SOURCE_DIR}/cmake/write_release_header.cmake"
    BYPRODUCTS "${generated}/release.hpp"
    COMMENT "" VERBATIM)
  add_library(strobe_release INTERFACE)
  add_dependencies(strobe_release strobe_release_header)
  target_include_directories(strobe_release INTERFACE "${generated}")
endfunction()
