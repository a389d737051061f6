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

# The bench finds the MPI that it was built with, wherever that is: also inside this tree (.venv), which is
# why INSTALL_RPATH_USE_LINK_PATH does not do. A wheel for other machines has STROBE_MPI_OF_ENVIRONMENT: its bench finds
# the MPI that is installed in the same Python environment, in lib/ above lib/python3.11/site-packages/strobe/libexec.
option(STROBE_MPI_OF_ENVIRONMENT "Look for the MPI in the Python environment that the wheel is installed in" OFF)
if(STROBE_MPI_OF_ENVIRONMENT)
  set_property(TARGET strobe-bench APPEND PROPERTY INSTALL_RPATH "$ORIGIN/../../../..")
  # The wrapper of an MPI may name its own folder.
  set_property(TARGET MPI::MPI_CXX PROPERTY INTERFACE_LINK_OPTIONS "")
else()
  foreach(_library IN LISTS MPI_CXX_LIBRARIES)
    get_filename_component(_folder "${_library}" DIRECTORY)
    if(_folder AND NOT _folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
      set_property(TARGET strobe-bench APPEND PROPERTY INSTALL_RPATH "${_folder}")
    endif()
  endforeach()
endif()
install(TARGETS strobe-bench strobe-blas strobe-schedule strobe-simulate RUNTIME DESTINATION "${_bench}")
# It measures our BLACS, which are a library of a prefix and lie beside the bench in the Python package.
if(SKBUILD)
  install(TARGETS strobe_blacs_shared LIBRARY DESTINATION "${_bench}" NAMELINK_SKIP)
  set(_blacs "$ORIGIN")
else()
  file(RELATIVE_PATH _blacs "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set(_blacs "$ORIGIN/${_blacs}")
endif()
set_property(TARGET strobe-bench APPEND PROPERTY INSTALL_RPATH "${_blacs}")
if(PVM_FOUND)
  install(TARGETS strobe-bench-pvm RUNTIME DESTINATION "${_bench}")
endif()
# What `strobe run` loads into programs lies beside the bench in the Python package.
if(SKBUILD)
  set(_loaded "${_bench}")
else()
  set(_loaded "${CMAKE_INSTALL_LIBDIR}")
endif()
get_target_property(_runtimes strobe_run STROBE_LIBRARIES)
if(_runtimes)
  install(TARGETS ${_runtimes} LIBRARY DESTINATION "${_loaded}")
endif()
install(DIRECTORY suites schema DESTINATION "${_data}")

# Man pages and completions, where man, bash-completion, zsh and fish look for them below a prefix.
if(SKBUILD)
  set(_share "${SKBUILD_DATA_DIR}/share")
else()
  set(_share "${CMAKE_INSTALL_DATADIR}")
endif()
install(DIRECTORY share/man DESTINATION "${_share}")
install(DIRECTORY share/reframe DESTINATION "${_share}/strobe")
set(_completion "${PROJECT_SOURCE_DIR}/python/strobe/completion")
# bash-completion reads the file that has the name of the program.
foreach(_program IN ITEMS strobe strobe-bench strobe-schedule strobe-simulate)
  install(FILES "${_completion}/strobe" DESTINATION "${_share}/bash-completion/completions" RENAME ${_program})
endforeach()
install(FILES "${_completion}/_strobe" DESTINATION "${_share}/zsh/site-functions")
install(FILES "${_completion}/strobe.fish" DESTINATION "${_share}/fish/vendor_completions.d")

if(SKBUILD)
  include(commit)
  strobe_commit(_commit "${PROJECT_SOURCE_DIR}" "${STROBE_RELEASE_FILE}")
  file(WRITE "${PROJECT_BINARY_DIR}/RELEASE" "${STROBE_VERSION} ${_commit}\n")
  install(FILES CMakeLists.txt LICENSE "${PROJECT_BINARY_DIR}/RELEASE" DESTINATION source)
  install(DIRECTORY cmake src apps include suites schema DESTINATION source)
else()
  include(blacs_installation)
  include(bcs_installation)
endif()
