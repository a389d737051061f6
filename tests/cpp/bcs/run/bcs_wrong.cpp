// SPDX-License-Identifier: BSD-3-Clause
//
// Wrong programs of the BCS API on two ranks. Its argument says what is wrong.
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string_view>

#include "strobe/bcs_core.h"
#include "strobe/bcs_run.h"

namespace {

std::int64_t data = 0;

std::int32_t own_rank() {
  std::int32_t own = -1;
  bcs_rank(bcs_world, &own);
  return own;
}

void deadlock() {
  bcs_recv(&data, sizeof data, 1 - own_rank(), 7, bcs_world, bcs_blocking, nullptr, nullptr);
}

void event() { bcs_test_event(3, bcs_blocking, nullptr); }

void rank() { bcs_send(&data, sizeof data, 5, 7, bcs_world, bcs_blocking, nullptr); }

void communicator() { bcs_barrier(3, bcs_blocking, nullptr); }

void request() {
  bcs_request never = 4;
  bcs_test(&never, bcs_blocking, nullptr, nullptr);
}

void left_open() {
  bcs_request open = bcs_no_request;
  bcs_recv(&data, sizeof data, 0, 7, bcs_world, bcs_non_blocking, &open, nullptr);
}

void too_long() {
  if (own_rank() == 0) {
    bcs_send("123456789", 9, 1, 7, bcs_world, bcs_blocking, nullptr);
  } else {
    bcs_recv(&data, sizeof data, 0, 7, bcs_world, bcs_blocking, nullptr, nullptr);
  }
}

void mismatch() {
  if (own_rank() == 0) {
    bcs_barrier(bcs_world, bcs_blocking, nullptr);
  } else {
    bcs_bcast(&data, sizeof data, 0, bcs_world, bcs_blocking, nullptr);
  }
}

void exception() { throw std::runtime_error("no more ideas"); }

struct Mistake {
  std::string_view name;
  void (*make)();
};
constexpr Mistake mistakes[] = {
    {"deadlock", deadlock},         {"event", event},         {"rank", rank},
    {"request", request},           {"left_open", left_open}, {"too_long", too_long},
    {"communicator", communicator}, {"exception", exception}, {"mismatch", mismatch}};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "deadlock";
  for (const Mistake& mistake : mistakes) {
    if (mistake.name != name) continue;
    const int error = bcs_run([](void* made) { static_cast<const Mistake*>(made)->make(); },
                              const_cast<Mistake*>(&mistake), 0, nullptr);
    std::fprintf(stderr, "%s\n", bcs_error_string(error));
    return error;
  }
  return 0;
}
