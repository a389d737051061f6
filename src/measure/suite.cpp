// SPDX-License-Identifier: BSD-3-Clause
#include "measure/suite.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>

// toml++ triggers these warnings in its own templates; our code stays checked.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <toml++/toml.h>
#pragma GCC diagnostic pop

#include "base/format.hpp"
#include "base/size.hpp"
#include "strobe/error.hpp"

namespace strobe::measure {
namespace {

/// Words begin with a letter, sizes with a digit.
bool is_word(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

/// Reads one suite; its errors name the file and the line.
class SuiteReader {
 public:
  SuiteReader(std::filesystem::path file, SuiteForm form) : file_(std::move(file)), form_(form) {}

  Suite read() {
    const toml::table table = parse();
    Suite suite;
    suite.file = file_;
    suite.name = text(table, "name", file_.stem().string());
    suite.title = text(table, "title", suite.name);
    const toml::array* experiments = table["experiment"].as_array();
    if (experiments == nullptr || experiments->empty()) {
      throw refuse(table, "there is no [[experiment]]; add at least one");
    }
    for (const toml::node& node : *experiments) {
      if (auto read = experiment(node)) suite.experiments.push_back(std::move(*read));
    }
    // Both tables are read, so that an error in the unused one is found as well.
    const RequestedPlan full = requested_plan(table, "full");
    const RequestedPlan quick = requested_plan(table, "quick");
    suite.requested = form_ == SuiteForm::quick ? quick : full;
    return suite;
  }

 private:
  static constexpr std::int64_t visits_max = 1000;

  [[nodiscard]] toml::table parse() const {
    std::ifstream in(file_);
    if (!in) {
      throw Error(
          base::format("the suite {} cannot be read: {}", file_.string(), std::strerror(errno)));
    }
    try {
      return toml::parse(in, file_.string());
    } catch (const toml::parse_error& error) {
      throw Error(base::format("the suite {}, line {}: {}", file_.string(),
                               error.source().begin.line, error.description()));
    }
  }

  [[nodiscard]] Error refuse(const toml::node& node, std::string_view what) const {
    return Error(
        base::format("the suite {}, line {}: {}", file_.string(), node.source().begin.line, what));
  }

  std::string text(const toml::table& table, std::string_view key, std::string otherwise) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return otherwise;
    const auto text = node->value_exact<std::string>();
    if (!text) throw refuse(*node, base::format("{} must be a text", key));
    return *text;
  }

  RequestedPlan requested_plan(const toml::table& table, std::string_view name) const {
    RequestedPlan read;
    const toml::node* node = table.get(name);
    if (node == nullptr) return read;
    if (!node->is_table()) {
      throw refuse(*node, base::format("{} must be a table of settings such as budget_s", name));
    }
    for (const auto& [key, value] : *node->as_table()) {
      const auto number = value.value<double>();
      const bool is_whole = value.is_integer();
      if (!number || *number <= 0.0) throw refuse(value, "a number above zero is needed");
      if (key == "budget_s") {
        read.budget_s = number;
      } else if (key == "cell_budget_s") {
        read.cell_budget_s = number;
      } else if (key == "relative_error") {
        read.relative_error = number;
      } else if (key == "samples_min" && is_whole) {
        read.samples_min = static_cast<std::size_t>(*number);
      } else if (key == "visits_min" && is_whole) {
        read.visits_min = static_cast<int>(*number);
      } else {
        throw refuse(value, base::format("{} has budget_s, cell_budget_s and relative_error, and "
                                         "the whole numbers samples_min and visits_min, not '{}'",
                                         name, key.str()));
      }
    }
    return read;
  }

  /// Returns nothing if the experiment is not part of this form of the suite.
  std::optional<Experiment> experiment(const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (table == nullptr || !(*table)["kernel"].is_string()) {
      throw refuse(node, "an experiment needs a kernel: add kernel = \"NAME\"");
    }
    Experiment read;
    read.kernel = *(*table)["kernel"].value<std::string>();
    if (const toml::node* repetitions = table->get("repetitions")) {
      read.repetitions = size(*repetitions);
      if (read.repetitions < 1) throw refuse(*repetitions, "repetitions must be 1 or more");
    }
    if (const toml::node* visits = table->get("visits_min")) {
      const auto number = visits->value_exact<std::int64_t>();
      if (!number || *number < 1 || *number > visits_max) {
        throw refuse(*visits, base::format("visits_min must be from 1 to {}", visits_max));
      }
      if (form_ == SuiteForm::full) read.visits_min = static_cast<int>(*number);
    }
    read_axes(table->get("axes"), "axes must be a table of axes and their values", read);
    const toml::node* quick = table->get("quick");
    if (quick != nullptr && quick->is_boolean()) {
      const bool is_part_of_it = quick->as_boolean()->get();
      if (form_ == SuiteForm::quick && !is_part_of_it) return std::nullopt;
      return read;
    }
    Experiment shorter = read;
    read_axes(quick, "quick must be a table of axes and their values, or false", shorter);
    return form_ == SuiteForm::quick ? shorter : read;
  }

  void read_axes(const toml::node* node, std::string_view right, Experiment& into) const {
    if (node == nullptr) return;
    if (!node->is_table()) throw refuse(*node, right);
    for (const auto& [name, axis] : *node->as_table()) {
      into.axes[std::string(name.str())] = spec(axis);
    }
  }

  AxisSpec spec(const toml::node& node) const {
    AxisSpec read;
    if (const toml::table* table = node.as_table()) {
      range(*table, read);
    } else if (const toml::array* array = node.as_array()) {
      if (array->empty()) throw refuse(node, "an axis needs at least one value");
      for (const toml::node& item : *array) read.values.push_back(value(item));
    } else {
      read.values.push_back(value(node));
    }
    return read;
  }

  void range(const toml::table& table, AxisSpec& into) const {
    static const std::set<std::string_view> known{"from", "to",     "per_octave", "step",
                                                  "near", "random", "refine"};
    for (const auto& [key, node] : table) {
      if (!known.contains(key.str())) {
        throw refuse(node, base::format("a range has from, to, per_octave, step, near, random and "
                                        "refine, not '{}'",
                                        key.str()));
      }
    }
    if (!table.contains("from") || !table.contains("to")) {
      throw refuse(table, "a range needs from and to");
    }
    const auto number = [&](std::string_view key, std::int64_t otherwise) {
      const toml::node* node = table.get(key);
      return node == nullptr ? otherwise : size(*node);
    };
    if (const toml::node* refine = table.get("refine")) {
      if (!refine->is_boolean()) throw refuse(*refine, "refine must be true or false");
      into.refine = refine->as_boolean()->get();
    }
    into.range = Range{.from = number("from", 0),
                       .to = number("to", 0),
                       .per_octave = static_cast<int>(number("per_octave", 1)),
                       .near = number("near", 0),
                       .random = static_cast<int>(number("random", 0)),
                       .step = number("step", 0)};
  }

  std::int64_t size(const toml::node& node) const {
    if (const auto number = node.value_exact<std::int64_t>()) return *number;
    const auto text = node.value_exact<std::string>();
    if (!text) throw refuse(node, "a size must be a number or a text such as \"4Mi\"");
    try {
      return base::parse_size_bytes(*text);
    } catch (const Error& error) {
      throw refuse(node, error.what());
    }
  }

  AxisValue value(const toml::node& node) const {
    const auto text = node.value_exact<std::string>();
    if (text && is_word(*text)) return *text;
    return size(node);
  }

  std::filesystem::path file_;
  SuiteForm form_;
};

}  // namespace

Suite load_suite(const std::filesystem::path& file, SuiteForm form) {
  return SuiteReader(file, form).read();
}

AxisSpec parse_axis(std::string_view text) {
  AxisSpec spec;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    spec.range = Range{.from = base::parse_size_bytes(text.substr(0, colon)),
                       .to = base::parse_size_bytes(text.substr(colon + 1))};
    return spec;
  }
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    if (is_word(item)) {
      spec.values.emplace_back(std::string(item));
    } else {
      spec.values.emplace_back(base::parse_size_bytes(item));
    }
    if (comma == std::string_view::npos) return spec;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace strobe::measure
