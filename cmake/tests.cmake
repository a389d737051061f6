# SPDX-License-Identifier: BSD-3-Clause
# Six ways to add a test:
#
#   strobe_add_unit_test(name SOURCES a.cpp LIBRARIES strobe_base LABELS KIND)
#   strobe_add_mpi_test(name RANKS 1 2 3 4 SOURCES a.cpp LIBRARIES strobe_layer_mpi [LABELS ...]
#                       [SANITIZED KIND | EXHAUSTIVE])
#   strobe_add_mpi_run(program RANKS 2 [NAME ...] [ARGUMENTS ...] [LABELS ...] [EXHAUSTIVE] [DISORDERLY])
#   strobe_add_coscheduled_run(program RANKS 2 3 [MODE fast] [NODES 2] [FLAVOUR abi] [ARGUMENTS ...]
#                              [EXHAUSTIVE] [DISORDERLY])
#   strobe_add_pvm_test(name TASKS 1 2 3 4 SOURCES a.cpp LIBRARIES strobe_layer_pvm)
#   strobe_add_pvm_run(program TASKS 1 2 3 4 [ARGUMENTS ...] [LABELS ...] [EXHAUSTIVE])
#
# A unit test runs in one process without MPI. An MPI test is one test of ctest for each number of ranks. Both are
# programs of GoogleTest, which write their cases into gtest/<test>.xml of the build directory. A run is that of a
# program which is no test: it passes when it ends with 0. A coscheduled run is one under the runtime of `strobe run`,
# of a program that knows nothing of it; its ranks may be dealt out to nodes that are pretended.
# What ends in disorder is started by STROBE_TIDY, since its MPI removes nothing then.
# A PVM test is one for each number of tasks, and starts and halts a virtual machine of its own; without PVM it is
# a skipped test that names what would bring it; 0 tasks are as many as the program makes itself.
#
# Labels: 'unit', 'mpi', 'pvm'; of unit tests also one of six kinds: 'threads' is what shares memory between threads,
# 'scheduling' what plans and simulates communication, 'matching' the protocol of the runtime, 'computing' the kernels
# that pass no messages, 'communicating' the BLACS, 'measuring' all else; 'exhaustive' is what `make check-all` runs and
# `make check` does not: what was added as EXHAUSTIVE, and of a test's numbers of ranks those that are not everyday ones.
#
# Each day `make check` runs one kind of unit tests under a sanitizer, threads under that for threads, the others under
# that for addresses, and the other kinds without. MPI tests that are SANITIZED are of the named kind under the address
# sanitizer.
#
# What is compiled once more, over PVM, for the standard ABI of MPI or with a BLACS of wider integers, takes turns in
# `make check` (packaging/check.py): strobe_build_in_turn(pvm|abi|blacs64 targets...); its tests have that label.
#
# Targets: unit_programs, mpi_programs, and for each kind threads_tests and so on, are what tests with these labels run,
# test_programs all of it, exhaustive_programs what only `make check-all` runs, coscheduled_programs what is there to
# test the runtime, pvm_programs, abi_programs and blacs64_programs what takes turns. The build directories of the
# sanitizers hold only these; elsewhere 'all' leaves out unit_programs, exhaustive_programs and what takes turns.
cmake_host_system_information(RESULT _cores QUERY NUMBER_OF_LOGICAL_CORES)
set(_kinds_of_unit_tests threads scheduling measuring computing communicating matching)
list(TRANSFORM _kinds_of_unit_tests APPEND _tests OUTPUT_VARIABLE _tests_by_kind)
foreach(_group unit_programs mpi_programs ${_tests_by_kind} test_programs exhaustive_programs coscheduled_programs
               pvm_programs abi_programs blacs64_programs)
  add_custom_target(${_group})
endforeach()
add_dependencies(test_programs unit_programs mpi_programs)

set(STROBE_TEST_TIMEOUT_S 400)

