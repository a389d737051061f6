// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/simulation/network_file.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/format.hpp"
#include "bcs/simulation/contents.hpp"
#include "bcs/simulation/named.hpp"

namespace strobe::bcs::simulation {

namespace {

using nlohmann::json;

/// Whether a number may be 0. Of two times that are added, one may be 0.
enum class Minimum : std::uint8_t { zero, above_zero };

struct Number {
  double Network::* member;
  Minimum minimum = Minimum::above_zero;
};
using Field = std::variant<std::string Network::*, Number, bool Network::*>;

const std::map<std::string, Field>& fields() {
  static const std::map<std::string, Field> all{
      {"name", &Network::name},
      {"title", &Network::title},
      {"compare_s", Number{&Network::compare_s, Minimum::zero}},
      {"compare_per_level_s", Number{&Network::compare_per_level_s, Minimum::zero}},
      {"start_s", Number{&Network::start_s}},
      {"bytes_per_s", Number{&Network::bytes_per_s}},
      {"multicasts", &Network::multicasts},
  };
  return all;
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
};

Network read(const json& object) {
  const auto names = [] {
    return joined_names(fields(), [](const auto& field) { return field.first; });
  };
  if (!object.is_object())
    throw Error("a network must be a JSON object with the fields " + names());
  Network network;
  for (const auto& [name, field] : fields()) {
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
    if (!fields().contains(name)) {
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
  json object;
  for (const auto& [name, field] : fields()) {
    const auto value = [&](auto member) -> json {
      if constexpr (std::is_same_v<decltype(member), Number>) {
        return network.*member.member;
      } else {
        return network.*member;
      }
    };
    object[name] = std::visit(value, field);
  }
  return object.dump();
}

Network network_in(const std::filesystem::path& file) {
  const std::string text = contents(file);
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

}  // namespace strobe::bcs::simulation
