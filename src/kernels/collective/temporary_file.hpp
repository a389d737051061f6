// SPDX-License-Identifier: BSD-3-Clause
//
// A file for a measurement. It is unlinked as soon as it is open, so that no file remains however
// the processes end.
#pragma once

#include <unistd.h>

#include <array>
#include <filesystem>
#include <span>
#include <system_error>

#include "base/format.hpp"
#include "strobe/message_layer.hpp"

namespace strobe::kernels {

/// A file of all ranks in `folder`, which all must see. Rank 0 chooses a name that no other run
/// has, and broadcasts it.
template <layer::Files L>
[[nodiscard]] typename L::File temporary_file(L& layer, const std::filesystem::path& folder) {
  std::array<char, 1024> name{};
  if (layer.rank() == layer::Rank{0}) {
    const auto path = folder / base::format("strobe-{}-{}.tmp", getpid(), L::now().count());
    path.string().copy(name.data(), name.size() - 1);
  }
  layer.broadcast(std::as_writable_bytes(std::span(name)), layer::Rank{0});
  typename L::File file = layer.create_file(name.data());
  layer.barrier();
  std::error_code ignored;
  if (layer.rank() == layer::Rank{0}) std::filesystem::remove(name.data(), ignored);
  return file;
}

/// A file of this rank alone.
template <layer::FileAccess L>
[[nodiscard]] typename L::File own_temporary_file(L& layer, const std::filesystem::path& folder) {
  const auto path = folder / base::format("strobe-{}-{}-own.tmp", getpid(), L::now().count());
  typename L::File file = layer.create_own_file(path.string());
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return file;
}

}  // namespace strobe::kernels
