//===- DXIL.td - The whole dialect -------------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "WaveDialect/DXIL/DXILOps.td"
include "WaveDialect/DXIL/DXILCalls.td"
