// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/run_options.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "base/format.hpp"
#include "strobe/error.hpp"

namespace strobe::bcs::mpi {

namespace {

class Environment {
 public:
  /// Empty where it says nothing.
  std::string text(const char* name) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') return {};
    said_[name] = value;
    return value;
  }

  std::optional<std::uint64_t> number(const char* name, std::uint64_t least) {
    const std::string value = text(name);
    if (value.empty()) return std::nullopt;
    std::uint64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [behind, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || behind != end || number < least) {
      throw Error(base::format("{} is '{}', and has to be a whole number of at least {}", name,
                               value, least));
    }
    return number;
  }

  [[nodiscard]] const std::map<std::string, std::string>& said() const { return said_; }

 private:
  std::map<std::string, std::string> said_;
};

runtime::Waiting waiting_named(std::string_view name) {
  using runtime::Waiting;
  constexpr std::pair<std::string_view, Waiting> all[] = {{"", Waiting::automatic},
                                                          {"auto", Waiting::automatic},
                                                          {"spin", Waiting::spin},
                                                          {"yield", Waiting::yield},
                                                          {"sleep", Waiting::sleep}};
  for (const auto& [known, waiting] : all) {
    if (known == name) return waiting;
  }
  throw Error(
      base::format("STROBE_WAITING is '{}', and has to be auto, spin, yield or sleep", name));
}

}  // namespace

RunOptions run_options() {
  Environment environment;
  RunOptions options;
  options.mode = environment.text("STROBE_MODE");
  if (options.mode.empty()) options.mode = "deterministic";
  const std::optional<protocol::Policy> policy = protocol::policy_named(options.mode);
  if (!policy) {
    throw Error(
        base::format("STROBE_MODE is '{}', and has to be deterministic, adaptive, strict or fast",
                     options.mode));
  }
  options.runtime.policy = *policy;
  if (const auto slice_us = environment.number("STROBE_SLICE_US", 1)) {
    options.runtime.slice = std::chrono::microseconds(*slice_us);
  }
  if (const auto eager_bytes = environment.number("STROBE_EAGER_LIMIT", 0)) {
    options.runtime.eager_limit = static_cast<std::size_t>(*eager_bytes);
  }
  options.runtime.waiting = waiting_named(environment.text("STROBE_WAITING"));
  options.runtime.shares_cores = environment.number("STROBE_SHARE", 0).value_or(0) != 0;
  options.runtime.sends_are_synchronous =
      environment.number("STROBE_SYNCHRONOUS", 0).value_or(0) != 0;
  options.runtime.cross_memory = environment.number("STROBE_CROSS_MEMORY", 0).value_or(1) != 0;
  options.runtime.perturbation = environment.number("STROBE_PERTURB", 0);
  options.nodes = static_cast<int>(environment.number("STROBE_NODES", 1).value_or(0));
  options.or_native = environment.number("STROBE_OR_NATIVE", 0).value_or(0) != 0;
  options.record_folder = environment.text("STROBE_RECORD");
  options.monitor = environment.text("STROBE_MONITOR");
  options.live = environment.text("STROBE_LIVE");
  options.said = environment.said();
  return options;
}

}  // namespace strobe::bcs::mpi
