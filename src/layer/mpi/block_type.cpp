// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/block_type.hpp"

#include <vector>

namespace strobe::layer::mpi {
namespace {

int to_int(std::size_t number) {
  if (number > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw Error("a datatype cannot have so many blocks, or blocks of such a size");
  }
  return static_cast<int>(number);
}

/// The arguments of the constructors, in units of bytes.
struct Arguments {
  std::vector<int> lengths;
  std::vector<MPI_Aint> starts;
};

Arguments arguments_of(std::span<const Block> blocks) {
  Arguments arguments;
  for (const Block& block : blocks) {
    arguments.lengths.push_back(to_int(block.size_bytes));
    arguments.starts.push_back(static_cast<MPI_Aint>(block.start_bytes));
  }
  return arguments;
}

MPI_Datatype vector_of(std::span<const Block> blocks) {
  const MPI_Aint stride =
      blocks.size() < 2 ? 0 : static_cast<MPI_Aint>(blocks[1].start_bytes - blocks[0].start_bytes);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const int length = blocks.empty() ? 0 : to_int(blocks.front().size_bytes);
  check(MPI_Type_create_hvector(to_int(blocks.size()), length, stride, MPI_BYTE, &type),
        "MPI_Type_create_hvector");
  return type;
}

/// The members of a structure are numbers of 4 bytes, in turns integers and floating-point numbers.
MPI_Datatype structure_of(std::span<const Block> blocks) {
  Arguments arguments = arguments_of(blocks);
  std::vector<MPI_Datatype> members;
  for (int& length : arguments.lengths) {
    if (length % 4 != 0) throw Error("the members of a structure are numbers of 4 bytes");
    length /= 4;
    members.push_back(members.size() % 2 == 0 ? MPI_INT32_T : MPI_FLOAT);
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(MPI_Type_create_struct(to_int(blocks.size()), arguments.lengths.data(),
                               arguments.starts.data(), members.data(), &type),
        "MPI_Type_create_struct");
  return type;
}

MPI_Datatype indexed_of(std::span<const Block> blocks) {
  const Arguments arguments = arguments_of(blocks);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(MPI_Type_create_hindexed(to_int(blocks.size()), arguments.lengths.data(),
                                 arguments.starts.data(), MPI_BYTE, &type),
        "MPI_Type_create_hindexed");
  return type;
}

}  // namespace

BlockType::BlockType(BlockConstructor constructor, std::span<const Block> blocks) {
  switch (constructor) {
    case BlockConstructor::vector:
      type_ = vector_of(blocks);
      break;
    case BlockConstructor::indexed:
      type_ = indexed_of(blocks);
      break;
    case BlockConstructor::structure:
      type_ = structure_of(blocks);
      break;
  }
  check(MPI_Type_commit(&type_), "MPI_Type_commit");
}

// MPI_Pack and MPI_Unpack need a communicator only for the representation of data, and all
// processes of a layer have the same.

void BlockType::pack(const std::byte* from, Bytes packed) const {
  Count position = 0;
  check(STROBE_MPI_COUNT(MPI_Pack)(from, 1, type_, packed.data(), to_count(packed.size()),
                                   &position, MPI_COMM_WORLD),
        "MPI_Pack");
}

void BlockType::unpack(ConstBytes packed, std::byte* into) const {
  Count position = 0;
  check(STROBE_MPI_COUNT(MPI_Unpack)(packed.data(), to_count(packed.size()), &position, into, 1,
                                     type_, MPI_COMM_WORLD),
        "MPI_Unpack");
}

}  // namespace strobe::layer::mpi
