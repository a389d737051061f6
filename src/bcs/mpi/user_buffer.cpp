// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/user_buffer.hpp"

#include <cstring>

#include "base/content_hash.hpp"

namespace strobe::bcs::mpi {

std::span<std::byte> UserBuffer::memory() {
  const auto size = static_cast<std::size_t>(bytes());
  if (copy_ == nullptr && is_in_place()) return {at(), size};
  if (copy_ == nullptr) copy_ = std::make_unique_for_overwrite<std::byte[]>(size);
  return {copy_.get(), size};
}

void UserBuffer::copy_in() {
  if (image_ != nullptr) [[unlikely]]
    image_->read();
  if (copy_ == nullptr) return;
  const std::span<std::byte> staged = memory();
  if (!is_in_place()) {
    pack(*layout_, buffer_, count_, staged);
  } else if (!staged.empty()) {
    std::memcpy(staged.data(), at(), staged.size());
  }
}

void UserBuffer::copy_out(std::size_t bytes) {
  if (image_ != nullptr && copy_ == nullptr) {
    image_->write(bytes);
    return;
  }
  // What lies between the elements stays as it is on the device.
  if (image_ != nullptr) image_->read();
  if (copy_ != nullptr) unpack(*layout_, buffer_, count_, {copy_.get(), bytes});
  if (image_ != nullptr) image_->write();
}

std::uint64_t UserBuffer::contents(std::size_t bytes) {
  return base::content_hash(memory().first(bytes));
}

void UserBuffer::detach() {
  if (copy_ == nullptr) {
    copy_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(bytes()));
  }
  copy_in();
}

std::optional<UserBuffer> user_buffer_of(const void* buffer, MPI_Count count, MPI_Datatype type) {
  std::optional<UserBuffer> data;
  DatatypeLayout* const layout = layout_of(type);
  if (layout == nullptr || count < 0) return data;
  data.emplace(buffer, count, *layout);
  if (!data->has_memory()) data.reset();
  return data;
}

}  // namespace strobe::bcs::mpi
