//===- WaveDialect.td - The dialect and its base classes -----*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEDIALECT_TD
#define WAVEDIALECT_IR_WAVEDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "WaveDialect/IR/WaveInterfaces.td"

def Wave_Dialect : Dialect {
  let name = "wave";
  let cppNamespace = "::mlir::wave";
  let summary = "Group and wave operations of GPU programs";
  let description = [{
    A kernel runs in groups; a group is a number of *waves*, and a wave is a
    power of two of *lanes*, from 4 to 128, that execute together. The dialect
    holds what upstream lacks to say this: functions that state how many waves
    run them (`num_waves`, HLSL proposal 0054), the numbers of waves and lanes
    (HLSL proposal 0048 and Shader Model 6.0), operations across the lanes of a
    wave, groupshared memory sized by the number of waves, barriers, and a
    kernel's early return. Arithmetic, control flow and memory access are
    upstream's `arith`, `math`, `vector`, `scf` and `memref`.

    **Types.** Values are `i1 i16 i32 i64 f16 f32 f64` and vectors of 2 to 4 of
    one; operations across lanes take vectors elementwise. Memory holds scalars
    (`memref<?xf32>`), never `i1`: a vector is loaded and stored as its components
    one after the other by `vector.load` and `vector.store`.

    **Active lanes.** An operation across lanes sees exactly the lanes that
    reach it by the structured control flow as written. Lanes that left a loop,
    took the other branch or retired take no part; control flow reconverges at
    the end of each `scf` region. Such operations read a resource of their own
    (`wave.execution`), so that upstream's passes neither hoist nor sink them
    and merge two of them only within one block; barriers, atomics and retiring
    also write it.

    **Numbers.** Lane 0 is the lane with the smallest index, and "the first
    lane" is the active lane with the smallest index. All numbers are `i32` and
    unsigned. A wave's size is counted in lanes, active or not.

    **Helper lanes** exist in pixel kernels only, to fill quads. Unless an
    operation says otherwise, one takes no part in operations across lanes, and
    what it gets from them is undefined; it stores nothing.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class Wave_Op<string mnemonic, list<Trait> traits = []>
    : Op<Wave_Dialect, mnemonic, traits>;

/// Which lanes of which waves execute, and what they have agreed on so far.
def Wave_Execution : Resource<"::mlir::wave::ExecutionResource">;

/// The effect of operations across lanes: they depend on which lanes are active,
/// so nothing may move one across control flow, but an unused one may go.
def Wave_ReadsActiveLanes : MemoryEffects<[MemRead<Wave_Execution>]>;

/// The effect of what orders lanes or ends them. It names the default resource as
/// well, because a pass that looks at resources would otherwise carry a load across.
def Wave_OrdersLanes : MemoryEffects<[
    MemRead<Wave_Execution>, MemWrite<Wave_Execution>,
    MemRead<DefaultResource>, MemWrite<DefaultResource>]>;

/// An operation that states which lanes get the same result.
class Wave_UniformityOp<string mnemonic, Wave_Uniformity uniformity, list<Trait> traits = []>
    : Wave_Op<mnemonic, !listconcat(traits, [Wave_UniformityInterface])> {
  let extraClassDeclaration = uniformity.declaration;
}

/// A number with known bounds: pure, and integer range analysis knows it.
class Wave_NumberOp<string mnemonic, Wave_Uniformity uniformity>
    : Wave_UniformityOp<mnemonic, uniformity, [
        Pure, DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>]> {
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

/// An operation across the lanes that are active when it executes.
class Wave_LaneOp<string mnemonic, Wave_Uniformity uniformity, list<Trait> traits = []>
    : Wave_UniformityOp<mnemonic, uniformity,
                        !listconcat(traits, [Wave_ReadsActiveLanes, Wave_ReadsLanes])>;

/// What a lane operation may carry; its verifier names the supported types.
def Wave_Element : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index, AnyVectorOfNonZeroRank],
                             "a scalar or a vector">;

/// The lanes of a wave, one bit each: lane 0 is the lowest bit of component 0. A
/// vector, not a type of its own, so that arithmetic on it is upstream's.
def Wave_Mask : Type<VectorOfLengthAndType<[4], [I32]>.predicate, "a mask, vector<4xi32>",
                     "::mlir::VectorType">,
    BuildableType<"::mlir::VectorType::get({4}, $_builder.getI32Type())">;

#endif // WAVEDIALECT_IR_WAVEDIALECT_TD
