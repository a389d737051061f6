// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/data.hpp"

#include <algorithm>

namespace strobe::bcs::mpi {

std::span<std::byte> Data::stage() {
  const auto size = static_cast<std::size_t>(bytes());
  staged_ = std::make_unique_for_overwrite<std::byte[]>(size);
  return {staged_.get(), size};
}

std::span<std::byte> Data::outgoing() {
  if (is_in_place()) return {at(), static_cast<std::size_t>(bytes())};
  const std::span<std::byte> staged = stage();
  pack(*layout_, buffer_, count_, staged);
  return staged;
}

std::span<std::byte> Data::outgoing_copy() {
  if (!is_in_place()) return outgoing();
  const std::span<std::byte> staged = stage();
  std::copy_n(at(), staged.size(), staged.begin());
  return staged;
}

std::span<std::byte> Data::room() {
  return is_in_place() ? std::span(at(), static_cast<std::size_t>(bytes())) : stage();
}

void Data::land(std::size_t bytes) {
  if (staged_ == nullptr) return;
  unpack(*layout_, buffer_, count_, {staged_.get(), bytes});
  staged_ = nullptr;
}

}  // namespace strobe::bcs::mpi
