//===- DXILOps.td - Structure of a module ------------------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_DXILOPS_TD
#define WAVEDIALECT_DXIL_DXILOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "WaveDialect/DXIL/DXILDialect.td"

def DXIL_ModuleOp : Op<DXIL_Dialect, "module", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, SymbolTable, Symbol]> {
  let summary = "One kernel for one shader model";
  let description = [{
    The body contains groupshared memory as `llvm.mlir.global` and the entry as
    `llvm.func`, both of which DXIL names. The attributes become metadata: stage and
    shader model ("6.10"), the threads of a group, `wave_size` as minimum, maximum and
    preferred size (0 for none; a single size is {n, 0, 0}), the bytes of a payload, a
    declared limit of groupshared bytes, whether 16-bit types are native, and the
    resources.

    * C1 `dxil-shader-model`: the model is 6.0 to 6.10; for amplification, 6.5 or later.
    * C2 `dxil-num-threads`: each extent and their product are within the stage's limits.
    * C3 `dxil-wave-size`: sizes are powers of two from 4 to 128; one size requires Shader
      Model 6.6 and a range requires 6.8; only for compute.
    * C4 `dxil-resources`: ids are consecutive within a class; registers do not overlap.
    * C5 `dxil-payload`: only for amplification, at most 16384 bytes.
    * C6 `dxil-group-shared-limit`: a declared limit requires Shader Model 6.10.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DXIL_StageAttr:$stage, StrAttr:$shader_model,
                       DenseI32ArrayAttr:$num_threads,
                       OptionalAttr<DenseI32ArrayAttr>:$wave_size,
                       OptionalAttr<I32Attr>:$group_shared_limit,
                       OptionalAttr<I32Attr>:$payload_bytes, UnitAttr:$native_low_precision,
                       ArrayAttr:$resources);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns n of Shader Model 6.n.
    unsigned getShaderModelMinor();
    /// Returns the entry, the only function with a body.
    ::mlir::LLVM::LLVMFuncOp getEntry();
  }];
}

def DXIL_ExtractOp : Op<DXIL_Dialect, "extract", [Pure]> {
  let summary = "A field of the structure that a function returned";
  let description = [{
    ```mlir
    %x = dxil.extract %loaded[0] : !dxil.res_ret<f32> -> f32
    ```
  }];
  let arguments = (ins AnyType:$aggregate, I32Attr:$field);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$aggregate `[` $field `]` attr-dict `:` type($aggregate) `->` type($result)";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_DXIL_DXILOPS_TD
