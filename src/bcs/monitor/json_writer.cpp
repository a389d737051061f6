// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/monitor/json_writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

namespace strobe::bcs::monitor {

namespace {

/// The length in bytes of the first character of the text; 0 if it is not UTF-8 (RFC 3629).
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (length == 0 || first > 0xf4 || length > text.size()) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xc0U) != 0x80) return 0;
  }
  // Overlong, a surrogate of UTF-16, or beyond U+10FFFF.
  const bool is_wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
                        (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
  return is_wrong ? 0 : length;
}

}  // namespace

bool write_all(int descriptor, const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count != 0) {
    const ssize_t written = ::write(descriptor, from, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    from += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

void JsonWriter::name(std::string_view name) {
  separate();
  put_quoted(name);
  put(':');
  needs_comma_ = false;
}

void JsonWriter::value(std::string_view text) {
  separate();
  put_quoted(text);
  needs_comma_ = true;
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) {
    null();
    return;
  }
  // The shortest digits that give the same number, always with an exponent: std::to_chars may
  // allocate memory for other formats.
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                          std::chars_format::scientific);
  value_as_it_is({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonWriter::value_of(std::int64_t number) {
  std::array<char, 24> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  value_as_it_is({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonWriter::value_of(std::uint64_t number) {
  std::array<char, 24> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  value_as_it_is({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void JsonWriter::value_as_it_is(std::string_view json) {
  separate();
  put(json);
  needs_comma_ = true;
}

bool JsonWriter::finish() {
  put('\n');
  flush();
  return !has_failed_;
}

void JsonWriter::begin(char bracket) {
  separate();
  put(bracket);
  needs_comma_ = false;
}

void JsonWriter::end(char bracket) {
  put(bracket);
  needs_comma_ = true;
}

void JsonWriter::separate() {
  if (needs_comma_) put(',');
}

void JsonWriter::put_quoted(std::string_view text) {
  put('"');
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const char first = text.front();
    if (length == 0) {
      put("\xef\xbf\xbd");  // the replacement character
    } else if (first == '"' || first == '\\') {
      put('\\');
      put(first);
    } else if (length == 1 && static_cast<unsigned char>(first) < 0x20) {
      put_escaped(first);
    } else {
      put(text.substr(0, length));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  put('"');
}

void JsonWriter::put_escaped(char control) {
  constexpr std::string_view digits = "0123456789abcdef";
  put("\\u00");
  put(digits[static_cast<unsigned char>(control) >> 4U]);
  put(digits[static_cast<unsigned char>(control) & 0xfU]);
}

void JsonWriter::put(std::string_view text) {
  while (!text.empty()) {
    if (pending_ == buffer_.size()) flush();
    const std::size_t count = std::min(text.size(), buffer_.size() - pending_);
    std::memcpy(buffer_.data() + pending_, text.data(), count);
    pending_ += count;
    text.remove_prefix(count);
  }
}

void JsonWriter::flush() {
  has_failed_ = has_failed_ || !write_all(descriptor_, buffer_.data(), pending_);
  pending_ = 0;
}

}  // namespace strobe::bcs::monitor
