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
    A kernel runs in groups. A group consists of *waves*, and a wave consists of
    *lanes* that execute together; the number of lanes is a power of two from 4
    to 128. The dialect adds what upstream dialects lack: functions that state
    how many waves run them (`num_waves`, HLSL proposal 0054), the indices and
    counts of waves and lanes (HLSL proposal 0048 and Shader Model 6.0),
    operations across the lanes of a wave, groupshared memory sized by the
    number of waves, barriers, and early returns of kernels. Arithmetic, control
    flow and memory access use the upstream dialects `arith`, `math`, `vector`,
    `scf` and `memref`.

    **Types.** Values are `i1 i16 i32 i64 f16 bf16 f32 f64` and vectors of 2 to 4 of
    these; operations across lanes take vectors elementwise. Memory holds
    scalars (`memref<?xf32>`), but not `i1`; `vector.load` and `vector.store`
    access the components of a vector as consecutive scalars.

    **Active lanes.** An operation across lanes sees exactly the lanes that
    reach it through the structured control flow as written. Lanes that left a
    loop, took the other branch or retired do not participate; control flow
    reconverges at the end of each `scf` region. These operations read a
    dedicated resource (`wave.execution`), so that upstream passes neither hoist
    nor sink them and merge two of them only within one block. Barriers, atomics
    and `wave.retire_if` also write it.

    **Indices and counts.** Lane 0 is the lane with the smallest index; "the
    first lane" is the active lane with the smallest index. All indices and
    counts are unsigned `i32`. The size of a wave counts all lanes, active or
    not.

    **Helper lanes** exist in pixel kernels only, to fill quads. Unless an
    operation says otherwise, a helper lane does not participate in operations
    across lanes, its results of them are undefined, and it stores nothing.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class Wave_Op<string mnemonic, list<Trait> traits = []>
    : Op<Wave_Dialect, mnemonic, traits>;

/// The set of executing lanes of each wave, and the barriers they have passed.
def Wave_Execution : Resource<"::mlir::wave::ExecutionResource">;

/// The effect of operations across lanes: their results depend on the active
/// lanes, so passes must not move them across control flow, but may erase
/// unused ones.
def Wave_ReadsActiveLanes : MemoryEffects<[MemRead<Wave_Execution>]>;

/// The effect of operations that order or retire lanes. It includes the default
/// resource, because a pass that distinguishes resources would otherwise move a
/// load across.
def Wave_OrdersLanes : MemoryEffects<[
    MemRead<Wave_Execution>, MemWrite<Wave_Execution>,
    MemRead<DefaultResource>, MemWrite<DefaultResource>]>;

/// The effects of an access of memory that may be coherent: `addAccessEffects` decides.
def Wave_AccessEffects : DeclareOpInterfaceMethods<MemoryEffectsOpInterface>;

/// An operation that states which lanes get the same result.
class Wave_UniformityOp<string mnemonic, Wave_Uniformity uniformity, list<Trait> traits = []>
    : Wave_Op<mnemonic, !listconcat(traits, [Wave_UniformityInterface])> {
  let extraClassDeclaration = uniformity.declaration;
}

/// A pure query with known bounds, which integer range analysis uses.
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

/// The operand of a lane operation; its verifier names the supported types.
def Wave_Element : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index, AnyVectorOfNonZeroRank],
                             "a scalar or a vector">;

/// The lanes of a wave, one bit each: lane 0 is the lowest bit of component 0.
/// It is a plain vector so that upstream operations can compute with it.
def Wave_Mask : Type<VectorOfLengthAndType<[4], [I32]>.predicate, "a mask, vector<4xi32>",
                     "::mlir::VectorType">,
    BuildableType<"::mlir::VectorType::get({4}, $_builder.getI32Type())">;

#endif // WAVEDIALECT_IR_WAVEDIALECT_TD
