# SPDX-License-Identifier: BSD-3-Clause
# PVM, the Parallel Virtual Machine: Debian's pvm-dev, or what lies below PVM_ROOT. Defines the target
# PVM::PVM, its library of groups included.
find_path(PVM_INCLUDE_DIR pvm3.h HINTS "$ENV{PVM_ROOT}/include")
find_library(PVM_LIBRARY pvm3 HINTS "$ENV{PVM_ROOT}/lib" PATH_SUFFIXES LINUX64)
find_library(PVM_GROUP_LIBRARY gpvm3 HINTS "$ENV{PVM_ROOT}/lib" PATH_SUFFIXES LINUX64)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PVM DEFAULT_MSG PVM_LIBRARY PVM_GROUP_LIBRARY PVM_INCLUDE_DIR)
mark_as_advanced(PVM_INCLUDE_DIR PVM_LIBRARY PVM_GROUP_LIBRARY)

if(PVM_FOUND AND NOT TARGET PVM::PVM)
  add_library(PVM::PVM INTERFACE IMPORTED)
  target_include_directories(PVM::PVM SYSTEM INTERFACE "${PVM_INCLUDE_DIR}")
  target_link_libraries(PVM::PVM INTERFACE "${PVM_GROUP_LIBRARY}" "${PVM_LIBRARY}")
endif()
