// SPDX-License-Identifier: BSD-3-Clause
//
// A network in a file: a JSON object with the fields of a Network, all of them and no others.
#pragma once

#include <filesystem>
#include <string>

#include "bcs/simulation/network.hpp"

namespace strobe::bcs::simulation {

/// The text of the file of a network.
[[nodiscard]] std::string to_json(const Network& network);

/// Throws strobe::Error with the file and the error in it.
[[nodiscard]] Network network_in(const std::filesystem::path& file);

/// A network by its name, or else from a file.
[[nodiscard]] Network network_of(const std::string& name);

}  // namespace strobe::bcs::simulation
