# SPDX-License-Identifier: BSD-3-Clause
# What the C++ half stands on. Everything is found, nothing is downloaded. Libraries are looked for all
# together, so that what is missing is named once, with the command that installs it; packaging/prepare.py
# reads the same list from missing-libraries.json in the build directory.
set(_missing "")
set(_missing_file "${PROJECT_BINARY_DIR}/missing-libraries.json")
file(REMOVE "${_missing_file}")

# Distributions cut one project into several packages, so what counts is the target.
macro(_strobe_library package target debian fedora spack)
  if(NOT "${package}" STREQUAL "")
    find_package(${package} CONFIG QUIET)
  endif()
  if(NOT TARGET ${target})
    string(REGEX REPLACE ".*::|strobe_" "" _name ${target})
    list(APPEND _missing ${_name})
    list(APPEND _missing_debian ${debian})
    list(APPEND _missing_fedora ${fedora})
    list(APPEND _missing_spack ${spack})
  endif()
endmacro()

_strobe_library(fmt fmt::fmt libfmt-dev fmt-devel fmt)
_strobe_library(nlohmann_json nlohmann_json::nlohmann_json nlohmann-json3-dev json-devel nlohmann-json)
_strobe_library(CLI11 CLI11::CLI11 libcli11-dev cli11-devel cli11)
_strobe_library(tomlplusplus tomlplusplus::tomlplusplus libtomlplusplus-dev tomlplusplus-devel tomlplusplus)
# hwloc comes without a CMake package.
find_path(HWLOC_INCLUDE hwloc.h)
find_library(HWLOC_LIBRARY hwloc)
if(HWLOC_INCLUDE AND HWLOC_LIBRARY)
  add_library(strobe_hwloc INTERFACE)
  target_include_directories(strobe_hwloc SYSTEM INTERFACE "${HWLOC_INCLUDE}")
  target_link_libraries(strobe_hwloc INTERFACE "${HWLOC_LIBRARY}")
endif()
_strobe_library("" strobe_hwloc libhwloc-dev hwloc-devel hwloc)
if(STROBE_BUILD_TESTS)
  _strobe_library(GTest GTest::gtest libgtest-dev gtest-devel googletest)
  _strobe_library(GTest GTest::gmock libgmock-dev gmock-devel googletest)
endif()

if(_missing)
  list(JOIN _missing ", " _names)
  list(JOIN _missing_debian " " _apt)
  list(JOIN _missing_fedora " " _dnf)
  list(JOIN _missing_spack " " _spack)
  file(WRITE "${_missing_file}"
    "{\"names\": \"${_names}\", \"apt\": \"${_apt}\", \"dnf\": \"${_dnf}\", \"spack\": \"${_spack}\"}\n")
  message(FATAL_ERROR " C++ libraries are missing: ${_names}; install them with 'apt install ${_apt}', "
    "'dnf install ${_dnf}' or 'spack install ${_spack}'")
endif()

find_package(Threads REQUIRED)
if(MPI_CXX_COMPILER)
  set(STROBE_MPI_WRAPPER "${MPI_CXX_COMPILER}")
else()
  find_program(STROBE_MPI_WRAPPER mpicxx HINTS "${MPI_HOME}" ENV MPI_HOME PATH_SUFFIXES bin)
endif()
# A wrapper compiler prints the path of its own folder without quotes. If that has a blank, FindMPI cannot read it, and
# gets the paths of the header and the library from here.
if(STROBE_MPI_WRAPPER MATCHES " .*/bin/mpicxx$")
  string(REGEX REPLACE "/bin/mpicxx$" "" _mpi "${STROBE_MPI_WRAPPER}")
  set(MPI_CXX_COMPILER_INCLUDE_DIRS "${_mpi}/include" CACHE STRING "")
  set(MPI_CXX_LIB_NAMES mpi CACHE STRING "")
  set(MPI_mpi_LIBRARY "${_mpi}/lib/libmpi.so" CACHE FILEPATH "")
endif()
# A launcher starts programs of its own MPI only. Where there are several, mpiexec on PATH may be another one's, and
# Debian gives a wrapper and its launcher the same suffix.
if(STROBE_MPI_WRAPPER)
  cmake_path(GET STROBE_MPI_WRAPPER PARENT_PATH _mpi_programs)
  string(REGEX MATCH "\\.(mpich|openmpi)$" _mpi_suffix "${STROBE_MPI_WRAPPER}")
  find_program(MPIEXEC_EXECUTABLE "mpiexec${_mpi_suffix}" HINTS "${_mpi_programs}" NO_DEFAULT_PATH)
endif()
find_package(MPI COMPONENTS CXX)
if(NOT MPI_CXX_FOUND)
  # Distributions cut an MPI in two, and the half that runs programs may have the wrapper.
  if(STROBE_MPI_WRAPPER)
    message(FATAL_ERROR " ${STROBE_MPI_WRAPPER} compiles no MPI program; if its headers are missing, 'apt install "
      "libopenmpi-dev' or 'libmpich-dev' brings them")
  endif()
  message(FATAL_ERROR " No MPI was found: put its mpicxx on PATH, set MPI_HOME, or run 'make setup', "
    "which installs MPICH into the project's own environment")
endif()

include(mpi_flavour)

# A second message layer, where it is installed.
find_package(PVM QUIET)
if(NOT PVM_FOUND)
  message(STATUS "PVM was not found, so strobe-bench-pvm is left out; 'apt install pvm pvm-dev' brings it")
endif()

# Debian's toml++ and fmt are shared libraries; what is shipped must run without them, so both are taken
# as headers. Those of fmt are declarations alone: what they declare is compiled in src/base.
get_target_property(_toml_headers tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
add_library(strobe_toml INTERFACE)
target_include_directories(strobe_toml SYSTEM INTERFACE ${_toml_headers})
target_compile_definitions(strobe_toml INTERFACE TOML_HEADER_ONLY=1)
get_target_property(_fmt_headers fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
add_library(strobe_fmt INTERFACE)
target_include_directories(strobe_fmt SYSTEM INTERFACE ${_fmt_headers})
