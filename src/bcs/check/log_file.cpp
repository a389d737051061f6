// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/log_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::check {

void cannot_write(const std::filesystem::path& path) {
  throw Error(base::format("cannot write {}: {}", path.string(), std::strerror(errno)));
}

int open_log_file(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) cannot_write(path);
  return file;
}

}  // namespace strobe::bcs::check
