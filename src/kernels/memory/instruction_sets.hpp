// SPDX-License-Identifier: BSD-3-Clause
//
// The attributes that compile one function for an instruction set, whatever the options of its
// file. Vectors of AVX-512 are only used in their full width where that is asked for.
#pragma once

#define STROBE_TARGET_AVX2 gnu::target("avx2,fma")
#define STROBE_TARGET_AVX512 \
  gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512")
