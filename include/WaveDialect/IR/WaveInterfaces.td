//===- WaveInterfaces.td - What passes may ask an operation --*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation states here, once, what analyses, transforms and conversions need to
// know of it. None of them has a list of operations of its own for these properties.
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

/// Defined for all operands and all sets of active lanes, so that a pass may execute the
/// operation where the program does not.
def Wave_AlwaysDefined : Wave_OpTrait<"AlwaysDefined">;

/// If the first operand is the same in all active lanes, it is also the result.
def Wave_KeepsUniformValue : Wave_OpTrait<"KeepsUniformValue">;

/// Reads the lanes of its own quad only, which must all be active.
def Wave_Quadwise : Wave_OpTrait<"Quadwise">;

/// Works on classes of lanes with equal keys. `wave-expand-partitions` replaces it on
/// targets without such an operation.
def Wave_UsesPartition : Wave_OpTrait<"UsesPartition">;

def Wave_UniformityInterface : OpInterface<"UniformityInterface"> {
  let cppNamespace = "::mlir::wave";
  let description = [{
    An operation that knows which lanes get the same result. For operations without
    this interface, equal operands give equal results if the operation is pure, and
    nothing is known otherwise.
  }];
  let methods = [
    InterfaceMethod<"The largest set of lanes that get the same result.",
                    "::mlir::wave::UniformityStep", "inferUniformity",
                    (ins "const ::mlir::wave::UniformityQuery &":$query)>,
  ];
}

/// How an operation answers `inferUniformity`: the rest of the method's declaration.
class Wave_Uniformity<string rest> {
  code declaration =
      "::mlir::wave::UniformityStep inferUniformity(const ::mlir::wave::UniformityQuery &query)" # rest;
}
class Wave_UniformityIs<string step>
    : Wave_Uniformity<" { return ::mlir::wave::UniformityStep::" # step # "; }">;

def Wave_SameForGroup : Wave_UniformityIs<"Group">;
def Wave_SameForWave : Wave_UniformityIs<"Wave">;
def Wave_OwnOfLane : Wave_UniformityIs<"Lane">;
/// One result for the wave; waves with the same operands get the same.
def Wave_OncePerWave : Wave_Uniformity<" { return query.inferOncePerWave(*this); }">;
/// One result for the wave, which depends on how many lanes are active.
def Wave_CountsLanes : Wave_Uniformity<" { return query.inferCount(*this); }">;
/// One result for the quad.
def Wave_OncePerQuad : Wave_Uniformity<" { return query.inferOncePerQuad(*this); }">;
/// The operation defines the method in C++.
def Wave_OwnUniformity : Wave_Uniformity<";">;

#endif // WAVEDIALECT_IR_WAVEINTERFACES_TD
