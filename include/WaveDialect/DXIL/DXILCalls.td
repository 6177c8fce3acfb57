//===- DXILCalls.td - The table of DXIL's functions --------*- tablegen -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_DXIL_DXILCALLS_TD
#define WAVEDIALECT_DXIL_DXILCALLS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "WaveDialect/DXIL/DXILDialect.td"
include "WaveDialect/DXIL/DXILInterfaces.td"

//===----------------------------------------------------------------------===//
// From a table row to an operation
//===----------------------------------------------------------------------===//

class DXIL_Argument<string argumentName, Constraint argumentConstraint, string cppValue> {
  string name = argumentName;
  Constraint constraint = argumentConstraint;
  /// A C++ expression that returns the argument as an OpFoldResult.
  string value = cppValue;
}

class DXIL_Accessor<string name> {
  string call = !if(!empty(name), "",
                    "get" # !toupper(!substr(name, 0, 1)) # !substr(name, 1) # "()");
}

/// An operand.
class DXIL_Operand<string name, Constraint type>
    : DXIL_Argument<name, type, DXIL_Accessor<name>.call>;
/// A literal integer of `width` bits.
class DXIL_Immediate<string name, AttrConstraint attribute, int width>
    : DXIL_Argument<name, attribute, "getImmediate(getContext(), " # width #
                                     ", static_cast<int64_t>(" # DXIL_Accessor<name>.call # "))">;
/// A literal structure.
class DXIL_StructImmediate<string name, AttrConstraint attribute>
    : DXIL_Argument<name, attribute, "OpFoldResult(Attribute(" # DXIL_Accessor<name>.call # "))">;

/// The attributes of DXIL's declarations in addition to nounwind.
class DXIL_Effect<string enumerator> { string name = enumerator; }
def ReadNone : DXIL_Effect<"ReadNone">;
def ReadOnly : DXIL_Effect<"ReadOnly">;
def NoDuplicate : DXIL_Effect<"NoDuplicate">;
def Convergent : DXIL_Effect<"Convergent">;
def AnyEffect : DXIL_Effect<"Any">;

/// A table row: the function `dx.op.<opClass>.<overload>` with this opcode.
/// `overloadName` is the operand or "result" whose type is the overload, or "" if there
/// is no overload; `moreOverloads` follow it in the function's name.
class DXIL_Call<string mnemonic, string dxName, string op, string opClass, int minor,
                DXIL_Effect effectOfCall, list<DXIL_Argument> args, list<Type> resultTypes,
                string overloadName = "", bit ofWave = 0, list<Trait> traits = [],
                list<string> moreOverloads = []>
    : Op<DXIL_Dialect, mnemonic, !listconcat(traits, [DXIL_CallInterface],
         !if(!eq(effectOfCall.name, "ReadNone"), [Pure], []<Trait>))> {
  let summary = dxName # ", opcode " # op # ", from Shader Model 6." # minor;
  let description = "`dx.op." # opClass #
      !if(!empty(overloadName), "", ".` with the type of `" # overloadName) # "`" #
      !if(ofWave, "; an operation of the wave", "") # ".";
  let arguments = !dag(ins, !foreach(a, args, a.constraint), !foreach(a, args, a.name));
  let results = !dag(outs, resultTypes, !foreach(r, resultTypes, "result"));
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    static const ::mlir::dxil::OperationInfo &getInfo();
    ::llvm::SmallVector<::mlir::Type> getOverloads();
    ::llvm::SmallVector<::mlir::OpFoldResult> getCallArguments();
  }];
  let extraClassDefinition =
      "const ::mlir::dxil::OperationInfo &$cppClass::getInfo() {\n"
      "  static constexpr ::mlir::dxil::OperationInfo info = {" # op # "u, \"" # dxName #
      "\", \"" # opClass # "\", " # minor # ", ::mlir::dxil::CallEffect::" #
      effectOfCall.name # ", " # !if(ofWave, "true", "false") # "};\n"
      "  return info;\n"
      "}\n"
      "::llvm::SmallVector<::mlir::Type> $cppClass::getOverloads() {\n"
      "  return {" # !interleave(
          !foreach(o, !listconcat(!if(!empty(overloadName), []<string>, [overloadName]),
                                  moreOverloads),
                   "::mlir::dxil::getOverloadOf(" # DXIL_Accessor<o>.call # ".getType())"),
          ", ") # "};\n"
      "}\n"
      "::llvm::SmallVector<::mlir::OpFoldResult> $cppClass::getCallArguments() {\n"
      "  return {" # !interleave(!foreach(a, args, a.value), ", ") # "};\n"
      "}\n";
}

