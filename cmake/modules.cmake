# SPDX-License-Identifier: BSD-3-Clause
# strobe_module(folder [USES folder...]): a folder of src/, built by its own CMakeLists.txt, and what it may use.
#
# A module sees its own headers, those of the modules it uses, and what these use; no others are on its include path.
# Headers are named from src/ ("bcs/runtime/endpoint.hpp"), so src/ itself cannot be a directory of the include path:
# each module has one in the build directory instead, include/<module>/, which holds a symbolic link to its folder.
# Libraries of a module link the target strobe_<module>_headers, and so does a test of a module's internals. Why:
# docs/decisions/0007-include-paths-enforce-the-module-order.md.
function(strobe_module folder)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" "USES")
  string(REPLACE / _ name "${folder}")
  set(root "${PROJECT_BINARY_DIR}/include/${name}")
  cmake_path(GET folder PARENT_PATH parent)
  file(MAKE_DIRECTORY "${root}/${parent}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}/${folder}" "${root}/${folder}" SYMBOLIC)

  add_library(strobe_${name}_headers INTERFACE)
  target_include_directories(strobe_${name}_headers INTERFACE "${root}" "${PROJECT_SOURCE_DIR}/include")
  # Assertions and debuggers name a header as the tree does.
  target_compile_options(strobe_${name}_headers INTERFACE "-ffile-prefix-map=${root}/=src/")
  foreach(used IN LISTS module_USES)
    string(REPLACE / _ used "${used}")
    target_link_libraries(strobe_${name}_headers INTERFACE strobe_${used}_headers)
  endforeach()
  add_subdirectory(${folder})
endfunction()

# Some modules are also part of libraries that programs load: the BLACS, the BCS API and the runtime of `strobe run`.
# Their objects are compiled once, fit for a shared library that exports none of their names.
function(strobe_fit_for_shared_libraries)
  set_target_properties(${ARGV} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
