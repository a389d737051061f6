// SPDX-License-Identifier: BSD-3-Clause
//
// A file that is valid at any time: the closing text of its format follows each write, and the next
// write replaces it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace strobe::bcs::monitor {

class OutputFile {
 public:
  /// Throws strobe::Error if the file cannot be written; so do all others.
  explicit OutputFile(std::filesystem::path path, std::string closing = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Buffered. The text of one call is written together.
  void write(std::string_view text);
  /// Writes the buffer.
  void flush();

 private:
  [[noreturn]] void refuse() const;

  std::filesystem::path path_;
  std::string closing_;
  std::string pending_;
  int file_ = -1;
  std::int64_t written_bytes_ = 0;
};

}  // namespace strobe::bcs::monitor
