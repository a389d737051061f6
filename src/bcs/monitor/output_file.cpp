// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::monitor {

namespace {

constexpr std::size_t most_pending_bytes = 64 * 1024;

}  // namespace

OutputFile::OutputFile(std::filesystem::path path, std::string closing)
    : path_(std::move(path)),
      closing_(std::move(closing)),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0) refuse();
}

OutputFile::~OutputFile() { ::close(file_); }

void OutputFile::write(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= most_pending_bytes) flush();
}

void OutputFile::flush() {
  const auto size = static_cast<std::int64_t>(pending_.size());
  pending_ += closing_;
  for (std::size_t done = 0; done < pending_.size();) {
    const char* const from = pending_.data() + done;
    const std::size_t left = pending_.size() - done;
    // Without a closing text the file may be a pipe.
    const ssize_t written =
        closing_.empty() ? ::write(file_, from, left)
                         : ::pwrite(file_, from, left, written_bytes_ + static_cast<off_t>(done));
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      refuse();
    }
  }
  written_bytes_ += size;
  pending_.clear();
}

void OutputFile::refuse() const {
  throw Error(base::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

}  // namespace strobe::bcs::monitor
