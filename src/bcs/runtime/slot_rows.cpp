// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/slot_rows.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::runtime {

namespace {

constexpr const char* taken = "";
constexpr const char* open_to_all = "/open";

/// What a row is called; abstract names begin with a zero byte.
class Name {
 public:
  Name(int row, const char* state) {
    address_.sun_family = AF_UNIX;
    constexpr std::size_t most = sizeof address_.sun_path - 1;
    const int length =
        std::snprintf(address_.sun_path + 1, most, "strobe/time-slots/%d%s", row, state);
    bytes_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 +
                                    static_cast<std::size_t>(length));
  }

  /// Any other process that binds it fails. -1 if this one does.
  [[nodiscard]] int bind() const {
    const int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (made >= 0 && ::bind(made, address(), bytes_) == 0) return made;
    if (made >= 0) close(made);
    return -1;
  }
  /// Whether a process has bound it: otherwise it refuses a connection.
  [[nodiscard]] bool is_bound(int probe) const { return connect(probe, address(), bytes_) == 0; }

 private:
  [[nodiscard]] const sockaddr* address() const {
    return reinterpret_cast<const sockaddr*>(&address_);
  }

  sockaddr_un address_{};
  socklen_t bytes_ = 0;
};

void close_if_open(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

}  // namespace

SlotRows::SlotRows() : probe_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (probe_ >= 0) return;
  throw Error(
      base::format("--share needs sockets of the Unix domain, and the system refuses them: {}",
                   std::strerror(errno)));
}

SlotRows::~SlotRows() {
  release();
  close(probe_);
}

JobRows SlotRows::of_all_jobs() const {
  JobRows jobs;
  for (int row = 0; row < most_rows; ++row) {
    if (!Name(row, taken).is_bound(probe_)) continue;
    jobs.taken |= bit_of(row);
    if (Name(row, open_to_all).is_bound(probe_)) jobs.open |= bit_of(row);
  }
  return jobs;
}

bool SlotRows::claim(int row) {
  row_ = row;
  claimed_ = Name(row, taken).bind();
  return claimed_ >= 0;
}

void SlotRows::release() {
  close_if_open(open_);
  close_if_open(claimed_);
}

void SlotRows::set_open(bool is_open) {
  if (!is_open) close_if_open(open_);
  if (is_open && open_ < 0) open_ = Name(row_, open_to_all).bind();
}

}  // namespace strobe::bcs::runtime