find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(STROBE_TIDY ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tests/tidy.py")

# Test processes outnumber cores on a small machine. MPICH then spins through whole time slices (a barrier
# of 4 ranks on 2 cores takes 8 ms against 0.15 ms with its throttle); Open MPI refuses to start, and it
# refuses root, until it is told otherwise. Each ignores what is meant for the other.
set(_launch_environment
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe)
set(_oversubscribed_environment
  MPIR_CVAR_CH4_PROGRESS_THROTTLE=1 MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT=100)

# Open MPI's wrapper asks for threads. A precompiled header must agree with its users in that, so all tests do.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-pthread>)

# gmock's headers, compiled beforehand for all tests: to read them takes longer than most of a test's own lines. It
# must not define what some test does not, so that no MPI is in it.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_headers.cpp" CONTENT "// the precompiled header alone\n")
add_library(strobe_test_headers OBJECT "${PROJECT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(strobe_test_headers PRIVATE GTest::gmock)
target_precompile_headers(strobe_test_headers PRIVATE <gmock/gmock.h>)
strobe_compile_quickly(strobe_test_headers)

# The main of MPI tests.
add_library(strobe_mpi_main STATIC "${PROJECT_SOURCE_DIR}/tests/cpp/mpi_main.cpp")
target_link_libraries(strobe_mpi_main PUBLIC GTest::gmock MPI::MPI_CXX)
target_precompile_headers(strobe_mpi_main REUSE_FROM strobe_test_headers)
strobe_compile_quickly(strobe_mpi_main)

# The numbers of ranks (or tasks) that `make check` runs: powers of two and odd numbers are where patterns differ.
# A test that has none of them runs on its first number.
if(STROBE_SANITIZERS)
  set(_everyday_ranks 1 3)
else()
  set(_everyday_ranks 1 2 4)
endif()
set(_everyday_coscheduled_ranks 3)
set(STROBE_EVERYDAY_TASKS 2)
# strobe_exhaustive(result ranks all [everyday...]): the flag EXHAUSTIVE for `ranks`, one of `all`, unless `make check`
# runs it every day.
function(strobe_exhaustive result ranks all)
  set(everyday ${ARGN})
  if(NOT everyday)
    set(everyday ${_everyday_ranks})
  endif()
  set(flag EXHAUSTIVE)
  list(GET all 0 first)
  foreach(number IN LISTS all)
    if(number IN_LIST everyday)
      set(first "")
    endif()
  endforeach()
  if(ranks IN_LIST everyday OR ranks STREQUAL first)
    set(flag "")
  endif()
  set(${result} ${flag} PARENT_SCOPE)
endfunction()

# strobe_sanitized_label(result kind): the label of what is no unit test and is of the kind under the address sanitizer.
function(strobe_sanitized_label result kind)
  set(${result} "" PARENT_SCOPE)
  if(STROBE_SANITIZERS MATCHES "address")
    set(${result} ${kind} PARENT_SCOPE)
  endif()
endfunction()

# `make check` has no use for it.
function(strobe_build_for_all_checks program)
  add_dependencies(exhaustive_programs ${program})
  set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()

function(strobe_build_in_turn part)
  add_dependencies(${part}_programs ${ARGN})
  set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()
if(PVM_FOUND)
  strobe_build_in_turn(pvm strobe_layer_pvm strobe_kernels_pvm strobe-bench-pvm strobe_blacs_pvm_objects strobe_blacs_pvm
                       strobe_blacs_pvm_shared)
endif()
if(STROBE_MPI_HAS_ABI)
  strobe_build_in_turn(abi strobe_run_abi)
endif()
strobe_build_in_turn(blacs64 strobe_blacs64_objects strobe_blacs64 strobe_blacs64_shared)

function(_strobe_test_executable name main sources libraries labels)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${libraries} ${main} GTest::gmock)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/cpp")
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/tests")
  target_precompile_headers(${name} REUSE_FROM strobe_test_headers)
  strobe_compile_quickly(${name})
  foreach(kind IN LISTS _kinds_of_unit_tests)
    if(kind IN_LIST labels)
      add_dependencies(${kind}_tests ${name})
    endif()
  endforeach()
endfunction()

# What is EXHAUSTIVE `make check` meets under the sanitizer of its kind alone.
function(strobe_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXHAUSTIVE" "" "SOURCES;LIBRARIES;LABELS")
  set(everyday_labels ${test_LABELS})
  if(test_EXHAUSTIVE AND NOT STROBE_SANITIZERS)
    set(everyday_labels "")
    list(APPEND test_LABELS exhaustive)
  endif()
  _strobe_test_executable(${name} GTest::gtest_main "${test_SOURCES}" "${test_LIBRARIES}" "${everyday_labels}")
  add_dependencies(unit_programs ${name})
  if(NOT STROBE_SANITIZERS)
    # What runs under a sanitizer today need not be compiled twice.
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  if(STROBE_SANITIZERS STREQUAL "thread" AND NOT "threads" IN_LIST test_LABELS)
    return()
  endif()
  if(STROBE_SANITIZERS MATCHES "address" AND "threads" IN_LIST test_LABELS)
    list(APPEND test_LABELS exhaustive)
  endif()
  set(processors 1)
  # Under the thread sanitizer, which slows all of it, two are run side by side.
  if("threads" IN_LIST test_LABELS AND NOT STROBE_SANITIZERS STREQUAL "thread")
    set(processors 2)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  # UCX, which an MPI brings, looks into the end of a thread, where the thread sanitizer has left it already.
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${STROBE_TEST_TIMEOUT_S} PROCESSORS ${processors} LABELS "unit;${test_LABELS}"
    ENVIRONMENT "UCX_MEM_MMAP_HOOK_MODE=none;GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/gtest/${name}.xml")
endfunction()

function(strobe_add_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXHAUSTIVE" "SANITIZED" "RANKS;SOURCES;LIBRARIES;LABELS")
  if(test_SANITIZED)
    strobe_sanitized_label(kind ${test_SANITIZED})
    list(APPEND test_LABELS ${kind})
  elseif(STROBE_SANITIZERS)
    set(test_EXHAUSTIVE ON)
  endif()
  _strobe_test_executable(${name} strobe_mpi_main "${test_SOURCES}" "${test_LIBRARIES}" "${test_LABELS}")
  add_dependencies(mpi_programs ${name})
  if(test_EXHAUSTIVE)
    strobe_build_for_all_checks(${name})
  endif()
  foreach(ranks IN LISTS test_RANKS)
    strobe_exhaustive(exhaustive ${ranks} "${test_RANKS}")
    if(test_EXHAUSTIVE)
      set(exhaustive EXHAUSTIVE)
    endif()
    strobe_add_mpi_run(${name} RANKS ${ranks} LABELS ${test_LABELS} ${exhaustive})
  endforeach()
endfunction()

function(strobe_add_mpi_run name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXHAUSTIVE;DISORDERLY" "RANKS;NAME" "ARGUMENTS;LABELS")
  set(labels mpi ${test_LABELS})
  if(test_EXHAUSTIVE)
    list(APPEND labels exhaustive)
  endif()
  set(tidy "")
  if(test_DISORDERLY)
    set(tidy ${STROBE_TIDY})
  endif()
  if(NOT test_NAME)
    set(test_NAME ${name})
  endif()
  set(run ${test_NAME}.${test_RANKS}_ranks)
  set(environment ${_launch_environment} "GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/gtest/${run}.xml")
  if(test_RANKS GREATER _cores)
    list(APPEND environment ${_oversubscribed_environment})
  endif()
  add_test(NAME ${run}
    COMMAND ${tidy} ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${test_RANKS} ${MPIEXEC_PREFLAGS}
            $<TARGET_FILE:${name}> ${MPIEXEC_POSTFLAGS} ${test_ARGUMENTS})
  set_tests_properties(${run} PROPERTIES
    ENVIRONMENT "${environment}" PROCESSORS ${test_RANKS} TIMEOUT ${STROBE_TEST_TIMEOUT_S} LABELS "${labels}")
endfunction()

# The MPI that the runtime opens for a program of the BCS API. PyPI's libmpi.so is a script for the linker.
if(MPI_CXX_LIBRARIES)
  list(GET MPI_CXX_LIBRARIES 0 _mpi_to_open)
  file(REAL_PATH "${_mpi_to_open}" _mpi_to_open)
  if(_mpi_to_open MATCHES "[.]so$")
    file(GLOB _versions "${_mpi_to_open}.[0-9]*")
    list(APPEND _versions "${_mpi_to_open}")
    list(GET _versions 0 _mpi_to_open)
  endif()
endif()

# A sanitizer wants to be loaded before all else, so that nothing is preloaded under one.
function(strobe_add_coscheduled_run name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXHAUSTIVE;DISORDERLY;PROGRESS" "MODE;NODES;FLAVOUR;NAME" "RANKS;ARGUMENTS")
  set(labels coscheduled ${test_FLAVOUR})
  if(NOT test_NAME)
    set(test_NAME ${name})
  endif()
  if(NOT test_FLAVOUR)
    set(test_FLAVOUR "${STROBE_MPI_FLAVOUR}")
  endif()
  if(STROBE_SANITIZERS OR NOT TARGET strobe_run_${test_FLAVOUR})
    return()
  endif()
  if(NOT test_MODE)
    set(test_MODE deterministic)
  endif()
  set(how "")
  foreach(option EXHAUSTIVE DISORDERLY)
    if(test_${option})
      list(APPEND how ${option})
    endif()
  endforeach()
  set(run "${test_NAME}.coscheduled.${test_MODE}")
  set(nodes "")
  if(test_NODES)
    string(APPEND run ".${test_NODES}_nodes")
    set(nodes STROBE_NODES=${test_NODES})
  endif()
  set(progress "")
  if(test_PROGRESS)
    string(APPEND run ".progress")
    # An exception or longjmp out of an error handler leaves MPICH 5.0.2 locked if it provides MPI_THREAD_MULTIPLE.
    set(progress STROBE_PROGRESS=thread "GTEST_FILTER=-*MayThrowThroughTheCall:*MayLeaveTheCallForGood")
  endif()
  foreach(ranks IN LISTS test_RANKS)
    strobe_exhaustive(exhaustive ${ranks} "${test_RANKS}" ${_everyday_coscheduled_ranks})
    strobe_add_mpi_run(${name} RANKS ${ranks} NAME ${run} ARGUMENTS ${test_ARGUMENTS} LABELS ${labels}
                       ${how} ${exhaustive})
    # ld.so splits LD_PRELOAD at blanks, but not the folders in which it looks for a name. It ignores a library that it
    # does not find, and most programs pass without the runtime, too.
    set_property(TEST ${run}.${ranks}_ranks APPEND PROPERTY ENVIRONMENT
      "LD_PRELOAD=$<TARGET_FILE_NAME:strobe_run_${test_FLAVOUR}>" STROBE_MODE=${test_MODE} ${nodes} ${progress}
      "STROBE_MPI_LIBRARY=${_mpi_to_open}")
    set_property(TEST ${run}.${ranks}_ranks APPEND PROPERTY ENVIRONMENT_MODIFICATION
      "LD_LIBRARY_PATH=path_list_prepend:$<TARGET_FILE_DIR:strobe_run_${test_FLAVOUR}>")
    set_property(TEST ${run}.${ranks}_ranks APPEND PROPERTY FAIL_REGULAR_EXPRESSION "cannot be preloaded")
  endforeach()
  # Not of ${name}, which may be wanted without it. To compile the runtime for one more MPI takes a minute.
  add_dependencies(coscheduled_programs strobe_run_${test_FLAVOUR})
endfunction()

function(strobe_add_pvm_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "TASKS;SOURCES;LIBRARIES")
  if(PVM_FOUND AND NOT STROBE_SANITIZERS STREQUAL "thread")
    _strobe_test_executable(${name} GTest::gtest "${PROJECT_SOURCE_DIR}/tests/cpp/pvm_main.cpp;${test_SOURCES}"
      "${test_LIBRARIES}" "")
    add_dependencies(mpi_programs ${name})
    strobe_build_in_turn(pvm ${name})
  endif()
  foreach(tasks IN LISTS test_TASKS)
    strobe_exhaustive(exhaustive ${tasks} "${test_TASKS}" ${STROBE_EVERYDAY_TASKS})
    strobe_add_pvm_run(${name} TASKS ${tasks} ${exhaustive})
  endforeach()
endfunction()

function(strobe_add_pvm_run name)
  cmake_parse_arguments(PARSE_ARGV 1 test "EXHAUSTIVE" "" "TASKS;ARGUMENTS;LABELS")
  if(STROBE_SANITIZERS STREQUAL "thread")
    return()
  endif()
  if(NOT PVM_FOUND)
    set(missing "${name}: PVM is missing, 'apt install pvm pvm-dev' brings it")
    if(NOT TEST "${missing}")
      add_test(NAME "${missing}" COMMAND ${CMAKE_COMMAND} -E echo skipped)
      set_tests_properties("${missing}" PROPERTIES SKIP_REGULAR_EXPRESSION skipped LABELS pvm)
    endif()
    return()
  endif()
  if(STROBE_SANITIZERS)
    get_target_property(sources ${name} SOURCES)
    if(NOT "${PROJECT_SOURCE_DIR}/tests/cpp/pvm_leaks.cpp" IN_LIST sources)
      target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/cpp/pvm_leaks.cpp")
    endif()
  endif()
  set(labels pvm ${test_LABELS})
  if(test_EXHAUSTIVE OR STROBE_SANITIZERS)
    list(APPEND labels exhaustive)
  endif()
  foreach(tasks IN LISTS test_TASKS)
    set(number -n ${tasks})
    if(tasks EQUAL 0)
      set(number "")
    endif()
    add_test(NAME ${name}.${tasks}_tasks
      COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/python/strobe/launch/virtual_machine.py"
              ${number} -- $<TARGET_FILE:${name}> ${test_ARGUMENTS})
    set_tests_properties(${name}.${tasks}_tasks PROPERTIES
      ENVIRONMENT "PVM_ALLOW_ROOT=1" PROCESSORS ${tasks} TIMEOUT ${STROBE_TEST_TIMEOUT_S} LABELS "${labels}")
  endforeach()
endfunction()
