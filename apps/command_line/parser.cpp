// SPDX-License-Identifier: BSD-3-Clause
#include "command_line/parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>
#include <utility>

#include "strobe/error.hpp"

namespace strobe::command_line {

namespace {

/// `a, b or c`.
std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string first_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// `--ranks` of "--ranks,-n".
std::string main_name(const char* names) {
  const std::string all = names;
  return all.substr(0, all.find(','));
}

std::string shown(const Condition& condition) {
  const std::string value = condition.value;
  return value.empty() ? condition.shown : condition.name + (" " + value);
}

}  // namespace

struct Parser::Implementation {
  struct Entry {
    std::string name;
    Reader reader;
    std::vector<std::string> texts;
    CLI::Option* option = nullptr;
  };
  struct Rule {
    std::string name;
    std::vector<Condition> conditions;
    bool is_required;
  };

  explicit Implementation(const char* program) : app("", program) {
    app.set_help_flag();
    app.add_flag("--help,-h", wants_help);
    app.add_flag("--version", wants_version);
  }

  Entry& add(const char* names, Reader reader) {
    Entry& entry = entries.emplace_back();
    entry.name = main_name(names);
    entry.reader = std::move(reader);
    entry.option = app.add_option(names, entry.texts);
    entry.option->type_size(1)->expected(1)->allow_extra_args(false);
    return entry;
  }

  [[nodiscard]] const Entry* given(const std::string& name) const {
    const auto found = std::ranges::find_if(entries, [&](const Entry& entry) {
      return entry.name == name && entry.option->count() > 0;
    });
    return found == entries.end() ? nullptr : &*found;
  }

  [[nodiscard]] bool is_met(const Condition& condition) const {
    if (std::ranges::find(flags_given, condition.name) != flags_given.end()) return true;
    const Entry* const entry = given(condition.name);
    const std::string value = condition.value;
    return entry != nullptr && (value.empty() || entry->texts.back() == value);
  }

  void check(const Rule& rule) const {
    if (!is_met({.name = rule.name.c_str()})) return;
    const bool is_any = std::ranges::any_of(
        rule.conditions, [this](const Condition& condition) { return is_met(condition); });
    if (rule.is_required && !is_any) {
      std::vector<std::string> words;
      for (const Condition& condition : rule.conditions) words.push_back(shown(condition));
      throw Error(rule.name + " only applies to " + alternatives(words) + "; add " +
                  (words.size() == 1 ? words.front() : "one of them"));
    }
    for (const Condition& condition : rule.conditions) {
      if (!rule.is_required && is_met(condition)) {
        throw Error(rule.name + " cannot be combined with " +
                    (*condition.value == '\0' ? condition.name : shown(condition)) +
                    "; leave out one of them");
      }
    }
  }

  void split(int argc, char** argv) {
    try {
      app.parse(argc, argv);
    } catch (const CLI::ExtrasError&) {
      throw Error("unexpected argument '" + app.remaining().front() + "'");
    } catch (const CLI::ArgumentMismatch& error) {
      const std::string text = error.what();
      const std::string name = text.substr(0, text.find(':'));
      const Entry* const entry = given(name);
      throw Error(entry != nullptr && entry->option->count() > 1
                      ? name + " may be given only once"
                      : name + " requires a value; see `" + app.get_name() + " --help`");
    } catch (const CLI::ParseError& error) {
      throw Error(first_line(error.what()));
    }
  }

  CLI::App app;
  std::deque<Entry> entries;  // CLI11 keeps the addresses of their texts
  std::vector<std::pair<CLI::Option*, std::string>> flags;
  std::vector<std::string> flags_given;
  std::vector<Rule> rules;
  bool wants_help = false;
  bool wants_version = false;
};

Parser::Parser(const char* program) : implementation_(std::make_unique<Implementation>(program)) {}

Parser::~Parser() = default;

void Parser::flag(const char* names, bool& is_given) {
  CLI::Option* const option = implementation_->app.add_flag(names, is_given);
  implementation_->flags.emplace_back(option, main_name(names));
}

void Parser::option(const char* names, Reader reader) {
  implementation_->add(names, std::move(reader));
}

void Parser::list(const char* names, Reader reader) {
  implementation_->add(names, std::move(reader))
      .option->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);  // one value each time it is given
}

void Parser::argument(const char* title, Reader reader) {
  implementation_->add(title, std::move(reader));
}

void Parser::require(const char* name, std::vector<Condition> conditions) {
  implementation_->rules.push_back({name, std::move(conditions), true});
}

void Parser::exclude(const char* name, std::vector<Condition> conditions) {
  implementation_->rules.push_back({name, std::move(conditions), false});
}

std::optional<std::string> Parser::parse(int argc, char** argv, const std::string& help,
                                         const std::string& version) {
  Implementation& parts = *implementation_;
  parts.split(argc, argv);
  if (parts.wants_help) return help;
  if (parts.wants_version) return version + "\n";
  for (const auto& [option, name] : parts.flags) {
    if (option->count() > 0) parts.flags_given.push_back(name);
  }
  for (const Implementation::Entry& entry : parts.entries) {
    for (const std::string& text : entry.texts) entry.reader(entry.name, text);
  }
  for (const Implementation::Rule& rule : parts.rules) parts.check(rule);
  return std::nullopt;
}

Reader word(std::string& into, std::string_view wanted,
            std::initializer_list<std::string_view> words) {
  return [&into, wanted, known = std::vector<std::string_view>(words)](std::string_view name,
                                                                       const std::string& text) {
    if (std::ranges::find(known, text) == known.end()) throw base::wrong_value(name, wanted, text);
    into = text;
  };
}

Reader text(std::string& into) {
  return [&into](std::string_view, const std::string& text) { into = text; };
}

Reader text(std::vector<std::string>& into) {
  return [&into](std::string_view, const std::string& text) { into.push_back(text); };
}

Reader path(std::string& into) {
  return [&into](std::string_view name, const std::string& text) {
    if (text.empty()) throw base::wrong_value(name, "a path", text);
    into = text;
  };
}

}  // namespace strobe::command_line
