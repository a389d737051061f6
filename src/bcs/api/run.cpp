// SPDX-License-Identifier: BSD-3-Clause
//
// The function of strobe/bcs_run.h: this process as a rank of a real job. `strobe run` has loaded
// the runtime before this library, whose function it finds by name.
#include <dlfcn.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "bcs/api/groups.hpp"
#include "bcs/api/process.hpp"
#include "strobe/bcs_run.h"

namespace strobe::bcs::api {

namespace {

using protocol::RankEnd;
using protocol::RankProgram;

struct Program {
  void (*process)(void* argument);
  void* argument;
  std::string wrong{};

  void run() {
    try {
      process(argument);
    } catch (const std::exception& exception) {
      wrong = std::string("ends with an exception: ") + exception.what();
    } catch (...) {
      wrong = "ends with an exception";
    }
  }
};

const char* run_as(Process& process, void* argument) {
  Program& program = *static_cast<Program*>(argument);
  Process* const before = std::exchange(current(), &process);
  program.run();
  current() = before;
  return program.wrong.empty() ? nullptr : program.wrong.c_str();
}

int error_of(RankEnd end) {
  switch (end) {
    case RankEnd::finished:
      return bcs_ok;
    case RankEnd::other_release:
      return bcs_error_release;
    case RankEnd::wrong_group:
      return bcs_error_argument;
    case RankEnd::repeated:
      return bcs_error_repeated;
  }
  return bcs_error_release;
}

}  // namespace

// The header declares it outside of the namespace, without visibility of this definition.
extern "C" STROBE_BCS_API int bcs_run(void (*process)(void* argument), void* argument,
                                      int32_t groups, const bcs_group* group) {
  if (process == nullptr || current() != nullptr) return bcs_error_argument;
  try {
    if (group_error(groups, group) != nullptr) return bcs_error_argument;
    void* const symbol = dlsym(RTLD_DEFAULT, protocol::run_rank_symbol);
    if (symbol == nullptr) return bcs_error_no_runtime;
    std::vector<protocol::RankGroup> all;
    for (std::int32_t g = 0; g < groups; ++g) all.push_back({group[g].size, group[g].ranks});
    Program program{.process = process, .argument = argument};
    return error_of(reinterpret_cast<protocol::RunRank>(symbol)(
        {.release = STROBE_VERSION, .groups = all, .run = run_as, .argument = &program}));
  } catch (...) {
    return bcs_error_memory;
  }
}

}  // namespace strobe::bcs::api