class DXIL_WaveCall<string mnemonic, string name, string op, string opClass, int minor,
                    list<DXIL_Argument> args, list<Type> resultTypes, string overloadName = "",
                    list<Trait> traits = [], DXIL_Effect effect = AnyEffect>
    : DXIL_Call<mnemonic, name, op, opClass, minor, effect, args, resultTypes, overloadName,
                /*ofWave=*/1, traits>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def DXIL_Float : AnyTypeOf<[F16, F32, F64], "f16, f32 or f64">;
def DXIL_HalfOrFloat : AnyTypeOf<[F16, F32], "f16 or f32">;
def DXIL_Integer : AnyTypeOf<[I16, I32, I64], "i16, i32 or i64">;
def DXIL_Number : AnyTypeOf<[I16, I32, I64, F16, F32, F64], "a number">;
def DXIL_Scalar : AnyTypeOf<[I1, I16, I32, I64, F16, F32, F64], "a scalar">;
def DXIL_Narrow : AnyTypeOf<[I16, I32, F16, F32], "a number of at most 32 bits">;
def DXIL_AtomicInteger : AnyTypeOf<[I32, I64], "i32 or i64">;

class DXIL_OneType<list<string> values> : AllTypesMatch<values>;

//===----------------------------------------------------------------------===//
// Threads and groups
//===----------------------------------------------------------------------===//

class DXIL_ThreadNumber<string mnemonic, string name, string op, string opClass>
    : DXIL_Call<mnemonic, name, op, opClass, 0, ReadNone,
                [DXIL_Immediate<"component", ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<2>]>, 32>],
                [I32], "result">;
def DXIL_ThreadIdOp : DXIL_ThreadNumber<"thread_id", "ThreadId", "93", "threadId">;
def DXIL_GroupIdOp : DXIL_ThreadNumber<"group_id", "GroupId", "94", "groupId">;
def DXIL_ThreadIdInGroupOp
    : DXIL_ThreadNumber<"thread_id_in_group", "ThreadIdInGroup", "95", "threadIdInGroup">;
def DXIL_FlattenedThreadIdInGroupOp
    : DXIL_Call<"flattened_thread_id_in_group", "FlattenedThreadIdInGroup", "96",
                "flattenedThreadIdInGroup", 0, ReadNone, [], [I32], "result">;

// The numbers of experimental operations may change when their model is released.
def DXIL_GetGroupWaveIndexOp
    : DXIL_WaveCall<"get_group_wave_index", "GetGroupWaveIndex", "0x80000001",
                    "getGroupWaveIndex", 10, [], [I32], "", [], ReadNone>;
def DXIL_GetGroupWaveCountOp
    : DXIL_WaveCall<"get_group_wave_count", "GetGroupWaveCount", "0x80000002",
                    "getGroupWaveCount", 10, [], [I32], "", [], ReadNone>;

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

def DXIL_WaveIsFirstLaneOp
    : DXIL_WaveCall<"wave_is_first_lane", "WaveIsFirstLane", "110", "waveIsFirstLane", 0, [], [I1]>;
def DXIL_WaveGetLaneIndexOp
    : DXIL_WaveCall<"wave_get_lane_index", "WaveGetLaneIndex", "111", "waveGetLaneIndex", 0, [],
                    [I32], "", [], ReadOnly>;
