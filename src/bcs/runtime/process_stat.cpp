// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/runtime/process_stat.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>

#include "base/format.hpp"

namespace strobe::bcs::runtime {

std::optional<ProcessStat> process_stat(pid_t pid) {
  const int file = open(base::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 512> text{};
  const ssize_t read_bytes = read(file, text.data(), text.size());
  close(file);
  if (read_bytes <= 0) return std::nullopt;
  std::string_view fields(text.data(), static_cast<std::size_t>(read_bytes));
  // The state and the parent follow the name, which may hold anything.
  const std::size_t name_end = fields.rfind(") ");
  if (name_end == std::string_view::npos || fields.size() < name_end + 5) return std::nullopt;
  fields.remove_prefix(name_end + 2);
  ProcessStat stat{.state = fields.front(), .parent = 0};
  std::from_chars(fields.data() + 2, fields.data() + fields.size(), stat.parent);
  return stat;
}

}  // namespace strobe::bcs::runtime
