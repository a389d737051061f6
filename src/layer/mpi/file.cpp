// SPDX-License-Identifier: BSD-3-Clause
#include "layer/mpi/file.hpp"

namespace strobe::layer::mpi {
namespace {

[[noreturn]] void refuse_ordered() {
  throw Error("MPI has no nonblocking collective operation on the shared file pointer");
}

}  // namespace

void File::write(Access access, std::size_t offset, ConstBytes out) {
  const Count count = to_count(out.size());
  const void* from = out.data();
  switch (access.pointer) {
    case Pointer::explicit_offset:
      return access.collective ? write_at_all(offset, out) : write_at(offset, out);
    case Pointer::individual:
      if (access.collective) {
        return check(
            STROBE_MPI_COUNT(MPI_File_write_all)(file_, from, count, MPI_BYTE, MPI_STATUS_IGNORE),
            "MPI_File_write_all");
      }
      return check(
          STROBE_MPI_COUNT(MPI_File_write)(file_, from, count, MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_write");
    case Pointer::shared:
      if (access.collective) {
        return check(STROBE_MPI_COUNT(MPI_File_write_ordered)(file_, from, count, MPI_BYTE,
                                                              MPI_STATUS_IGNORE),
                     "MPI_File_write_ordered");
      }
      return check(
          STROBE_MPI_COUNT(MPI_File_write_shared)(file_, from, count, MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_write_shared");
  }
}

void File::read(Access access, std::size_t offset, Bytes in) {
  const Count count = to_count(in.size());
  void* into = in.data();
  switch (access.pointer) {
    case Pointer::explicit_offset:
      if (access.collective) {
        return check(
            STROBE_MPI_COUNT(MPI_File_read_at_all)(file_, static_cast<MPI_Offset>(offset), into,
                                                   count, MPI_BYTE, MPI_STATUS_IGNORE),
            "MPI_File_read_at_all");
      }
      return read_at(offset, in);
    case Pointer::individual:
      if (access.collective) {
        return check(
            STROBE_MPI_COUNT(MPI_File_read_all)(file_, into, count, MPI_BYTE, MPI_STATUS_IGNORE),
            "MPI_File_read_all");
      }
      return check(STROBE_MPI_COUNT(MPI_File_read)(file_, into, count, MPI_BYTE, MPI_STATUS_IGNORE),
                   "MPI_File_read");
    case Pointer::shared:
      if (access.collective) {
        return check(STROBE_MPI_COUNT(MPI_File_read_ordered)(file_, into, count, MPI_BYTE,
                                                             MPI_STATUS_IGNORE),
                     "MPI_File_read_ordered");
      }
      return check(
          STROBE_MPI_COUNT(MPI_File_read_shared)(file_, into, count, MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_read_shared");
  }
}

MPI_Request File::start_write(Access access, std::size_t offset, ConstBytes out) {
  const Count count = to_count(out.size());
  const auto at = static_cast<MPI_Offset>(offset);
  const void* from = out.data();
  if (access.pointer == Pointer::shared && access.collective) refuse_ordered();
  return started("MPI_File_iwrite", [&](MPI_Request* request) {
    switch (access.pointer) {
      case Pointer::explicit_offset:
        return access.collective ? STROBE_MPI_COUNT(MPI_File_iwrite_at_all)(file_, at, from, count,
                                                                            MPI_BYTE, request)
                                 : STROBE_MPI_COUNT(MPI_File_iwrite_at)(file_, at, from, count,
                                                                        MPI_BYTE, request);
      case Pointer::individual:
        return access.collective
                   ? STROBE_MPI_COUNT(MPI_File_iwrite_all)(file_, from, count, MPI_BYTE, request)
                   : STROBE_MPI_COUNT(MPI_File_iwrite)(file_, from, count, MPI_BYTE, request);
      case Pointer::shared:
        break;
    }
    return STROBE_MPI_COUNT(MPI_File_iwrite_shared)(file_, from, count, MPI_BYTE, request);
  });
}

MPI_Request File::start_read(Access access, std::size_t offset, Bytes in) {
  const Count count = to_count(in.size());
  const auto at = static_cast<MPI_Offset>(offset);
  void* into = in.data();
  if (access.pointer == Pointer::shared && access.collective) refuse_ordered();
  return started("MPI_File_iread", [&](MPI_Request* request) {
    switch (access.pointer) {
      case Pointer::explicit_offset:
        return access.collective
                   ? STROBE_MPI_COUNT(MPI_File_iread_at_all)(file_, at, into, count, MPI_BYTE,
                                                             request)
                   : STROBE_MPI_COUNT(MPI_File_iread_at)(file_, at, into, count, MPI_BYTE, request);
      case Pointer::individual:
        return access.collective
                   ? STROBE_MPI_COUNT(MPI_File_iread_all)(file_, into, count, MPI_BYTE, request)
                   : STROBE_MPI_COUNT(MPI_File_iread)(file_, into, count, MPI_BYTE, request);
      case Pointer::shared:
        break;
    }
    return STROBE_MPI_COUNT(MPI_File_iread_shared)(file_, into, count, MPI_BYTE, request);
  });
}

}  // namespace strobe::layer::mpi
