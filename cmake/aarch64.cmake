# SPDX-License-Identifier: BSD-3-Clause
# The toolchain of the preset aarch64: Debian's cross compiler, the libraries that packaging/aarch64.py unpacks into
# build/aarch64-libraries, and qemu's user mode for programs that run here.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# The compiler of this machine would be found.
set(CMAKE_Fortran_COMPILER "")

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH _root)
set(STROBE_AARCH64_LIBRARIES "${_root}/build/aarch64-libraries")
set(_c_library /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH "${STROBE_AARCH64_LIBRARIES}" ${_c_library})
# Where Debian keeps the headers that differ between processors.
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES "${STROBE_AARCH64_LIBRARIES}/usr/include/aarch64-linux-gnu")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${_c_library}
  -E "LD_LIBRARY_PATH=${STROBE_AARCH64_LIBRARIES}/usr/lib/aarch64-linux-gnu")

# The wrapper of the MPI is a script, so this machine can ask it for its paths.
set(MPI_CXX_COMPILER "${STROBE_AARCH64_LIBRARIES}/mpi/bin/mpicxx" CACHE FILEPATH "")
set(MPI_HOME "${STROBE_AARCH64_LIBRARIES}/mpi" CACHE PATH "")
