// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/check/type_signature.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/format.hpp"
#include "base/hash.hpp"

namespace strobe::bcs::check {

namespace {

/// The base of the polynomial: any odd number with well mixed bits.
constexpr std::uint64_t base_of_polynomial = 0x9e3779b97f4a7c15;

bool are_same(const BasicType& one, const BasicType& other) {
  return std::string_view(one.name) == other.name;
}

}  // namespace

SequenceHash repeated(SequenceHash part, std::uint64_t times) {
  SequenceHash whole;
  for (; times != 0; times /= 2) {
    if (times % 2 != 0) whole = whole + part;
    part = part + part;
  }
  return whole;
}

SequenceHash BasicType::hash() const {
  std::uint64_t value = 0;
  for (const char letter : std::string_view(name)) {
    value = base::extended_hash(value, static_cast<unsigned char>(letter));
  }
  return {.value = value, .power = base_of_polynomial};
}

TypeSignature::TypeSignature(const BasicType& basic)
    : runs_{{basic, 1}}, size_bytes_(basic.size_bytes), hash_(basic.hash()) {}

TypeSignature TypeSignature::unknown() {
  TypeSignature signature;
  signature.is_known_ = false;
  return signature;
}

void TypeSignature::append(const TypeSignature& other, std::uint64_t times) {
  if (times == 0) return;
  hash_ = hash_ + repeated(other.hash_, times);
  size_bytes_ += times * other.size_bytes_;
  is_known_ = is_known_ && other.is_known_;
  const auto add = [this](const Run& run) {
    if (!runs_.empty() && are_same(runs_.back().basic, run.basic)) {
      runs_.back().count += run.count;
    } else {
      runs_.push_back(run);
    }
  };
  has_all_runs_ = has_all_runs_ && other.has_all_runs_;
  if (other.runs_.size() == 1) {
    add({other.runs_.front().basic, times * other.runs_.front().count});
    return;
  }
  for (std::uint64_t i = 0; i < times && has_all_runs_; ++i) {
    std::ranges::for_each(other.runs_, add);
    has_all_runs_ = runs_.size() <= most_runs;
  }
}

std::optional<SequenceHash> TypeSignature::only_basic() const {
  if (!is_known_ || !has_all_runs_ || runs_.empty()) return std::nullopt;
  const SequenceHash first = runs_.front().basic.hash();
  const bool is_only =
      std::ranges::all_of(runs_, [&](const Run& run) { return run.basic.hash() == first; });
  return is_only ? std::optional(first) : std::nullopt;
}

std::optional<SequenceHash> TypeSignature::of_bytes(std::uint64_t bytes) const {
  if (!is_known_ || size_bytes_ == 0) return std::nullopt;
  SequenceHash whole = repeated(hash_, bytes / size_bytes_);
  std::uint64_t rest = bytes % size_bytes_;
  if (rest != 0 && !has_all_runs_) return std::nullopt;
  for (const Run& run : runs_) {
    if (rest == 0) break;
    const std::uint64_t count = std::min(run.count, rest / run.basic.size_bytes);
    whole = whole + repeated(run.basic.hash(), count);
    rest -= count * run.basic.size_bytes;
    if (count < run.count && rest != 0) return std::nullopt;
  }
  return whole;
}

template <class Describe>
std::string TypeSignature::described(Describe&& describe) const {
  constexpr std::size_t most_shown = 6;
  if (!is_known_) return "unknown data";
  std::string text;
  for (std::size_t i = 0; i < std::min(runs_.size(), most_shown); ++i) {
    if (i != 0) text += ", ";
    if (runs_[i].count != 1) text += base::format("{} ", runs_[i].count);
    text += describe(runs_[i].basic);
  }
  if (runs_.size() > most_shown || !has_all_runs_) text += ", ...";
  return runs_.size() == 1 ? text : "{" + text + "}";
}

std::string TypeSignature::names() const {
  return described([](const BasicType& basic) { return std::string(basic.name); });
}

std::string TypeSignature::kinds() const {
  return described(
      [](const BasicType& basic) { return base::format("{} {}", basic.kind, basic.size_bytes); });
}

}  // namespace strobe::bcs::check
