// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/mpi_layer.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

namespace strobe::layer::mpi {
namespace {

/// A committed MPI type for a strided shape, freed at the end of its scope.
class VectorType {
 public:
  explicit VectorType(Strided shape) {
#if MPI_VERSION >= 4
    check(MPI_Type_create_hvector_c(to_count(shape.count), to_count(shape.block_bytes),
                                    to_count(shape.stride_bytes), MPI_BYTE, &type_),
          "MPI_Type_create_hvector");
#else
    check(MPI_Type_create_hvector(to_count(shape.count), to_count(shape.block_bytes),
                                  static_cast<MPI_Aint>(shape.stride_bytes), MPI_BYTE, &type_),
          "MPI_Type_create_hvector");
#endif
    check(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~VectorType() { MPI_Type_free(&type_); }
  VectorType(const VectorType&) = delete;
  VectorType& operator=(const VectorType&) = delete;
  [[nodiscard]] MPI_Datatype handle() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace

void fail(int code, const char* function) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(fmt::format("{} failed: {}", function,
                          std::string_view(text.data(), static_cast<std::size_t>(length))));
}

MpiLayer MpiLayer::duplicate_of(MPI_Comm communicator) {
  MPI_Comm owned = MPI_COMM_NULL;
  check(MPI_Comm_dup(communicator, &owned), "MPI_Comm_dup");
  return MpiLayer(owned);
}

MpiLayer::MpiLayer(MPI_Comm owned) : communicator_(owned) {
  // Errors come back as codes, so that one sentence can name the call. Those of a wait for several
  // requests belong to no communicator: they are MPI_COMM_SELF's, before MPI 4 MPI_COMM_WORLD's.
  for (const MPI_Comm each : {communicator_, MPI_COMM_SELF, MPI_COMM_WORLD}) {
    check(MPI_Comm_set_errhandler(each, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  check(MPI_Comm_rank(communicator_, &rank_.value), "MPI_Comm_rank");
  check(MPI_Comm_size(communicator_, &size_), "MPI_Comm_size");
}

MpiLayer::~MpiLayer() {
  if (communicator_ != MPI_COMM_NULL) MPI_Comm_free(&communicator_);
}

std::optional<MpiLayer> MpiLayer::first_ranks(int count) {
  MPI_Comm part = MPI_COMM_NULL;
  const int colour = rank_.value < count ? 0 : MPI_UNDEFINED;
  check(MPI_Comm_split(communicator_, colour, rank_.value, &part), "MPI_Comm_split");
  if (part == MPI_COMM_NULL) return std::nullopt;
  return MpiLayer(part);
}

void MpiLayer::send_strided(const std::byte* from, Strided shape, Rank target, Tag tag) {
  const VectorType type(shape);
  check(MPI_Send(from, 1, type.handle(), target.value, tag.value, communicator_), "MPI_Send");
}

void MpiLayer::receive_strided(std::byte* into, Strided shape, Rank source, Tag tag) {
  const VectorType type(shape);
  check(MPI_Recv(into, 1, type.handle(), source.value, tag.value, communicator_, MPI_STATUS_IGNORE),
        "MPI_Recv");
}

std::size_t MpiLayer::bytes_of(const MPI_Status& status) {
  Count bytes = 0;
  check(STROBE_MPI_COUNT(MPI_Get_count)(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  return static_cast<std::size_t>(bytes);
}

}  // namespace strobe::layer::mpi