def DXIL_WaveGetLaneCountOp
    : DXIL_WaveCall<"wave_get_lane_count", "WaveGetLaneCount", "112", "waveGetLaneCount", 0, [],
                    [I32], "", [], ReadNone>;

class DXIL_WavePredicate<string mnemonic, string name, string op, string opClass, Type result>
    : DXIL_WaveCall<mnemonic, name, op, opClass, 0, [DXIL_Operand<"condition", I1>], [result]>;
def DXIL_WaveAnyTrueOp
    : DXIL_WavePredicate<"wave_any_true", "WaveAnyTrue", "113", "waveAnyTrue", I1>;
def DXIL_WaveAllTrueOp
    : DXIL_WavePredicate<"wave_all_true", "WaveAllTrue", "114", "waveAllTrue", I1>;
def DXIL_WaveActiveBallotOp
    : DXIL_WavePredicate<"wave_active_ballot", "WaveActiveBallot", "116", "waveActiveBallot",
                         DXIL_FourI32>;
def DXIL_WaveAllBitCountOp
    : DXIL_WavePredicate<"wave_all_bit_count", "WaveAllBitCount", "135", "waveAllOp", I32>;
def DXIL_WavePrefixBitCountOp
    : DXIL_WavePredicate<"wave_prefix_bit_count", "WavePrefixBitCount", "136", "wavePrefixOp", I32>;

def DXIL_WaveActiveAllEqualOp
    : DXIL_WaveCall<"wave_active_all_equal", "WaveActiveAllEqual", "115", "waveActiveAllEqual", 0,
                    [DXIL_Operand<"value", DXIL_Scalar>], [I1], "value">;
def DXIL_WaveReadLaneAtOp
    : DXIL_WaveCall<"wave_read_lane_at", "WaveReadLaneAt", "117", "waveReadLaneAt", 0,
                    [DXIL_Operand<"value", DXIL_Scalar>, DXIL_Operand<"lane", I32>],
                    [DXIL_Scalar], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_WaveReadLaneFirstOp
    : DXIL_WaveCall<"wave_read_lane_first", "WaveReadLaneFirst", "118", "waveReadLaneFirst", 0,
                    [DXIL_Operand<"value", DXIL_Scalar>], [DXIL_Scalar], "value",
                    [DXIL_OneType<["value", "result"]>]>;
def DXIL_WaveActiveOpOp
    : DXIL_WaveCall<"wave_active_op", "WaveActiveOp", "119", "waveActiveOp", 0,
                    [DXIL_Operand<"value", DXIL_Number>,
                     DXIL_Immediate<"kind", DXIL_WaveOpKindAttr, 8>,
                     DXIL_Immediate<"signedness", DXIL_SignednessAttr, 8>],
                    [DXIL_Number], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_WaveActiveBitOp
    : DXIL_WaveCall<"wave_active_bit", "WaveActiveBit", "120", "waveActiveBit", 0,
                    [DXIL_Operand<"value", DXIL_Integer>,
                     DXIL_Immediate<"kind", DXIL_WaveBitKindAttr, 8>],
                    [DXIL_Integer], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_WavePrefixOpOp
    : DXIL_WaveCall<"wave_prefix_op", "WavePrefixOp", "121", "wavePrefixOp", 0,
                    [DXIL_Operand<"value", DXIL_Number>,
                     DXIL_Immediate<"kind", DXIL_WaveOpKindAttr, 8>,
                     DXIL_Immediate<"signedness", DXIL_SignednessAttr, 8>],
                    [DXIL_Number], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_WaveMatchOp
    : DXIL_WaveCall<"wave_match", "WaveMatch", "165", "waveMatch", 5,
                    [DXIL_Operand<"value", DXIL_Number>], [DXIL_FourI32], "value">;
