// SPDX-License-Identifier: BSD-3-Clause
//
// Writes JSON to a file descriptor. It allocates nothing, takes no lock and throws nothing, so that
// a signal handler may use it (signal-safety(7)).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strobe::bcs::monitor {

class JsonWriter {
 public:
  explicit JsonWriter(int descriptor) : descriptor_(descriptor) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// The name of the next value.
  void name(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(double number);
  void value(bool truth) { value_as_it_is(truth ? "true" : "false"); }
  template <std::integral Number>
  void value(Number number) {
    if constexpr (std::signed_integral<Number>) {
      value_of(static_cast<std::int64_t>(number));
    } else {
      value_of(static_cast<std::uint64_t>(number));
    }
  }
  void null() { value_as_it_is("null"); }
  template <class Value>
  void member(std::string_view name_of_value, const Value& of) {
    name(name_of_value);
    value(of);
  }
  /// Ends the line and writes the rest. False if anything could not be written.
  [[nodiscard]] bool finish();

 private:
  void begin(char bracket);
  void end(char bracket);
  void separate();
  void value_as_it_is(std::string_view json);
  void value_of(std::int64_t number);
  void value_of(std::uint64_t number);
  void put_quoted(std::string_view text);
  void put_escaped(char control);
  void put(std::string_view text);
  void put(char one) { put(std::string_view(&one, 1)); }
  void flush();

  int descriptor_;
  bool has_failed_ = false;
  bool needs_comma_ = false;
  std::size_t pending_ = 0;
  std::array<char, 2048> buffer_;
};

/// Writes all bytes. False if that fails. Async-signal-safe.
[[nodiscard]] bool write_all(int descriptor, const void* bytes, std::size_t count);

}  // namespace strobe::bcs::monitor
