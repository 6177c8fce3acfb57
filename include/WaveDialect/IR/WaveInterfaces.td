//===- WaveInterfaces.td - What passes may ask an operation --*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation states here the properties that analyses, transforms and
// conversions need, so that none of them lists operations of its own for these
// properties.
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEINTERFACES_TD
#define WAVEDIALECT_IR_WAVEINTERFACES_TD

include "mlir/IR/OpBase.td"

class Wave_OpTrait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::wave";
}

/// The result depends on the operands of the active lanes of the wave, and on which
/// lanes are active. Every `Wave_LaneOp` has this trait.
def Wave_ReadsLanes : Wave_OpTrait<"ReadsLanes">;

/// The first operand is a scalar or a vector of 2 to 4 (rule `element-type`), and each
/// component of a vector is handled on its own.
def Wave_Componentwise : Wave_OpTrait<"Componentwise">;

/// The first operand is an `i1` (rule `predicate-not-bool`).
def Wave_TakesPredicate : Wave_OpTrait<"TakesPredicate">;

/// The operation is defined for all operands and all sets of active lanes, so a
/// pass may execute it where the program does not.
def Wave_AlwaysDefined : Wave_OpTrait<"AlwaysDefined">;

/// If the first operand is the same in all active lanes, the result equals it.
def Wave_KeepsUniformValue : Wave_OpTrait<"KeepsUniformValue">;

/// The operation reads only lanes of its own quad, which must all be active.
def Wave_Quadwise : Wave_OpTrait<"Quadwise">;

/// The operation works on classes of lanes with equal keys.
/// `wave-expand-partitions` replaces it on targets that lack it.
def Wave_UsesPartition : Wave_OpTrait<"UsesPartition">;

/// Accesses of the wave before the operation precede those after it, and other
/// waves may access memory in between: no pass moves, merges or removes an access
/// across it, and no pass executes it where the program does not. All barriers
/// and all steps of a pipe have this trait.
def Wave_OrdersAccesses : Wave_OpTrait<"OrdersAccesses">;

/// The wave waits for some waves of its group, or signals them; the other waves need
/// not reach the operation, and these waves may be at other operations. The live lanes
/// of the wave reach it together. Passes add barriers of the group to a kernel that
/// has one only before its first operation: elsewhere a wave could wait at the barrier
/// for a wave that waits for it.
def Wave_OrdersSomeWaves : Wave_OpTrait<"OrdersSomeWaves">;

/// All lanes of a wave that have not retired execute the operation together, with the
/// same scalar operands. `wave-verify-matrices` checks both.
def Wave_WholeWave : Wave_OpTrait<"WholeWave">;

def Wave_PipeStepInterface : OpInterface<"PipeStepInterface"> {
  let cppNamespace = "::mlir::wave";
  let description = [{
    Operations by which a wave enters or leaves a stage of a pipe. All of them
    have the trait `OrdersSomeWaves`.
  }];
  let methods = [
    InterfaceMethod<"The pipe.", "::mlir::Value", "getPipe">,
    InterfaceMethod<"What the wave does.", "::mlir::wave::PipeStep", "getStep">,
  ];
}

def Wave_UniformityInterface : OpInterface<"UniformityInterface"> {
  let cppNamespace = "::mlir::wave";
  let description = [{
    Operations that know which lanes get the same result. Other operations give
    equal results for equal operands if they are pure; nothing is known about
    the rest.
  }];
  let methods = [
    InterfaceMethod<"The largest set of lanes that get the same result.",
                    "::mlir::wave::UniformityStep", "inferUniformity",
                    (ins "const ::mlir::wave::UniformityQuery &":$query)>,
  ];
}

/// The rest of the declaration of `inferUniformity`: its definition, or `;`.
class Wave_Uniformity<string rest> {
  code declaration =
      "::mlir::wave::UniformityStep inferUniformity(const ::mlir::wave::UniformityQuery &query)" # rest;
}
class Wave_UniformityIs<string step>
    : Wave_Uniformity<" { return ::mlir::wave::UniformityStep::" # step # "; }">;

def Wave_SameForGroup : Wave_UniformityIs<"Group">;
def Wave_SameForWave : Wave_UniformityIs<"Wave">;
def Wave_OwnOfLane : Wave_UniformityIs<"Lane">;
/// One result for each wave; waves with the same operands get the same result.
def Wave_OncePerWave : Wave_Uniformity<" { return query.inferOncePerWave(*this); }">;
/// One result for each wave, which depends on the number of active lanes.
def Wave_CountsLanes : Wave_Uniformity<" { return query.inferCount(*this); }">;
/// One result for each quad.
def Wave_OncePerQuad : Wave_Uniformity<" { return query.inferOncePerQuad(*this); }">;
/// The operation defines the method in C++.
def Wave_OwnUniformity : Wave_Uniformity<";">;

#endif // WAVEDIALECT_IR_WAVEINTERFACES_TD
