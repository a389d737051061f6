// SPDX-License-Identifier: BSD-3-Clause
//
// A file that several processes write, over MPI-IO.
#pragma once

#include <mpi.h>

#include <string>
#include <utility>

#include "layer/mpi/calls.hpp"

namespace strobe::layer::mpi {

class File {
 public:
  /// Collective over the communicator. Throws strobe::Error if the file exists or cannot be
  /// created.
  File(MPI_Comm communicator, const std::string& path) {
    // The default error handler of files returns error codes.
    check(MPI_File_open(communicator, path.c_str(), MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                        MPI_INFO_NULL, &file_),
          "MPI_File_open");
  }
  File(File&& other) noexcept : file_(std::exchange(other.file_, MPI_FILE_NULL)) {}
  File& operator=(File&&) = delete;
  ~File() {
    if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
  }

  void write_at(std::size_t offset, ConstBytes out) {
    check(STROBE_MPI_COUNT(MPI_File_write_at)(file_, static_cast<MPI_Offset>(offset), out.data(),
                                              to_count(out.size()), MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_write_at");
  }

  void write_at_all(std::size_t offset, ConstBytes out) {
    check(
        STROBE_MPI_COUNT(MPI_File_write_at_all)(file_, static_cast<MPI_Offset>(offset), out.data(),
                                                to_count(out.size()), MPI_BYTE, MPI_STATUS_IGNORE),
        "MPI_File_write_at_all");
  }

  void read_at(std::size_t offset, Bytes in) {
    check(STROBE_MPI_COUNT(MPI_File_read_at)(file_, static_cast<MPI_Offset>(offset), in.data(),
                                             to_count(in.size()), MPI_BYTE, MPI_STATUS_IGNORE),
          "MPI_File_read_at");
  }

  /// Writes as `access` says. Each process has a file pointer of its own, and all processes share
  /// another one; `offset` counts only for Pointer::explicit_offset.
  void write(Access access, std::size_t offset, ConstBytes out);
  void read(Access access, std::size_t offset, Bytes in);
  /// The same without waiting for the end. MPI has no such call for a collective operation on the
  /// shared pointer.
  [[nodiscard]] MPI_Request start_write(Access access, std::size_t offset, ConstBytes out);
  [[nodiscard]] MPI_Request start_read(Access access, std::size_t offset, Bytes in);

  /// Sets the pointer of this process.
  void seek(std::size_t offset) {
    check(MPI_File_seek(file_, static_cast<MPI_Offset>(offset), MPI_SEEK_SET), "MPI_File_seek");
  }
  /// Sets the pointer of all processes. Collective.
  void seek_shared(std::size_t offset) {
    check(MPI_File_seek_shared(file_, static_cast<MPI_Offset>(offset), MPI_SEEK_SET),
          "MPI_File_seek_shared");
  }

  void sync() { check(MPI_File_sync(file_), "MPI_File_sync"); }

  [[nodiscard]] std::size_t size_bytes() {
    MPI_Offset size = 0;
    check(MPI_File_get_size(file_, &size), "MPI_File_get_size");
    return static_cast<std::size_t>(size);
  }

 private:
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace strobe::layer::mpi
