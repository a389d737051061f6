// SPDX-License-Identifier: BSD-3-Clause
//
// A network in a file: a JSON object with the fields of a Network. The times that nobody measured
// are missing. A file without `schema`, of the first version of this format, has none of them.
#pragma once

#include <filesystem>
#include <string>

#include "network/network.hpp"

namespace strobe::network {

/// The version of the format that to_json writes.
inline constexpr int schema = 2;

/// The text of the file of a network.
[[nodiscard]] std::string to_json(const Network& network);

/// Throws strobe::Error with the file and the error in it.
[[nodiscard]] Network network_in(const std::filesystem::path& file);

/// A network by its name, or else from a file.
[[nodiscard]] Network network_of(const std::string& name);

}  // namespace strobe::network
