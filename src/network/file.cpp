// SPDX-License-Identifier: BSD-3-Clause
#include "network/file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/contents.hpp"
#include "base/format.hpp"
#include "base/join.hpp"
#include "strobe/error.hpp"

namespace strobe::network {

namespace {

using nlohmann::json;

/// Whether a number may be 0. Of two times that are added, one may be 0.
enum class Minimum : std::uint8_t { zero, above_zero };

struct Number {
  double Network::* member;
  Minimum minimum = Minimum::above_zero;
};
/// A number of at least 1, which is missing if there is no limit.
struct Limit {
  double Network::* member;
};
using Line = std::optional<LinearCost> Network::*;
using Field = std::variant<std::string Network::*, Number, bool Network::*, Limit, Line>;

const std::map<std::string, Field>& fields() {
  static const std::map<std::string, Field> all{
      {"name", &Network::name},
      {"title", &Network::title},
      {"compare_s", Number{&Network::compare_s, Minimum::zero}},
      {"compare_per_level_s", Number{&Network::compare_per_level_s, Minimum::zero}},
      {"start_s", Number{&Network::start_s}},
      {"bytes_per_s", Number{&Network::bytes_per_s}},
      {"multicasts", &Network::multicasts},
      {"t_s", &Network::t_s},
      {"t_c", &Network::t_c},
      {"t_m", &Network::t_m},
      {"t_o", &Network::t_o},
      {"parallel_transfers", Limit{&Network::parallel_transfers}},
  };
  return all;
}
constexpr const char* schema_field = "schema";

bool may_be_missing(const Field& field) {
  return std::holds_alternative<Line>(field) || std::holds_alternative<Limit>(field);
}

/// Sets a field of a network, or says what the value must be.
struct Set {
  Network& network;
  const json& value;

  std::string operator()(std::string Network::* member) const {
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
      return "a text that is not empty";
    network.*member = value.get<std::string>();
    return {};
  }
  std::string operator()(const Number& number) const {
    const bool may_be_zero = number.minimum == Minimum::zero;
    if (!value.is_number() || value.get<double>() < 0.0 ||
        (!may_be_zero && value.get<double>() == 0.0)) {
      return may_be_zero ? "a number that is not negative" : "a number above 0";
    }
    network.*number.member = value.get<double>();
    return {};
  }
  std::string operator()(bool Network::* member) const {
    if (!value.is_boolean()) return "true or false";
    network.*member = value.get<bool>();
    return {};
  }
  std::string operator()(const Limit& limit) const {
    if (!value.is_number() || value.get<double>() < 1.0) return "a number of at least 1";
    network.*limit.member = value.get<double>();
    return {};
  }
  /// The start may be negative, as three of the note's fits are.
  std::string operator()(Line line) const {
    const auto is_number = [&](const char* name) {
      return value.contains(name) && value[name].is_number();
    };
    if (!value.is_object() || value.size() != 2 || !is_number("start_s") ||
        !is_number("per_byte_s") || value["per_byte_s"].get<double>() < 0.0) {
      return "an object with the numbers start_s and per_byte_s, of which per_byte_s is not "
             "negative";
    }
    network.*line = LinearCost{.start_s = value["start_s"].get<double>(),
                               .per_byte_s = value["per_byte_s"].get<double>()};
    return {};
  }
};

/// The value of a field; null if it is missing.
struct Get {
  const Network& network;

  json operator()(std::string Network::* member) const { return network.*member; }
  json operator()(const Number& number) const { return network.*number.member; }
  json operator()(bool Network::* member) const { return network.*member; }
  json operator()(const Limit& limit) const {
    return std::isinf(network.*limit.member) ? json() : json(network.*limit.member);
  }
  json operator()(Line line) const {
    if (!(network.*line)) return {};
    return {{"start_s", (network.*line)->start_s}, {"per_byte_s", (network.*line)->per_byte_s}};
  }
};

std::string names() {
  return base::joined_names(fields(), [](const auto& field) { return field.first; });
}

void check_schema(const json& object) {
  if (!object.contains(schema_field) || object[schema_field].is_null()) return;
  if (object[schema_field] == schema) return;
  throw Error(base::format(
      "the file has schema {}; this version of Strobe reads schema {}. Write it again: strobe fit",
      object[schema_field].dump(), schema));
}

Network read(const json& object) {
  if (!object.is_object())
    throw Error("a network must be a JSON object with the fields " + names());
  check_schema(object);
  Network network;
  for (const auto& [name, field] : fields()) {
    if (may_be_missing(field) && (!object.contains(name) || object[name].is_null())) continue;
    if (!object.contains(name)) {
      throw Error(base::format("the field {} is missing; a network needs {}", name, names()));
    }
    const json& value = object[name];
    const std::string wanted = std::visit(Set{network, value}, field);
    if (!wanted.empty()) {
      throw Error(base::format("{} must be {}, not {}", name, wanted, value.dump()));
    }
  }
  for (const auto& [name, value] : object.items()) {
    if (!fields().contains(name) && name != schema_field) {
      throw Error(base::format("unknown field {}; the fields are {}", name, names()));
    }
  }
  // Polling without cost would not advance the simulated time.
  if (network.compare_s + network.compare_per_level_s <= 0.0) {
    throw Error("compare_s or compare_per_level_s must be above 0, so that polling takes time");
  }
  return network;
}

}  // namespace

std::string to_json(const Network& network) {
  json object{{schema_field, schema}};
  for (const auto& [name, field] : fields()) {
    json value = std::visit(Get{network}, field);
    if (!value.is_null()) object[name] = std::move(value);
  }
  return object.dump();
}

Network network_in(const std::filesystem::path& file) {
  const std::string text = base::contents(file);
  try {
    return read(json::parse(text));
  } catch (const json::exception&) {
    throw Error(file.string() + " is not valid JSON");
  } catch (const Error& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

Network network_of(const std::string& name) {
  const bool is_listed = std::ranges::find(networks(), name, &Network::name) != networks().end();
  return std::filesystem::exists(name) && !is_listed ? network_in(name) : network_named(name);
}

}  // namespace strobe::network
