// SPDX-License-Identifier: BSD-3-Clause
//
// A text from a user or a program, line by line. Errors have its name and the line number.
#pragma once

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace strobe::bcs::simulation {

class Text {
 public:
  /// `name` is the name of its file. A # starts a comment.
  Text(std::string name, const std::string& text) : name_(std::move(name)), lines_(text) {}

  /// Goes to the next line that is not empty; false after the last one.
  bool next();
  [[nodiscard]] const std::string& line() const { return line_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Throws strobe::Error.
  [[noreturn]] void refuse(const std::string& what) const;

  // Parse a word of the current line; throw strobe::Error if it is invalid.
  template <class T = std::int64_t>
  [[nodiscard]] T whole_number(const std::string& word) const {
    T value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) refuse("'" + word + "' is too large");
    if (error != std::errc() || end != word.data() + word.size()) {
      refuse("'" + word + "' is not a whole number");
    }
    return value;
  }
  /// `what` is the expected value: "a time in microseconds".
  [[nodiscard]] double number_from_0(const std::string& word, const std::string& what) const;

 private:
  std::string name_;
  std::istringstream lines_;
  std::string line_;
  int number_ = 0;
};

/// The words of a line.
[[nodiscard]] std::vector<std::string> words(const std::string& line);

}  // namespace strobe::bcs::simulation
