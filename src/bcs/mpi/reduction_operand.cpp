// SPDX-License-Identifier: BSD-3-Clause
#include "bcs/mpi/reduction_operand.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "bcs/mpi/native.hpp"

namespace strobe::bcs::mpi {

namespace {

/// As strict as the alignment of any element.
constexpr std::int64_t alignment = 16;

/// Whether elements lie in the place as an array of the type, which an operation takes at once.
bool is_array(const DatatypeLayout& layout) {
  return ReductionOperand::stride(layout) == static_cast<std::size_t>(layout.extent_bytes);
}

/// That the operation is one of the type was asked when the reduction began (is_defined).
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
  // Pairs of a value and a place end in a gap; what lies far apart, or in each other, is moved.
  const bool stays =
      layout.span_bytes <= layout.extent_bytes && layout.extent_bytes <= padded_bytes;
  return static_cast<std::size_t>(stays ? layout.extent_bytes : padded_bytes);
}

runtime::collectives::Piece ReductionOperand::place() {
  if (staged_ == nullptr && is_in_place()) return {buffer_ + layout_->lower_bytes, bytes()};
  if (staged_ == nullptr) staged_ = std::make_unique<std::byte[]>(bytes());
  return {staged_.get(), bytes()};
}

void ReductionOperand::copy_in() {
  if (staged_ == nullptr) return;
  if (is_in_place()) {
    if (count_ != 0) std::memcpy(staged_.get(), buffer_ + layout_->lower_bytes, bytes());
    return;
  }
  const auto span = static_cast<std::size_t>(layout_->span_bytes);
  for (std::int64_t i = 0; i < count_; ++i) {
    std::memcpy(staged_element(i) + layout_->lower_bytes, element(i) + layout_->lower_bytes, span);
  }
}

void ReductionOperand::copy_out() {
  if (staged_ == nullptr) return;
  // Gaps in the application's memory stay as they are.
  const std::int64_t most = is_array(*layout_) ? std::max<std::int64_t>(count_, 1) : 1;
  std::vector<std::byte> packed(static_cast<std::size_t>(most * layout_->size_bytes));
  for (std::int64_t i = 0; i < count_; i += most) {
    pack(*layout_, staged_element(i), most, packed);
    unpack(*layout_, element(i), most, packed);
  }
}

void ReductionOperand::detach_copy() {
  if (staged_ == nullptr) staged_ = std::make_unique<std::byte[]>(bytes());
}

runtime::collectives::Reduction Reducer::reduction() const {
  return {.combine = combine, .with = this, .element_bytes = ReductionOperand::stride(*layout)};
}

}  // namespace strobe::bcs::mpi