def DXIL_WaveMultiPrefixOpOp
    : DXIL_WaveCall<"wave_multi_prefix_op", "WaveMultiPrefixOp", "166", "waveMultiPrefixOp", 5,
                    [DXIL_Operand<"value", DXIL_Number>,
                     DXIL_Operand<"mask0", I32>, DXIL_Operand<"mask1", I32>,
                     DXIL_Operand<"mask2", I32>, DXIL_Operand<"mask3", I32>,
                     DXIL_Immediate<"kind", DXIL_MultiPrefixKindAttr, 8>,
                     DXIL_Immediate<"signedness", DXIL_SignednessAttr, 8>],
                    [DXIL_Number], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_WaveMultiPrefixBitCountOp
    : DXIL_WaveCall<"wave_multi_prefix_bit_count", "WaveMultiPrefixBitCount", "167",
                    "waveMultiPrefixBitCount", 5,
                    [DXIL_Operand<"condition", I1>,
                     DXIL_Operand<"mask0", I32>, DXIL_Operand<"mask1", I32>,
                     DXIL_Operand<"mask2", I32>, DXIL_Operand<"mask3", I32>], [I32]>;

def DXIL_QuadReadLaneAtOp
    : DXIL_WaveCall<"quad_read_lane_at", "QuadReadLaneAt", "122", "quadReadLaneAt", 0,
                    [DXIL_Operand<"value", DXIL_Scalar>, DXIL_Operand<"quadLane", I32>],
                    [DXIL_Scalar], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_QuadOpOp
    : DXIL_WaveCall<"quad_op", "QuadOp", "123", "quadOp", 0,
                    [DXIL_Operand<"value", DXIL_Number>,
                     DXIL_Immediate<"kind", DXIL_QuadKindAttr, 8>],
                    [DXIL_Number], "value", [DXIL_OneType<["value", "result"]>]>;
def DXIL_QuadVoteOp
    : DXIL_WaveCall<"quad_vote", "QuadVote", "222", "quadVote", 7,
                    [DXIL_Operand<"condition", I1>,
                     DXIL_Immediate<"kind", DXIL_QuadVoteKindAttr, 8>],
                    [I1], "condition">;

//===----------------------------------------------------------------------===//
// Barriers, atomics, mesh launches
//===----------------------------------------------------------------------===//

def DXIL_BarrierOp
    : DXIL_Call<"barrier", "Barrier", "80", "barrier", 0, NoDuplicate,
                [DXIL_Immediate<"mode", DXIL_BarrierModeAttr, 32>], []>;
def DXIL_AtomicBinOpOp
    : DXIL_Call<"atomic_bin_op", "AtomicBinOp", "78", "atomicBinOp", 0, AnyEffect,
                [DXIL_Operand<"handle", DXIL_HandleType>,
                 DXIL_Immediate<"kind", DXIL_AtomicKindAttr, 32>,
                 DXIL_Operand<"index", I32>, DXIL_Operand<"offset", I32>,
                 DXIL_Operand<"unused", I32>, DXIL_Operand<"value", DXIL_AtomicInteger>],
                [DXIL_AtomicInteger], "value", 0, [DXIL_OneType<["value", "result"]>]>;
def DXIL_AtomicCompareExchangeOp
    : DXIL_Call<"atomic_compare_exchange", "AtomicCompareExchange", "79",
                "atomicCompareExchange", 0, AnyEffect,
                [DXIL_Operand<"handle", DXIL_HandleType>,
                 DXIL_Operand<"index", I32>, DXIL_Operand<"offset", I32>,
                 DXIL_Operand<"unused", I32>, DXIL_Operand<"compare", DXIL_AtomicInteger>,
                 DXIL_Operand<"value", DXIL_AtomicInteger>],
                [DXIL_AtomicInteger], "value", 0,
                [DXIL_OneType<["compare", "value", "result"]>]>;
def DXIL_DispatchMeshOp
    : DXIL_Call<"dispatch_mesh", "DispatchMesh", "173", "dispatchMesh", 5, AnyEffect,
                [DXIL_Operand<"x", I32>, DXIL_Operand<"y", I32>, DXIL_Operand<"z", I32>,
                 DXIL_Operand<"payload", AnyType>], [], "payload">;

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

