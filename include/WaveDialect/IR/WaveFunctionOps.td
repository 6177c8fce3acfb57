//===- WaveFunctionOps.td - Kernels, helpers, calls and retiring -*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_IR_WAVEFUNCTIONOPS_TD
#define WAVEDIALECT_IR_WAVEFUNCTIONOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "WaveDialect/IR/WaveAttrs.td"

def Wave_FuncOp : Wave_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A kernel, or a helper that kernels call";
  let description = [{
    A function with the attribute `kernel` is launched in groups; one without it
    is a helper, called by `wave.call` and inlined by every pipeline. A kernel
    says how a group is made: `num_waves(X)` launches X waves whatever their
    size (HLSL proposal 0054), `num_threads(X, Y, Z)` as many as the threads
    need. The body is one block; control flow inside is `scf.if`, `scf.for` and
    `scf.while`.

    `wave_size(a)`, `wave_size(min, max)` or `wave_size(min, max, preferred)`
    states which sizes the kernel is right for, in lanes. Without it a
    `num_waves` kernel has every size of 4..128 in range, and a `num_threads`
    kernel runs at the target's own size.

    Arguments of a kernel are buffers (`memref<?xT>` of a scalar with a
    `wave.binding`), images (`!wave.image` with a `wave.binding`), and scalars and
    vectors of 2 to 4 (with a `wave.element` that gives the sign).

    ```mlir
    wave.func @min_max(%depth: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                       %width: i32 {wave.element = ui32})
        kernel stage(compute) num_waves(2) wave_size(8, 32) {
      wave.return
    }
    ```

    Rules, each with the id that its error ends in:

    * C1 `num-waves-with-num-threads`: a kernel states one of them, not both.
    * C2 `num-waves-zero`: the number of waves is positive.
    * C3 `num-waves-stage`: `num_waves` stands on compute and amplification only.
    * C4 `no-group-size`: a kernel of a stage with groups states one of them.
    * C5 `num-threads-zero`: all three numbers of threads are positive.
    * C6 `num-threads-stage`: `num_threads` stands on stages with groups only.
    * C7 `wave-size-range`: each size is within 4..128.
    * C8 `wave-size-power-of-two`: each size is a power of two.
    * C9 `wave-size-order`: the smallest size is below the largest.
    * C10 `wave-size-preferred`: the preferred size is within the range.
    * C11 `kernel-result`: a kernel returns nothing.
    * C12 `buffer-element`: buffers hold `i16 i32 i64 f16 f32 f64`.
    * C13 `buffer-rank`: buffers have rank one and dynamic length.
    * C14 `buffer-binding`: each buffer of a kernel has a binding whose element
      fits it.
    * C15 `argument-type`: everything else that is passed is an image, one of `i1
      i16 i32 i64 f16 f32 f64` or a vector of 2 to 4 of one; a kernel's scalar or
      vector has a `wave.element` that fits it.
    * C16 `node-launch`: a node says how it is launched, and nothing else does.
    * C17 `helper-attribute`: a helper states `num_waves` at most.
    * C18 `groupshared-limit-zero`: a stated limit is positive, in bytes.
    * C19 `num-waves-not-integer`: the number of waves is an integer.
    * C20 `shader-model-text`: the least shader model is text like "6.10".
    * C21 `image-binding`: each image of a kernel has a binding whose element fits
      it.

    Source: HLSL proposal 0054 (`num_waves`), 0013 (`wave_size`).
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    UnitAttr:$kernel,
    UnitAttr:$exported,
    OptionalAttr<Wave_StageAttr>:$stage,
    OptionalAttr<Wave_NodeLaunchAttr>:$node_launch,
    OptionalAttr<AnyAttr>:$num_waves,
    OptionalAttr<DenseI32ArrayAttr>:$num_threads,
    OptionalAttr<DenseI32ArrayAttr>:$wave_size,
    OptionalAttr<StrAttr>:$shader_model,
    OptionalAttr<I32Attr>:$group_shared_limit);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    Region *getCallableRegion() { return &getBody(); }
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }

    /// The stated number of waves; none for `num_threads` and most helpers.
    std::optional<int64_t> getNumWavesValue();
    /// Sizes that the kernel is right for, in lanes, ascending; {4..128} unless
    /// stated. `num_threads` kernels without a statement have all of them too.
    SmallVector<int32_t> getWaveSizes();
    /// The preferred size, where `wave_size` has three numbers.
    std::optional<int32_t> getPreferredWaveSize();
    /// The stage, compute unless stated.
    Stage getStageOrDefault();
  }];
}

def Wave_ReturnOp : Wave_Op<"return", [
    Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "The end of a function";
  let description = [{
    Ends a kernel without operands and a helper with its results. It is the only
    terminator of a `wave.func`; an early end is `wave.retire_if` in a kernel and
    a carried flag in a helper.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ValueRange()); }]>];
  let hasVerifier = 1;
}

def Wave_CallOp : Wave_Op<"call", [
    CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A call of a helper";
  let description = [{
    All active lanes enter the helper, and all of them leave it, whatever the
    helper does inside: control flow reconverges at its end.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)
  }];
  let extraClassDeclaration = [{
    operand_range getArgOperands() { return getOperands(); }
    MutableOperandRange getArgOperandsMutable() { return getOperandsMutable(); }
    CallInterfaceCallable getCallableForCallee() {
      return (*this)->getAttrOfType<SymbolRefAttr>("callee");
    }
    void setCalleeFromCallable(CallInterfaceCallable callee) {
      (*this)->setAttr("callee", cast<SymbolRefAttr>(callee));
    }
  }];
}

def Wave_RetireIfOp : Wave_Op<"retire_if", [Wave_OrdersLanes]> {
  let summary = "A kernel's early return";
  let description = [{
    From here on, in its block and all enclosing ones, the lanes whose condition
    is true take no part. Barriers do not wait for them. It stands at any depth
    of a kernel and never in a helper (rule `retire-in-helper`);
    `wave-legalize-barriers` removes it. HLSL: `return` in an entry function.
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVEFUNCTIONOPS_TD
