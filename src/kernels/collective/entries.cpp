// SPDX-License-Identifier: BSD-3-Clause
//
// The family over the layer that this library is built for.
#include "kernels/collective/entries.hpp"

#include STROBE_LAYER_HEADER

template std::vector<strobe::kernels::CatalogueEntry<STROBE_LAYER>>
strobe::kernels::collective_entries<STROBE_LAYER>();