def DXIL_CreateHandleOp
    : DXIL_Call<"create_handle", "CreateHandle", "57", "createHandle", 0, ReadOnly,
                [DXIL_Immediate<"resourceClass", DXIL_ResourceClassAttr, 8>,
                 DXIL_Immediate<"rangeId", I32Attr, 32>, DXIL_Operand<"index", I32>,
                 DXIL_Immediate<"nonUniform", BoolAttr, 1>], [DXIL_HandleType]>;
def DXIL_CreateHandleFromBindingOp
    : DXIL_Call<"create_handle_from_binding", "CreateHandleFromBinding", "217",
                "createHandleFromBinding", 6, ReadNone,
                [DXIL_StructImmediate<"binding", DXIL_ResBindAttr>, DXIL_Operand<"index", I32>,
                 DXIL_Immediate<"nonUniform", BoolAttr, 1>], [DXIL_HandleType]>;
def DXIL_AnnotateHandleOp
    : DXIL_Call<"annotate_handle", "AnnotateHandle", "216", "annotateHandle", 6, ReadNone,
                [DXIL_Operand<"handle", DXIL_HandleType>,
                 DXIL_StructImmediate<"resourceProperties", DXIL_ResourcePropertiesAttr>],
                [DXIL_HandleType]>;

def DXIL_CBufferLoadLegacyOp
    : DXIL_Call<"cbuffer_load_legacy", "CBufferLoadLegacy", "59", "cbufferLoadLegacy", 0, ReadOnly,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"row", I32>],
                [DXIL_CBufRetType], "result">;
def DXIL_BufferLoadOp
    : DXIL_Call<"buffer_load", "BufferLoad", "68", "bufferLoad", 0, ReadOnly,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"index", I32>,
                 DXIL_Operand<"offset", I32>],
                [DXIL_ResRetType], "result">;
def DXIL_BufferStoreOp
    : DXIL_Call<"buffer_store", "BufferStore", "69", "bufferStore", 0, AnyEffect,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"index", I32>,
                 DXIL_Operand<"offset", I32>,
                 DXIL_Operand<"value0", DXIL_Narrow>, DXIL_Operand<"value1", DXIL_Narrow>,
                 DXIL_Operand<"value2", DXIL_Narrow>, DXIL_Operand<"value3", DXIL_Narrow>,
                 DXIL_Immediate<"mask", I8Attr, 8>], [], "value0", 0,
                [DXIL_OneType<["value0", "value1", "value2", "value3"]>]>;
def DXIL_RawBufferLoadOp
    : DXIL_Call<"raw_buffer_load", "RawBufferLoad", "139", "rawBufferLoad", 2, ReadOnly,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"index", I32>,
                 DXIL_Operand<"offset", I32>, DXIL_Immediate<"mask", I8Attr, 8>,
                 DXIL_Immediate<"alignment", I32Attr, 32>],
                [DXIL_ResRetType], "result">;
def DXIL_RawBufferStoreOp
    : DXIL_Call<"raw_buffer_store", "RawBufferStore", "140", "rawBufferStore", 2, AnyEffect,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"index", I32>,
                 DXIL_Operand<"offset", I32>,
                 DXIL_Operand<"value0", DXIL_Number>, DXIL_Operand<"value1", DXIL_Number>,
                 DXIL_Operand<"value2", DXIL_Number>, DXIL_Operand<"value3", DXIL_Number>,
                 DXIL_Immediate<"mask", I8Attr, 8>, DXIL_Immediate<"alignment", I32Attr, 32>],
                [], "value0", 0, [DXIL_OneType<["value0", "value1", "value2", "value3"]>]>;
def DXIL_TextureLoadOp
    : DXIL_Call<"texture_load", "TextureLoad", "66", "textureLoad", 0, ReadOnly,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"mipLevel", I32>,
                 DXIL_Operand<"x", I32>, DXIL_Operand<"y", I32>, DXIL_Operand<"z", I32>,
                 DXIL_Operand<"offsetX", I32>, DXIL_Operand<"offsetY", I32>,
                 DXIL_Operand<"offsetZ", I32>],
                [DXIL_ResRetType], "result">;
