// SPDX-License-Identifier: BSD-3-Clause
//
// The family over the layer that this library is built for.
#include "kernels/matrix/entries.hpp"

#include STROBE_LAYER_HEADER

template std::vector<strobe::kernels::CatalogueEntry<STROBE_LAYER>>
strobe::kernels::matrix_entries<STROBE_LAYER>();
