// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/text.hpp"

#include <cmath>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::simulation {

bool Text::next() {
  while (std::getline(lines_, line_)) {
    ++number_;
    line_ = line_.substr(0, line_.find('#'));
    if (line_.find_first_not_of(" \t\r") != std::string::npos) return true;
  }
  return false;
}

void Text::refuse(const std::string& what) const {
  throw Error(base::format("{}:{}: {}", name_, number_, what));
}

double Text::number_from_0(const std::string& word, const std::string& what) const {
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value) ||
      value < 0.0) {
    refuse(base::format("'{}' is not a {}", word, what));
  }
  return value;
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

}  // namespace strobe::bcs::simulation