def DXIL_TextureStoreOp
    : DXIL_Call<"texture_store", "TextureStore", "67", "textureStore", 0, AnyEffect,
                [DXIL_Operand<"handle", DXIL_HandleType>,
                 DXIL_Operand<"x", I32>, DXIL_Operand<"y", I32>, DXIL_Operand<"z", I32>,
                 DXIL_Operand<"value0", DXIL_Narrow>, DXIL_Operand<"value1", DXIL_Narrow>,
                 DXIL_Operand<"value2", DXIL_Narrow>, DXIL_Operand<"value3", DXIL_Narrow>,
                 DXIL_Immediate<"mask", I8Attr, 8>], [], "value0", 0,
                [DXIL_OneType<["value0", "value1", "value2", "value3"]>]>;
def DXIL_GetDimensionsOp
    : DXIL_Call<"get_dimensions", "GetDimensions", "72", "getDimensions", 0, ReadOnly,
                [DXIL_Operand<"handle", DXIL_HandleType>, DXIL_Operand<"mipLevel", I32>],
                [DXIL_Dimensions]>;

//===----------------------------------------------------------------------===//
// Matrices of a wave
//===----------------------------------------------------------------------===//

// The numbers of experimental operations may change when their model is released.

def DXIL_Matrix : Type<CPred<"::mlir::dxil::getMatrixProperties($_self).has_value()">,
                       "a matrix of a wave">;
def DXIL_MatrixLayoutAttr : ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<1>]>;

class DXIL_MatrixCall<string mnemonic, string name, string op, string opClass,
                      DXIL_Effect effectOfCall, list<DXIL_Argument> args,
                      list<Type> resultTypes, list<string> overloads>
    : DXIL_Call<mnemonic, name, op, opClass, 10, effectOfCall, args, resultTypes, "", 0, [],
                overloads>;
def DXIL_LinAlgMatrixMultiplyAccumulateOp
    : DXIL_MatrixCall<"lin_alg_matrix_multiply_accumulate", "LinAlgMatrixMultiplyAccumulate",
                      "0x8000000B", "linAlgMatrixMultiplyAccumulate", Convergent,
                      [DXIL_Operand<"a", DXIL_Matrix>, DXIL_Operand<"b", DXIL_Matrix>,
                       DXIL_Operand<"c", DXIL_Matrix>],
                      [DXIL_Matrix], ["result", "a", "b", "c"]>;
def DXIL_LinAlgFillMatrixOp
    : DXIL_MatrixCall<"lin_alg_fill_matrix", "LinAlgFillMatrix", "0x8000000C",
                      "linAlgFillMatrix", Convergent, [DXIL_Operand<"value", DXIL_Narrow>],
                      [DXIL_Matrix], ["result", "value"]>;
// The memory has words of i32, the type of its offset.
def DXIL_LinAlgMatrixLoadFromMemoryOp
    : DXIL_MatrixCall<"lin_alg_matrix_load_from_memory", "LinAlgMatrixLoadFromMemory",
                      "0x8000000F", "linAlgMatrixLoadFromMemory", Convergent,
                      [DXIL_Operand<"memory", AnyType>, DXIL_Operand<"offset", I32>,
                       DXIL_Operand<"stride", I32>,
                       DXIL_Immediate<"layout", DXIL_MatrixLayoutAttr, 32>],
                      [DXIL_Matrix], ["result", "offset"]>;
def DXIL_LinAlgMatrixLengthOp
    : DXIL_MatrixCall<"lin_alg_matrix_length", "LinAlgMatrixLength", "0x80000010",
                      "linAlgMatrixLength", AnyEffect, [DXIL_Operand<"matrix", DXIL_Matrix>],
                      [I32], ["matrix"]>;
