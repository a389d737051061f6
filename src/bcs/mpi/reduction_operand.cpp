// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/reduction_operand.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "bcs/mpi/native.hpp"
#include "bcs/mpi/user_buffer.hpp"

namespace strobe::bcs::mpi {

namespace {

/// As strict as the alignment of any predefined datatype.
constexpr std::int64_t alignment = 16;

/// Whether the elements are an array of the datatype, which one call of MPI_Reduce_local takes.
bool is_array(const DatatypeLayout& layout) {
  return ReductionOperand::stride(layout) == static_cast<std::size_t>(layout.extent_bytes);
}

/// The operation is defined for the datatype: is_defined was asked when the reduction began.
void combine(const void* with, const std::byte* earlier, std::byte* later, std::size_t elements) {
  const auto& reducer = *static_cast<const Reducer*>(with);
  const DatatypeLayout& layout = *reducer.layout;
  const std::size_t stride = ReductionOperand::stride(layout);
  const std::size_t most =
      is_array(layout) ? static_cast<std::size_t>(std::numeric_limits<int>::max()) : 1;
  for (std::size_t i = 0; i < elements; i += most) {
    const std::size_t now = std::min(most, elements - i);
    native().Reduce_local(earlier + i * stride - layout.lower_bytes,
                          later + i * stride - layout.lower_bytes, static_cast<int>(now),
                          layout.type, reducer.operation);
  }
}

}  // namespace

std::size_t ReductionOperand::stride(const DatatypeLayout& layout) {
  const std::int64_t padded_bytes = (layout.span_bytes + alignment - 1) / alignment * alignment;
  // Pairs such as MPI_DOUBLE_INT end with padding and stay as they are. Elements that are far apart
  // or overlap are copied.
  const bool stays =
      layout.span_bytes <= layout.extent_bytes && layout.extent_bytes <= padded_bytes;
  return static_cast<std::size_t>(stays ? layout.extent_bytes : padded_bytes);
}

runtime::collectives::Piece ReductionOperand::memory() {
  if (copy_ == nullptr && is_in_place()) return {buffer_ + layout_->lower_bytes, bytes()};
  if (copy_ == nullptr) copy_ = std::make_unique<std::byte[]>(bytes());
  return {copy_.get(), bytes()};
}

void ReductionOperand::copy_in() {
  if (image_ != nullptr) [[unlikely]]
    image_->read();
  if (copy_ == nullptr) return;
  if (is_in_place()) {
    if (count_ != 0) std::memcpy(copy_.get(), buffer_ + layout_->lower_bytes, bytes());
    return;
  }
  const auto span = static_cast<std::size_t>(layout_->span_bytes);
  for (std::int64_t i = 0; i < count_; ++i) {
    std::memcpy(staged_element(i) + layout_->lower_bytes, element(i) + layout_->lower_bytes, span);
  }
}

void ReductionOperand::copy_out() {
  if (copy_ == nullptr) {
    if (image_ != nullptr) image_->write();
    return;
  }
  if (image_ != nullptr) image_->read();
  // Padding in the memory of the application stays unchanged.
  const std::int64_t most = is_array(*layout_) ? std::max<std::int64_t>(count_, 1) : 1;
  std::vector<std::byte> packed(static_cast<std::size_t>(most * layout_->size_bytes));
  for (std::int64_t i = 0; i < count_; i += most) {
    pack(*layout_, staged_element(i), most, packed);
    unpack(*layout_, element(i), most, packed);
  }
  if (image_ != nullptr) image_->write();
}

std::uint64_t ReductionOperand::contents() const {
  UserBuffer data(buffer_, count_, *layout_);
  const std::size_t size = data.memory().size();
  data.copy_in();
  return data.contents(size);
}

void ReductionOperand::detach() {
  if (copy_ == nullptr) copy_ = std::make_unique<std::byte[]>(bytes());
}

runtime::collectives::Reduction Reducer::reduction() const {
  return {.combine = combine, .with = this, .element_bytes = ReductionOperand::stride(*layout)};
}

}  // namespace strobe::bcs::mpi
