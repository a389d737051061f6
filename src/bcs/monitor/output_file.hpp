// SPDX-License-Identifier: BSD-3-Clause
//
// A file that is whole whenever somebody looks at it: what a format wants at its end is written
// behind each piece, and the next piece goes over it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace strobe::bcs::monitor {

class OutputFile {
 public:
  /// Throws strobe::Error where it cannot be written, as all others do.
  explicit OutputFile(std::filesystem::path path, std::string closing = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Goes to the file by and by, and in one piece with what is written with it.
  void write(std::string_view text);
  /// All that was written is in the file.
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
