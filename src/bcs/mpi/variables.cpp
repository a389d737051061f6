// SPDX-License-Identifier: BSD-3-Clause
// Written by codegen/options.py from options/*.toml.
// clang-format off
#include "bcs/mpi/variables.hpp"

#include <cstdlib>

#include "base/value.hpp"

namespace strobe::bcs::mpi {

Variables read_variables() {
  Variables found;
  const auto text_of = [&found](const char* name) -> std::string {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') return {};
    return found.given[name] = value;
  };
  if (const std::string text = text_of("STROBE_MODE"); !text.empty()) {
    found.mode = base::word_in("STROBE_MODE", text, "deterministic, adaptive, strict or fast", {"deterministic", "adaptive", "strict", "fast"});
  }
  if (const std::string text = text_of("STROBE_SLICE_US"); !text.empty()) {
    found.slice_us = base::number_in("STROBE_SLICE_US", text, base::Wanted<std::uint64_t>{.words = "a whole number from 1 to 2^64 - 1", .least = 1u});
  }
  if (const std::string text = text_of("STROBE_SLICE_BYTES"); !text.empty()) {
    found.slice_bytes = base::number_in("STROBE_SLICE_BYTES", text, base::Wanted<std::uint64_t>{.words = "a whole number from 1 to 2^64 - 1", .least = 1u});
  }
  if (const std::string text = text_of("STROBE_EAGER_LIMIT"); !text.empty()) {
    found.eager_limit = base::number_in("STROBE_EAGER_LIMIT", text, base::Wanted<std::uint64_t>{.words = "a whole number from 0 to 2^64 - 1", .least = 0u});
  }
  if (const std::string text = text_of("STROBE_WAITING"); !text.empty()) {
    found.waiting = base::word_in("STROBE_WAITING", text, "auto, spin, yield or sleep", {"auto", "spin", "yield", "sleep"});
  }
  if (const std::string text = text_of("STROBE_PROGRESS"); !text.empty()) {
    found.progress = base::word_in("STROBE_PROGRESS", text, "calls or thread", {"calls", "thread"});
  }
  if (const std::string text = text_of("STROBE_SHARE"); !text.empty()) {
    found.share = base::number_in<std::uint64_t>("STROBE_SHARE", text, {.words = "a whole number from 0 to 2^64 - 1"}) != 0;
  }
  if (const std::string text = text_of("STROBE_SYNCHRONOUS"); !text.empty()) {
    found.synchronous = base::number_in<std::uint64_t>("STROBE_SYNCHRONOUS", text, {.words = "a whole number from 0 to 2^64 - 1"}) != 0;
  }
  if (const std::string text = text_of("STROBE_CROSS_MEMORY"); !text.empty()) {
    found.cross_memory = base::number_in<std::uint64_t>("STROBE_CROSS_MEMORY", text, {.words = "a whole number from 0 to 2^64 - 1"}) != 0;
  }
  if (const std::string text = text_of("STROBE_PERTURB"); !text.empty()) {
    found.perturb = base::number_in("STROBE_PERTURB", text, base::Wanted<std::uint64_t>{.words = "a whole number from 0 to 2^64 - 1", .least = 0u});
  }
  if (const std::string text = text_of("STROBE_CHECKS"); !text.empty()) {
    found.checks = base::words_in("STROBE_CHECKS", text, "error, warning, strict or buffers, or several of them with a comma between them", {"error", "warning", "strict", "buffers"});
  }
  if (const std::string text = text_of("STROBE_CHOICES"); !text.empty()) {
    found.choices = text;
  }
  if (const std::string text = text_of("STROBE_HASH"); !text.empty()) {
    found.hash = base::word_in("STROBE_HASH", text, "decisions or data", {"decisions", "data"});
  }
  if (const std::string text = text_of("STROBE_EMDS"); !text.empty()) {
    found.emds = text;
  }
  if (const std::string text = text_of("STROBE_EVENTS"); !text.empty()) {
    found.events = text;
  }
  if (const std::string text = text_of("STROBE_OR_NATIVE"); !text.empty()) {
    found.or_native = base::number_in<std::uint64_t>("STROBE_OR_NATIVE", text, {.words = "a whole number from 0 to 2^64 - 1"}) != 0;
  }
  if (const std::string text = text_of("STROBE_MONITOR"); !text.empty()) {
    found.monitor = text;
  }
  if (const std::string text = text_of("STROBE_RECORD"); !text.empty()) {
    found.record = text;
  }
  if (const std::string text = text_of("STROBE_LIVE"); !text.empty()) {
    found.live = text;
  }
  if (const std::string text = text_of("STROBE_NODES"); !text.empty()) {
    found.nodes = base::number_in("STROBE_NODES", text, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1});
  }
  if (const std::string text = text_of("STROBE_RANKS"); !text.empty()) {
    found.ranks = base::number_in("STROBE_RANKS", text, base::Wanted<std::int32_t>{.words = "a whole number from 1 to 2^31 - 1", .least = 1});
  }
  if (const std::string text = text_of("STROBE_GDB"); !text.empty()) {
    found.gdb = base::number_in("STROBE_GDB", text, base::Wanted<std::int32_t>{.words = "a whole number from 0 to 2^31 - 1", .least = 0});
  }
  if (const std::string text = text_of("STROBE_BREAK_ON_ERROR"); !text.empty()) {
    found.break_on_error = base::number_in("STROBE_BREAK_ON_ERROR", text, base::Wanted<std::int64_t>{.words = "a whole number from 0 to 1", .least = 0, .most = 1});
  }
  return found;
}

}  // namespace strobe::bcs::mpi
