// SPDX-License-Identifier: BSD-3-Clause
//
// The family over the layer that this library is built for.
#include "kernels/library/entries.hpp"

#include STROBE_LAYER_HEADER

template std::vector<strobe::kernels::Entry<STROBE_LAYER>>
strobe::kernels::library_entries<STROBE_LAYER>();
