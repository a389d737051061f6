# SPDX-License-Identifier: BSD-3-Clause
# Where things land. In the Python package (`pip install .`, SKBUILD) the bench lies beside the suites it
# reads, and the C++ sources travel along, since `strobe measure --mpi PATH` builds a bench for another MPI
# from them. Anywhere else the usual bin/ and share/ of a prefix.
include(GNUInstallDirs)

if(SKBUILD)
  set(_bench libexec)
  set(_data .)
else()
  set(_bench "${CMAKE_INSTALL_BINDIR}")
  set(_data "${CMAKE_INSTALL_DATADIR}/strobe")
endif()

# The bench finds the MPI that it was built with, wherever that is.
set_target_properties(strobe-bench PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS strobe-bench RUNTIME DESTINATION "${_bench}")
install(DIRECTORY suites schema DESTINATION "${_data}")

if(SKBUILD)
  include(commit)
  strobe_commit(_commit "${PROJECT_SOURCE_DIR}" "${STROBE_RELEASE_FILE}")
  file(WRITE "${PROJECT_BINARY_DIR}/RELEASE" "${STROBE_VERSION} ${_commit}\n")
  install(FILES CMakeLists.txt LICENSE "${PROJECT_BINARY_DIR}/RELEASE" DESTINATION source)
  install(DIRECTORY cmake src apps include suites schema DESTINATION source)
endif()
