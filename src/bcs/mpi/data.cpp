// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/data.hpp"

#include <cstring>

namespace strobe::bcs::mpi {

std::span<std::byte> Data::place() {
  const auto size = static_cast<std::size_t>(bytes());
  if (staged_ == nullptr && is_in_place()) return {at(), size};
  if (staged_ == nullptr) staged_ = std::make_unique_for_overwrite<std::byte[]>(size);
  return {staged_.get(), size};
}

void Data::load() {
  if (staged_ == nullptr) return;
  const std::span<std::byte> staged = place();
  if (!is_in_place()) {
    pack(*layout_, buffer_, count_, staged);
  } else if (!staged.empty()) {
    std::memcpy(staged.data(), at(), staged.size());
  }
}

void Data::land(std::size_t bytes) {
  if (staged_ != nullptr) unpack(*layout_, buffer_, count_, {staged_.get(), bytes});
}

void Data::keep_copy() {
  if (staged_ == nullptr) {
    staged_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes()));
  }
  load();
}

std::optional<Data> data_at(const void* buffer, MPI_Count count, MPI_Datatype type) {
  std::optional<Data> data;
  Layout* const layout = layout_of(type);
  if (layout == nullptr || count < 0) return data;
  data.emplace(buffer, count, *layout);
  if (!data->is_there()) data.reset();
  return data;
}

}  // namespace strobe::bcs::mpi
