// SPDX-License-Identifier: BSD-3-Clause
#include "measure/processors.hpp"

#include <sched.h>

#include <cerrno>
#include <cstring>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

cpu_set_t bound_to() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) {
    throw Error(
        base::format("the processors of this process are unknown: {}", std::strerror(errno)));
  }
  return set;
}

void bind_to(const cpu_set_t& set) {
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw Error(
        base::format("this process cannot be bound to other processors: {}; run it without "
                     "a limit on sched_setaffinity",
                     std::strerror(errno)));
  }
}

}  // namespace

void use_all_processors() {
  cpu_set_t all;
  CPU_ZERO(&all);
  // The kernel leaves out processors that do not exist or belong to other containers.
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) CPU_SET(processor, &all);
  bind_to(all);
}

int permitted_processors() {
  const cpu_set_t bound = bound_to();
  use_all_processors();
  const cpu_set_t permitted = bound_to();
  bind_to(bound);
  return CPU_COUNT(&permitted);
}

}  // namespace strobe::measure
