// SPDX-License-Identifier: BSD-3-Clause
//
// The family over the layer that this library is built for.
#include "kernels/host/entries.hpp"

#include STROBE_LAYER_HEADER

template std::vector<strobe::kernels::CatalogueEntry<STROBE_LAYER>>
strobe::kernels::host_entries<STROBE_LAYER>();
