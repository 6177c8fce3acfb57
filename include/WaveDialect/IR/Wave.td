//===- Wave.td - All definitions of the wave dialect ---------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVE_TD
#define WAVEDIALECT_IR_WAVE_TD

include "WaveDialect/IR/WaveDialect.td"
include "WaveDialect/IR/WaveEnums.td"
include "WaveDialect/IR/WaveAttrs.td"
include "WaveDialect/IR/WaveTypes.td"
include "WaveDialect/IR/WaveFunctionOps.td"
include "WaveDialect/IR/WaveGroupOps.td"
include "WaveDialect/IR/WaveLaneOps.td"
include "WaveDialect/IR/WaveVoteOps.td"
include "WaveDialect/IR/WaveReduceOps.td"
include "WaveDialect/IR/WaveReadOps.td"
include "WaveDialect/IR/WaveQuadOps.td"
include "WaveDialect/IR/WaveBitOps.td"
include "WaveDialect/IR/WaveMemoryOps.td"
include "WaveDialect/IR/WaveByteOps.td"
include "WaveDialect/IR/WaveCoherentOps.td"
include "WaveDialect/IR/WaveTableOps.td"
include "WaveDialect/IR/WaveSpecializationOps.td"
include "WaveDialect/IR/WaveImageOps.td"
include "WaveDialect/IR/WaveMeshOps.td"
include "WaveDialect/IR/WavePipeOps.td"
include "WaveDialect/IR/WaveAsyncCopyOps.td"
include "WaveDialect/IR/WaveMatrixOps.td"
include "WaveDialect/IR/WaveMatrixTileOps.td"
include "WaveDialect/IR/WaveCheckOps.td"
include "WaveDialect/IR/WavePrintOps.td"

#endif // WAVEDIALECT_IR_WAVE_TD
