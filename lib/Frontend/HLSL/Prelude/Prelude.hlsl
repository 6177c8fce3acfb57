//===- Prelude.hlsl - What every shader includes first ------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma GCC system_header
#include "Types.hlsl"

#include "Intrinsics.hlsl"

#include "Functions.hlsl"

#include "Logic.hlsl"
#include "Bits.hlsl"
#include "Groups.hlsl"
#include "Math.hlsl"
#include "Matrices.hlsl"

#include "Atomics.hlsl"
#include "Resources.hlsl"
#include "WaveMatrices.hlsl"
