//===- DXILDialect.td - Dialect, types and attributes ------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_DXILDIALECT_TD
#define WAVEDIALECT_DXIL_DXILDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def DXIL_Dialect : Dialect {
  let name = "dxil";
  let cppNamespace = "::mlir::dxil";
  let summary = "The functions of DXIL, Direct3D 12's shader language";
  let description = [{
    A `dxil.module` holds one kernel for one shader model: an `llvm.func` whose body calls
    DXIL's functions through one operation each, and attributes for DXIL's metadata.
    Control flow and arithmetic are `scf` and `arith` until `convert-dxil-to-llvm`, then
    LLVM's; groupshared memory and local arrays are LLVM's from the start.

    The operations are generated from one table, DXILCalls.td, and so are the calls of the
    emitter, the checks of shader model and stage, and the list below. Operands are in
    the order of DXIL's arguments; arguments that must be literals are attributes.
    Source: Microsoft's DirectXShaderCompiler, docs/DXIL.rst and its table of operations.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    void registerCalls();
  }];
}

//===----------------------------------------------------------------------===//
// Enumerations, with DXIL's numbers
//===----------------------------------------------------------------------===//

class DXIL_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::dxil";
  let genSpecializedAttr = 0;
}

def DXIL_Stage : DXIL_Enum<"Stage", "the stage that a module is for", [
    I32EnumAttrCase<"Compute", 5, "compute">,
    I32EnumAttrCase<"Amplification", 14, "amplification">]>;
def DXIL_StageAttr : EnumAttr<DXIL_Dialect, DXIL_Stage, "stage">;

def DXIL_WaveOpKind : DXIL_Enum<"WaveOpKind", "how lanes are combined", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Product", 1, "product">,
    I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">]>;
def DXIL_WaveOpKindAttr : EnumAttr<DXIL_Dialect, DXIL_WaveOpKind, "wave_op_kind">;

def DXIL_WaveBitKind : DXIL_Enum<"WaveBitKind", "how bits of lanes are combined", [
    I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">,
    I32EnumAttrCase<"Xor", 2, "xor">]>;
def DXIL_WaveBitKindAttr : EnumAttr<DXIL_Dialect, DXIL_WaveBitKind, "wave_bit_kind">;

def DXIL_MultiPrefixKind : DXIL_Enum<"MultiPrefixKind", "how lanes of a partition are combined", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"And", 1, "and">,
    I32EnumAttrCase<"Or", 2, "or">, I32EnumAttrCase<"Xor", 3, "xor">,
    I32EnumAttrCase<"Product", 4, "product">]>;
def DXIL_MultiPrefixKindAttr
    : EnumAttr<DXIL_Dialect, DXIL_MultiPrefixKind, "multi_prefix_kind">;

def DXIL_Signedness : DXIL_Enum<"Signedness", "of the operand; floats are signed", [
    I32EnumAttrCase<"Signed", 0, "signed">, I32EnumAttrCase<"Unsigned", 1, "unsigned">]>;
def DXIL_SignednessAttr : EnumAttr<DXIL_Dialect, DXIL_Signedness, "signedness">;

def DXIL_QuadKind : DXIL_Enum<"QuadKind", "which lane of the quad is read", [
    I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">,
    I32EnumAttrCase<"Diagonal", 2, "diagonal">]>;
def DXIL_QuadKindAttr : EnumAttr<DXIL_Dialect, DXIL_QuadKind, "quad_kind">;

def DXIL_QuadVoteKind : DXIL_Enum<"QuadVoteKind", "how the quad votes", [
    I32EnumAttrCase<"Any", 0, "any">, I32EnumAttrCase<"All", 1, "all">]>;
def DXIL_QuadVoteKindAttr : EnumAttr<DXIL_Dialect, DXIL_QuadVoteKind, "quad_vote_kind">;

def DXIL_AtomicKind : DXIL_Enum<"AtomicKind", "what an atomic does", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"And", 1, "and">,
    I32EnumAttrCase<"Or", 2, "or">, I32EnumAttrCase<"Xor", 3, "xor">,
    I32EnumAttrCase<"IMin", 4, "imin">, I32EnumAttrCase<"IMax", 5, "imax">,
    I32EnumAttrCase<"UMin", 6, "umin">, I32EnumAttrCase<"UMax", 7, "umax">,
    I32EnumAttrCase<"Exchange", 8, "exchange">]>;
def DXIL_AtomicKindAttr : EnumAttr<DXIL_Dialect, DXIL_AtomicKind, "atomic_kind">;

/// The bits of a barrier; DXIL accepts no other combinations.
def DXIL_BarrierMode : DXIL_Enum<"BarrierMode", "what a barrier orders, and whether the group meets", [
    I32EnumAttrCase<"Device", 2, "device">, I32EnumAttrCase<"DeviceSync", 3, "device_sync">,
    I32EnumAttrCase<"Group", 8, "group">, I32EnumAttrCase<"GroupSync", 9, "group_sync">,
    I32EnumAttrCase<"All", 10, "all">, I32EnumAttrCase<"AllSync", 11, "all_sync">]>;
def DXIL_BarrierModeAttr : EnumAttr<DXIL_Dialect, DXIL_BarrierMode, "barrier_mode">;

def DXIL_ResourceClass : DXIL_Enum<"ResourceClass", "the kind of register", [
    I32EnumAttrCase<"SRV", 0, "srv">, I32EnumAttrCase<"UAV", 1, "uav">,
    I32EnumAttrCase<"CBV", 2, "cbv">]>;
