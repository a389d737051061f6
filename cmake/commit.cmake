# SPDX-License-Identifier: BSD-3-Clause
# strobe_commit(variable source release_file): the commit that the sources are of, with '-dirty' where a
# tracked file differs from it; 'unknown' without git, or where the history around the sources is that of
# another project (an environment inside somebody's repository).
function(strobe_commit variable source release_file)
  set(${variable} "unknown" PARENT_SCOPE)
  if(EXISTS "${release_file}")
    file(READ "${release_file}" release)
    string(REGEX REPLACE "^[^ ]* |\n" "" commit "${release}")
    set(${variable} "${commit}" PARENT_SCOPE)
    return()
  endif()
  find_program(GIT_EXECUTABLE git)
  if(NOT GIT_EXECUTABLE)
    return()
  endif()
  execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${source}" rev-parse --show-prefix
                  OUTPUT_VARIABLE prefix ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${source}" describe --always --dirty --abbrev=40 --exclude=*
                  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(commit AND NOT prefix)
    set(${variable} "${commit}" PARENT_SCOPE)
  endif()
endfunction()
