// SPDX-License-Identifier: BSD-3-Clause
//
// A derived datatype of blocks, and MPI_Pack and MPI_Unpack with it.
#pragma once

#include <mpi.h>

#include <span>
#include <utility>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

class BlockType {
 public:
  BlockType(BlockConstructor constructor, std::span<const Block> blocks);
  BlockType(BlockType&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  BlockType& operator=(BlockType&&) = delete;
  ~BlockType() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  [[nodiscard]] MPI_Datatype handle() const { return type_; }

  /// Copies the blocks at `from` to `packed`, one after the other.
  void pack(const std::byte* from, Bytes packed) const;
  void unpack(ConstBytes packed, std::byte* into) const;

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace strobe::layer::mpi
