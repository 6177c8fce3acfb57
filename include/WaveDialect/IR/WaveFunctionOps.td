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
    A function with the attribute `kernel` is a kernel and is launched in
    groups. A function without it is a helper: `wave.call` calls it, and every
    pipeline inlines it. A kernel states the size of a group: `num_waves(X)`
    launches X waves of any size (HLSL proposal 0054), `num_threads(X, Y, Z)` as
    many waves as the threads need. The body is one block; control flow inside
    is `scf.if`, `scf.for` and `scf.while`.

    `wave_size(a)`, `wave_size(min, max)` or `wave_size(min, max, preferred)`
    states the wave sizes, in lanes, at which the kernel is correct. Without it,
    a `num_waves` kernel may run at every size from 4 to 128, and a
    `num_threads` kernel runs at the target's own size.

    `launch(...)` keeps what the kernel stated before `wave-num-waves-to-num-threads`:
    the parts of the attribute `#wave.launch`.

    Arguments of a kernel are buffers (`memref<?xT>` of a scalar, with a
    `wave.binding`), images (`!wave.image` with a `wave.binding`), scalars, and
    vectors of 2 to 4 scalars (with a `wave.element` that gives the sign). A
    buffer may have a dictionary `wave.struct`, which the manifest copies for
    hosts: the layout of the structures whose words the buffer holds. A constant
    buffer is a `memref<Nxi32>` of at most 64 KiB that the kernel only loads from; its
    argument may have `wave.fields`. One constant buffer may have `wave.push_constants`:
    in Vulkan its words are the first push constants. Other targets ignore this.

    A read-write buffer or image may have `wave.coherent`: groups see each other's
    accesses of it while they run. Its elements are accessed by
    `wave.coherent_load`, `wave.coherent_store` and atomics.

    The set and the binding of a `wave.binding` are the space and the register in
    Direct3D. They are also those of Vulkan, unless the argument has a
    `wave.vulkan_binding`, the set and the binding of Vulkan, or only the set for a free
    binding of it.

    A read-write image may have `wave.image_format`, the name of its format in Vulkan,
    "rgba16f", or "unknown" where the host chooses it. Otherwise the format follows from
    the element and the channels. An image of f32 may have `wave.normalized`, "unorm" or
    "snorm": its texels in memory are normalized integers. Direct3D's resource states it.

    ```mlir
    wave.func @min_max(%depth: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                       %width: i32 {wave.element = ui32})
        kernel stage(compute) num_waves(2) wave_size(8, 32) {
      wave.return
    }
    ```

    Rules, each with the id at the end of its error:

    * C1 `num-waves-with-num-threads`: a kernel does not state both.
    * C2 `num-waves-zero`: the number of waves is positive.
    * C3 `num-waves-stage`: only compute and amplification kernels have
      `num_waves`.
    * C4 `no-group-size`: a kernel of a stage with groups states `num_waves` or
      `num_threads`.
    * C5 `num-threads-zero`: all three numbers of threads are positive.
    * C6 `num-threads-stage`: only kernels of stages with groups have
      `num_threads`.
    * C7 `wave-size-range`: each size is within 4..128.
    * C8 `wave-size-power-of-two`: each size is a power of two.
    * C9 `wave-size-order`: the smallest size is below the largest.
    * C10 `wave-size-preferred`: the preferred size is within the range.
    * C11 `kernel-result`: a kernel returns nothing.
    * C12 `buffer-element`: buffers hold `i16 i32 i64 f16 bf16 f32 f64`.
    * C13 `buffer-rank`: buffers other than constant buffers have rank one and dynamic
      length.
    * C14 `buffer-binding`: each buffer of a kernel has a binding whose element
      matches the buffer's element type.
    * C15 `argument-type`: all other arguments are images, one of `i1 i16 i32
      i64 f16 bf16 f32 f64`, or vectors of 2 to 4 of these; a helper may also take a
      `!wave.pipe`. Each scalar or vector argument of a kernel has a `wave.element`
      that matches its type.
    * C16 `node-launch`: a node, and no other kernel, states how it is launched.
    * C17 `helper-attribute`: a helper states `num_waves` at most, unless it is
      exported.
    * C18 `groupshared-limit-zero`: a stated limit, in bytes, is positive.
    * C19 `num-waves-not-integer`: the number of waves is an integer.
    * C20 `shader-model-text`: the minimum shader model is text like "6.10".
    * C21 `image-binding`: each image of a kernel has a binding whose element
      matches the image's element type.
    * C22 `constant-buffer`: an argument that is bound as `cbv` is a `memref<Nxi32>` of 1
      to 16384 words, and the element of its binding is `ui32`.
    * C23 `constant-buffer-fields`: `wave.fields` of a constant buffer has well-formed
      fields with different names that end in the buffer; no other argument has it.
    * C24 `push-constants`: at most one argument has `wave.push_constants`, and it is a
      constant buffer.
    * C25 `vulkan-binding`: `wave.vulkan_binding` of a buffer or an image is an array of
      one or two numbers.
    * C26 `coherent-argument`: only a read-write buffer or image has `wave.coherent`.
    * C27 `image-format`: only a read-write image has `wave.image_format`, the name of a
      format with its channels and their type; only an image of f32 has
      `wave.normalized`, "unorm" or "snorm".
    * C28 `name-encoding`: the names of the function and its arguments are UTF-8.
    * C29 `num-threads-limit`: the product of the numbers of threads fits in 32 bits.

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
    OptionalAttr<Wave_LaunchAttr>:$launch,
    OptionalAttr<StrAttr>:$shader_model,
    OptionalAttr<I32Attr>:$group_shared_limit);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    Region *getCallableRegion() { return &getBody(); }
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }

    /// The stated number of waves; none for `num_threads` kernels and most
    /// helpers.
    std::optional<int64_t> getNumWavesValue();
    /// The wave sizes, in lanes and ascending, at which the kernel is correct:
    /// the stated ones, else those of its `KernelLaunch`, else 4 to 128, for
    /// `num_threads` kernels as well.
    SmallVector<int32_t> getWaveSizes();
    /// The preferred size, if `wave_size` has three numbers.
    std::optional<int32_t> getPreferredWaveSize();
    /// The stated stage, or compute.
    Stage getStageOrDefault();
  }];
}

def Wave_ReturnOp : Wave_Op<"return", [
    Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "The end of a function";
  let description = [{
    Ends a kernel without operands, or a helper with its results. It is the only
    terminator of a `wave.func`: an early return is a `wave.retire_if` in a
    kernel and a flag in a helper.
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
    All active lanes enter the helper, and all of them leave it, whatever its
    control flow: it reconverges at the end of the helper.
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
    From here on, in its block and all enclosing blocks, lanes whose condition
    is true do not participate, and barriers do not wait for them. The operation
    may be at any depth of a kernel, but not in a helper (rule
    `retire-in-helper`); `wave-legalize-barriers` removes it. HLSL: `return` in
    an entry function.
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
  let hasVerifier = 1;
}

#endif // WAVEDIALECT_IR_WAVEFUNCTIONOPS_TD
