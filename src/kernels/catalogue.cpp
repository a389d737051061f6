// SPDX-License-Identifier: BSD-3-Clause
//
// The catalogue over the layer that this library is built for.
#include "kernels/catalogue.hpp"

#include STROBE_LAYER_HEADER

template const std::vector<strobe::kernels::CatalogueEntry<STROBE_LAYER>>&
strobe::kernels::catalogue<STROBE_LAYER>();
template const strobe::kernels::CatalogueEntry<STROBE_LAYER>&
    strobe::kernels::find_kernel<STROBE_LAYER>(std::string_view);