def DXIL_LinAlgMatrixGetElementOp
    : DXIL_MatrixCall<"lin_alg_matrix_get_element", "LinAlgMatrixGetElement", "0x80000012",
                      "linAlgMatrixGetElement", AnyEffect,
                      [DXIL_Operand<"matrix", DXIL_Matrix>, DXIL_Operand<"index", I32>],
                      [DXIL_Narrow], ["result", "matrix"]>;
def DXIL_LinAlgMatrixSetElementOp
    : DXIL_MatrixCall<"lin_alg_matrix_set_element", "LinAlgMatrixSetElement", "0x80000013",
                      "linAlgMatrixSetElement", AnyEffect,
                      [DXIL_Operand<"matrix", DXIL_Matrix>, DXIL_Operand<"index", I32>,
                       DXIL_Operand<"value", DXIL_Narrow>],
                      [DXIL_Matrix], ["result", "matrix", "value"]>;
def DXIL_LinAlgMatrixStoreToMemoryOp
    : DXIL_MatrixCall<"lin_alg_matrix_store_to_memory", "LinAlgMatrixStoreToMemory",
                      "0x80000015", "linAlgMatrixStoreToMemory", Convergent,
                      [DXIL_Operand<"matrix", DXIL_Matrix>, DXIL_Operand<"memory", AnyType>,
                       DXIL_Operand<"offset", I32>, DXIL_Operand<"stride", I32>,
                       DXIL_Immediate<"layout", DXIL_MatrixLayoutAttr, 32>],
                      [], ["matrix", "offset"]>;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

class DXIL_Unary<string mnemonic, string name, string op, Type type>
    : DXIL_Call<mnemonic, name, op, "unary", 0, ReadNone, [DXIL_Operand<"value", type>], [type],
                "value", 0, [DXIL_OneType<["value", "result"]>]>;
def DXIL_FAbsOp : DXIL_Unary<"f_abs", "FAbs", "6", DXIL_Float>;
def DXIL_CosOp : DXIL_Unary<"cos", "Cos", "12", DXIL_HalfOrFloat>;
def DXIL_SinOp : DXIL_Unary<"sin", "Sin", "13", DXIL_HalfOrFloat>;
def DXIL_TanOp : DXIL_Unary<"tan", "Tan", "14", DXIL_HalfOrFloat>;
def DXIL_AcosOp : DXIL_Unary<"acos", "Acos", "15", DXIL_HalfOrFloat>;
def DXIL_AsinOp : DXIL_Unary<"asin", "Asin", "16", DXIL_HalfOrFloat>;
def DXIL_AtanOp : DXIL_Unary<"atan", "Atan", "17", DXIL_HalfOrFloat>;
def DXIL_HcosOp : DXIL_Unary<"hcos", "Hcos", "18", DXIL_HalfOrFloat>;
def DXIL_HsinOp : DXIL_Unary<"hsin", "Hsin", "19", DXIL_HalfOrFloat>;
def DXIL_HtanOp : DXIL_Unary<"htan", "Htan", "20", DXIL_HalfOrFloat>;
def DXIL_ExpOp : DXIL_Unary<"exp", "Exp", "21", DXIL_HalfOrFloat>;
def DXIL_FrcOp : DXIL_Unary<"frc", "Frc", "22", DXIL_HalfOrFloat>;
def DXIL_LogOp : DXIL_Unary<"log", "Log", "23", DXIL_HalfOrFloat>;
def DXIL_SqrtOp : DXIL_Unary<"sqrt", "Sqrt", "24", DXIL_HalfOrFloat>;
def DXIL_RsqrtOp : DXIL_Unary<"rsqrt", "Rsqrt", "25", DXIL_HalfOrFloat>;
def DXIL_RoundNeOp : DXIL_Unary<"round_ne", "Round_ne", "26", DXIL_HalfOrFloat>;
def DXIL_RoundNiOp : DXIL_Unary<"round_ni", "Round_ni", "27", DXIL_HalfOrFloat>;
def DXIL_RoundPiOp : DXIL_Unary<"round_pi", "Round_pi", "28", DXIL_HalfOrFloat>;
def DXIL_RoundZOp : DXIL_Unary<"round_z", "Round_z", "29", DXIL_HalfOrFloat>;
def DXIL_BfrevOp : DXIL_Unary<"bfrev", "Bfrev", "30", DXIL_Integer>;

