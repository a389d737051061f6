// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of a program whose options codegen/options.py has written: CLI11 takes the words
// apart, and all errors are those of `strobe`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.hpp"

namespace strobe::command_line {

/// Takes the value of an option by its name; throws Error for one that it does not accept.
using Reader = std::function<void(std::string_view name, const std::string& text)>;

/// An option that is given, or that has one value.
struct Condition {
  const char* name;
  const char* value = "";
  const char* shown = "";  ///< with its value: "--record FILE"
};

class Parser {
 public:
  explicit Parser(const char* program);
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void flag(const char* names, bool& is_given);
  /// `names` have a comma between them, the main one first.
  void option(const char* names, Reader reader);
  /// May be given several times.
  void list(const char* names, Reader reader);
  /// What is given by its place.
  void argument(const char* title, Reader reader);
  /// `name` needs one of these.
  void require(const char* name, std::vector<Condition> conditions);
  /// `name` may go with none of these.
  void exclude(const char* name, std::vector<Condition> conditions);

  /// Reads all values. The text to print where one of --help and --version is given; throws Error
  /// with one sentence for words that are wrong.
  std::optional<std::string> parse(int argc, char** argv, const std::string& help,
                                   const std::string& version);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

template <class Number>
Reader number(Number& into, const base::Wanted<Number>& wanted) {
  return [&into, wanted](std::string_view name, const std::string& text) {
    into = base::number_in(name, text, wanted);
  };
}

template <class Number>
Reader number(std::optional<Number>& into, const base::Wanted<Number>& wanted) {
  return [&into, wanted](std::string_view name, const std::string& text) {
    into = base::number_in(name, text, wanted);
  };
}

/// Several numbers with a comma between them.
template <class Number>
Reader number(std::vector<Number>& into, const base::Wanted<Number>& wanted) {
  return [&into, wanted](std::string_view name, const std::string& text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      into.push_back(
          base::number_in(name, std::string_view(text).substr(begin, end - begin), wanted));
      begin = end + 1;
    }
  };
}

Reader word(std::string& into, std::string_view wanted,
            std::initializer_list<std::string_view> words);
Reader text(std::string& into);
Reader text(std::vector<std::string>& into);
/// A path, which is not empty.
Reader path(std::string& into);

}  // namespace strobe::command_line
