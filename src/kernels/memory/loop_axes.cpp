// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/memory/loop_axes.hpp"

#include <string>

#include "base/format.hpp"
#include "kernels/memory/vectors.hpp"
#include "strobe/error.hpp"

namespace strobe::kernels::memory {
namespace {

constexpr Code every_code[] = {Code::tuned,    Code::plain_o0, Code::plain_o2, Code::plain_o3,
                               Code::unrolled, Code::library,  Code::string,   Code::nontemporal};
constexpr std::int64_t offset_max = std::int64_t{1} << 20;

}  // namespace

std::vector<measure::AxisInfo> loop_axes(std::span<const Code> codes,
                                         std::span<const ElementType> types) {
  measure::AxisInfo code{.name = "code", .choices = {}};
  for (const Code each : codes) code.choices.emplace_back(code_name(each));
  measure::AxisInfo type{.name = "type", .choices = {}};
  for (const ElementType each : types) type.choices.emplace_back(element_name(each));
  return {std::move(code),
          std::move(type),
          isa_axis(),
          pages_axis(),
          {.name = "offset_bytes", .choices = {}, .maximum = offset_max, .multiple = 8}};
}

measure::AxisInfo pad_axis() {
  return {.name = "pad_bytes",
          .choices = {},
          .default_value = 128,
          .maximum = offset_max,
          .multiple = 8};
}

std::size_t bytes_at(const measure::Point& point, std::string_view axis) {
  return static_cast<std::size_t>(measure::number_at(point, axis));
}

Code code_at(const measure::Point& point) {
  for (const Code code : every_code) {
    if (measure::word_at(point, "code") == code_name(code)) return code;
  }
  throw Error("unknown code: " + measure::word_at(point, "code"));
}

ElementType element_at(const measure::Point& point) {
  for (const ElementType element : elements) {
    if (measure::word_at(point, "type") == element_name(element)) return element;
  }
  throw Error("unknown type: " + measure::word_at(point, "type"));
}

Loop loop_at(AccessPattern pattern, const measure::Point& point) {
  const Code code = code_at(point);
  const Loop loop = find_loop(pattern, code, element_at(point), isa_at(point));
  if (loop == nullptr && code == Code::string) {
    throw Error("code=string needs rep stosb and rep movsb, which only x86 processors have");
  }
  if (loop == nullptr) {
    throw Error(base::format("there is no {} loop of this kernel for isa={}", code_name(code),
                             isa_name(isa_named(point))));
  }
  return loop;
}

void require_aligned_stores(Code code, const std::byte* start) {
  constexpr std::size_t register_bytes = 64;
  if (code == Code::nontemporal && reinterpret_cast<std::uintptr_t>(start) % register_bytes != 0) {
    throw Error("code=nontemporal needs an offset_bytes that is a multiple of 64");
  }
}

}  // namespace strobe::kernels::memory
