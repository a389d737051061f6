# SPDX-License-Identifier: BSD-3-Clause
# How everything is compiled: C++20 for the baseline instruction set (kernels that want more ask for it
# themselves), with the warnings and the instruments that the presets choose.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion)
if(NOT CMAKE_UNITY_BUILD)
  # Where several files are compiled as one, a name of one file is no mistake in another.
  add_compile_options(-Wshadow)
endif()
# All sources of a target are compiled as one file. A short message takes some hundred instructions of ours, of
# which a sixth are calls between files.
function(strobe_compile_as_one target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()
# What is not timed needs no full optimisation, which takes half as long again: tests, which are compiled for a few
# runs, and programs that only plan and print. The linker keeps one copy of an inline function, so code that is timed
# must come first where both have it.
function(strobe_compile_quickly)
  foreach(target IN LISTS ARGV)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endforeach()
endfunction()
# At its default limits GCC collects its garbage so often that a compile takes a tenth longer. With these limits a
# compile takes up to 1.3 GB instead of 1.0 GB.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-expand=100>"
                    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=600000>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees uninitialised members where it inlines std::variant (bug 105562 and its relatives).
  add_compile_options(-Wno-maybe-uninitialized)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # GCC's -Wconversion does not include it for C++.
  add_compile_options(-Wno-sign-conversion)
  # Loops that compilers vectorise compute both sides of a condition.
  add_compile_options(-Wno-bitwise-instead-of-logical)
  # std::stable_sort of libstdc++ 12 calls a function that libstdc++ itself deprecates.
  add_compile_options(-Wno-deprecated-declarations)
endif()
# A designated initialiser names what differs from the default; the rest is meant.
add_compile_options(-Wno-missing-field-initializers)
if(STROBE_WARNINGS_ARE_ERRORS)
  add_compile_options(-Werror)
endif()
# Messages of assertions name files as the tree does, wherever it was built.
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")

if(STROBE_SANITIZERS)
  # The address sanitizer stops at null pointers and outside objects too: to look before each access
  # as well takes a fifth of the time of compiling.
  set(_sanitize "-fsanitize=${STROBE_SANITIZERS}" -fno-sanitize=null,object-size,vptr -fno-omit-frame-pointer)
  add_compile_options(${_sanitize} -fno-sanitize-recover=all)
  add_link_options(${_sanitize})
endif()
if(STROBE_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