class DXIL_UnaryBits<string mnemonic, string name, string op>
    : DXIL_Call<mnemonic, name, op, "unaryBits", 0, ReadNone,
                [DXIL_Operand<"value", DXIL_Integer>], [I32], "value">;
def DXIL_CountbitsOp : DXIL_UnaryBits<"countbits", "Countbits", "31">;
def DXIL_FirstbitLoOp : DXIL_UnaryBits<"firstbit_lo", "FirstbitLo", "32">;
def DXIL_FirstbitHiOp : DXIL_UnaryBits<"firstbit_hi", "FirstbitHi", "33">;

class DXIL_Binary<string mnemonic, string name, string op, Type type>
    : DXIL_Call<mnemonic, name, op, "binary", 0, ReadNone,
                [DXIL_Operand<"lhs", type>, DXIL_Operand<"rhs", type>], [type], "lhs", 0,
                [DXIL_OneType<["lhs", "rhs", "result"]>]>;
def DXIL_FMaxOp : DXIL_Binary<"f_max", "FMax", "35", DXIL_Float>;
def DXIL_FMinOp : DXIL_Binary<"f_min", "FMin", "36", DXIL_Float>;
def DXIL_IMaxOp : DXIL_Binary<"i_max", "IMax", "37", DXIL_Integer>;
def DXIL_IMinOp : DXIL_Binary<"i_min", "IMin", "38", DXIL_Integer>;
def DXIL_UMaxOp : DXIL_Binary<"u_max", "UMax", "39", DXIL_Integer>;
def DXIL_UMinOp : DXIL_Binary<"u_min", "UMin", "40", DXIL_Integer>;

class DXIL_Product<string mnemonic, string name, string op>
    : DXIL_Call<mnemonic, name, op, "binaryWithTwoOuts", 0, ReadNone,
                [DXIL_Operand<"lhs", I32>, DXIL_Operand<"rhs", I32>], [DXIL_TwoI32], "lhs">;
def DXIL_IMulOp : DXIL_Product<"i_mul", "IMul", "41">;
def DXIL_UMulOp : DXIL_Product<"u_mul", "UMul", "42">;

class DXIL_Tertiary<string mnemonic, string name, string op, Type type>
    : DXIL_Call<mnemonic, name, op, "tertiary", 0, ReadNone,
                [DXIL_Operand<"a", type>, DXIL_Operand<"b", type>, DXIL_Operand<"c", type>],
                [type], "a", 0, [DXIL_OneType<["a", "b", "c", "result"]>]>;
def DXIL_FMadOp : DXIL_Tertiary<"f_mad", "FMad", "46", DXIL_Float>;
def DXIL_FmaOp : DXIL_Tertiary<"fma", "Fma", "47", F64>;

def DXIL_MakeDoubleOp
    : DXIL_Call<"make_double", "MakeDouble", "101", "makeDouble", 0, ReadNone,
                [DXIL_Operand<"low", I32>, DXIL_Operand<"high", I32>], [F64], "result">;
def DXIL_SplitDoubleOp
    : DXIL_Call<"split_double", "SplitDouble", "102", "splitDouble", 0, ReadNone,
                [DXIL_Operand<"value", F64>], [DXIL_SplitDouble], "value">;
def DXIL_LegacyF32ToF16Op
    : DXIL_Call<"legacy_f32_to_f16", "LegacyF32ToF16", "130", "legacyF32ToF16", 0, ReadNone,
                [DXIL_Operand<"value", F32>], [I32]>;
def DXIL_LegacyF16ToF32Op
    : DXIL_Call<"legacy_f16_to_f32", "LegacyF16ToF32", "131", "legacyF16ToF32", 0, ReadNone,
                [DXIL_Operand<"value", I32>], [F32]>;

#endif // WAVEDIALECT_DXIL_DXILCALLS_TD
