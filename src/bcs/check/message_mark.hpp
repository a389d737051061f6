// SPDX-License-Identifier: BSD-3-Clause
//
// What the envelope of a message carries for its receiver to check, in place of the sender's rank:
// a hash of the type signature, and the place of the send.
#pragma once

#include <cstdint>

#include "bcs/check/check_log.hpp"
#include "bcs/check/type_signature.hpp"

namespace strobe::bcs::check {

class MessageMark {
 public:
  explicit MessageMark(std::uint32_t mark) : mark_(mark) {}
  /// Of data whose signature is not known.
  [[nodiscard]] static MessageMark of(Place place) {
    return MessageMark(place < places ? place : 0);
  }
  [[nodiscard]] static MessageMark of(SequenceHash signature, Place place) {
    return MessageMark(hashed(signature) | of(place).mark_);
  }

  [[nodiscard]] std::uint32_t bits() const { return mark_; }
  /// 0 if it is not known: a program has more places than fit into a mark.
  [[nodiscard]] Place place() const { return mark_ % places; }
  /// Whether the message has another signature. True only if both are known.
  [[nodiscard]] bool differs_from(SequenceHash signature) const {
    return mark_ / places != 0 && mark_ - place() != hashed(signature);
  }

 private:
  static constexpr std::uint32_t places = 1U << 12U;

  /// In the upper bits. 0 stands for an unknown signature.
  [[nodiscard]] static std::uint32_t hashed(SequenceHash signature) {
    const std::uint64_t mixed = (signature.value ^ (signature.power >> 7U)) * 0xd6e8feb86659fd93U;
    const auto bits = static_cast<std::uint32_t>(mixed >> 32U) & ~(places - 1);
    return bits == 0 ? places : bits;
  }

  std::uint32_t mark_;
};

}  // namespace strobe::bcs::check