def DXIL_ResourceClassAttr : EnumAttr<DXIL_Dialect, DXIL_ResourceClass, "resource_class">;

def DXIL_ResourceKind : DXIL_Enum<"ResourceKind", "the shape of a resource", [
    I32EnumAttrCase<"Texture2D", 2, "texture2d">,
    I32EnumAttrCase<"Texture2DArray", 7, "texture2d_array">,
    I32EnumAttrCase<"RawBuffer", 11, "raw_buffer">,
    I32EnumAttrCase<"StructuredBuffer", 12, "structured_buffer">,
    I32EnumAttrCase<"CBuffer", 13, "cbuffer">]>;
def DXIL_ResourceKindAttr : EnumAttr<DXIL_Dialect, DXIL_ResourceKind, "resource_kind">;

def DXIL_StructKind : DXIL_Enum<"StructKind", "what a function of DXIL gives", [
    I32EnumAttrCase<"Dimensions", 0, "Dimensions">, I32EnumAttrCase<"TwoI32", 1, "twoi32">,
    I32EnumAttrCase<"FourI32", 2, "fouri32">, I32EnumAttrCase<"SplitDouble", 3, "splitdouble">]>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class DXIL_Type<string name, string typeMnemonic> : TypeDef<DXIL_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def DXIL_HandleType : DXIL_Type<"Handle", "handle"> {
  let summary = "A resource that is ready for access, `%dx.types.Handle`";
}

def DXIL_ResRetType : DXIL_Type<"ResRet", "res_ret"> {
  let summary = "The result of a load: four values and a status, `%dx.types.ResRet.<T>`";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def DXIL_CBufRetType : DXIL_Type<"CBufRet", "cbuf_ret"> {
  let summary = "16 bytes of a constant buffer, `%dx.types.CBufRet.<T>`";
  let parameters = (ins "::mlir::Type":$element);
  let assemblyFormat = "`<` $element `>`";
}

def DXIL_StructType : DXIL_Type<"Struct", "struct"> {
  let summary = "Another of DXIL's structures, `%dx.types.<name>`";
  let parameters = (ins EnumParameter<DXIL_StructKind>:$kind);
  let assemblyFormat = "`<` $kind `>`";
}

class DXIL_IsStruct<string kind, string summary>
    : Type<CPred<"::llvm::isa<::mlir::dxil::StructType>($_self) && "
                 "::llvm::cast<::mlir::dxil::StructType>($_self).getKind() == "
                 "::mlir::dxil::StructKind::" # kind>, summary>,
      BuildableType<"::mlir::dxil::StructType::get($_builder.getContext(), "
                    "::mlir::dxil::StructKind::" # kind # ")">;
def DXIL_FourI32 : DXIL_IsStruct<"FourI32", "four i32">;
def DXIL_TwoI32 : DXIL_IsStruct<"TwoI32", "two i32">;
def DXIL_SplitDouble : DXIL_IsStruct<"SplitDouble", "the halves of a double">;
def DXIL_Dimensions : DXIL_IsStruct<"Dimensions", "the dimensions of a resource">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class DXIL_Attr<string name, string attrMnemonic> : AttrDef<DXIL_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def DXIL_ResBindAttr : DXIL_Attr<"ResBind", "res_bind"> {
  let summary = "The binding of a resource, `%dx.types.ResBind`";
  let parameters = (ins "uint32_t":$lower, "uint32_t":$upper, "uint32_t":$space,
                        EnumParameter<DXIL_ResourceClass>:$resourceClass);
  let assemblyFormat = "`<` struct(params) `>`";
}

def DXIL_ResourcePropertiesAttr : DXIL_Attr<"ResourceProperties", "resource_properties"> {
  let summary = "The properties of an annotated handle, `%dx.types.ResourceProperties`";
  let parameters = (ins "uint32_t":$first, "uint32_t":$second);
  let assemblyFormat = "`<` $first `,` $second `>`";
}

def DXIL_ResourceAttr : DXIL_Attr<"Resource", "resource"> {
  let summary = "A resource of a module";
  let description = [{
    `id` numbers the resources of a class from 0. `component` is the type of a
    texture's channels, as DXIL's number; `bytes` is the stride of a structured
    buffer or the size of a constant buffer.

    ```mlir
    #dxil.resource<resourceClass = uav, id = 0, name = "out", space = 0, lower = 1,
                   kind = structured_buffer, component = 0, components = 0, bytes = 4,
                   coherent = false, atomics64 = false>
    ```
  }];
  let parameters = (ins EnumParameter<DXIL_ResourceClass>:$resourceClass, "uint32_t":$id,
                        StringRefParameter<"">:$name, "uint32_t":$space, "uint32_t":$lower,
                        EnumParameter<DXIL_ResourceKind>:$kind, "uint32_t":$component,
                        "uint32_t":$components, "uint32_t":$bytes, "bool":$coherent,
                        "bool":$atomics64);
  let assemblyFormat = "`<` struct(params) `>`";
  let extraClassDeclaration = [{
    /// Returns the annotation of its handles.
    ResourcePropertiesAttr getProperties();
    ResBindAttr getBinding();
    bool isTexture() const {
      return getKind() == ResourceKind::Texture2D ||
             getKind() == ResourceKind::Texture2DArray;
    }
  }];
}

#endif // WAVEDIALECT_DXIL_DXILDIALECT_TD
