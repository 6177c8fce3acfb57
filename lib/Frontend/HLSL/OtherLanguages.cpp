//===- OtherLanguages.cpp - Names of GLSL, CUDA and Metal -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLanguages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using llvm::StringLiteral;
using llvm::StringRef;

namespace {
struct Word {
  StringLiteral name;
  /// What HLSL has in its place, for errors: "write ...".
  StringLiteral replacement;
};
} // namespace

/// Names that follow `layout(`.
static constexpr Word kLayout[] = {
    {"binding", "[[vk::binding(0, 1)]] before the resource, or : register(u0)"},
    {"set", "[[vk::binding(0, 1)]] before the resource, or : register(u0)"},
    {"std430", "a RWStructuredBuffer<T>"},
    {"std140", "a cbuffer"},
    {"push_constant", "[[vk::push_constant]] before a ConstantBuffer<T>"},
    {"readonly", "a resource without RW"},
};

static constexpr Word kGLSL[] = {
    // Declarations.
    {"shared", "groupshared"},
    {"local_size_x", "[numthreads(x, y, z)] before the entry point"},
    {"local_size_y", "[numthreads(x, y, z)] before the entry point"},
    {"local_size_z", "[numthreads(x, y, z)] before the entry point"},
    {"coherent", "globallycoherent"},
    {"image2D", "RWTexture2D<float4>"},
    {"sampler2DArray", "Texture2DArray<float4>"},
    // Numbers of threads and waves.
    {"gl_GlobalInvocationID", "a parameter `uint3 id : SV_DispatchThreadID`"},
    {"gl_LocalInvocationID", "a parameter `uint3 thread : SV_GroupThreadID`"},
    {"gl_LocalInvocationIndex", "a parameter `uint index : SV_GroupIndex`"},
    {"gl_WorkGroupID", "a parameter `uint3 group : SV_GroupID`"},
    {"gl_NumWorkGroups", "a number of a cbuffer, which the host sets"},
    {"gl_WorkGroupSize", "constants, the numbers of [numthreads(x, y, z)]"},
    {"gl_SubgroupInvocationID", "WaveGetLaneIndex()"},
    {"gl_SubgroupSize", "WaveGetLaneCount()"},
    {"gl_SubgroupID", "GetGroupWaveIndex()"},
    {"gl_NumSubgroups", "GetGroupWaveCount()"},
    // Barriers.
    {"barrier", "GroupMemoryBarrierWithGroupSync()"},
    {"memoryBarrier", "AllMemoryBarrier()"},
    {"memoryBarrierShared", "GroupMemoryBarrier()"},
    {"groupMemoryBarrier", "GroupMemoryBarrier()"},
    {"memoryBarrierBuffer", "DeviceMemoryBarrier()"},
    {"memoryBarrierImage", "DeviceMemoryBarrier()"},
    // Functions of numbers.
    {"mix", "lerp"},
    {"fract", "frac"},
    {"mod", "x - y * floor(x / y), or fmod for positive numbers"},
    {"inversesqrt", "rsqrt"},
    {"dFdx", "ddx"},
    {"dFdy", "ddy"},
    {"floatBitsToInt", "asint"},
    {"floatBitsToUint", "asuint"},
    {"intBitsToFloat", "asfloat"},
    {"uintBitsToFloat", "asfloat"},
    {"bitCount", "countbits"},
    {"findLSB", "firstbitlow"},
    {"findMSB", "firstbithigh"},
    {"bitfieldReverse", "reversebits"},
    {"lessThan", "a < b"},
    {"lessThanEqual", "a <= b"},
    {"greaterThan", "a > b"},
    {"greaterThanEqual", "a >= b"},
    {"equal", "a == b"},
    {"notEqual", "a != b"},
    {"matrixCompMult", "a * b"},
    {"inverse", "the inverse by hand: HLSL has no such function"},
    // Memory.
    {"texelFetch", "texture.Load(int3(x, y, 0)) or texture[uint2(x, y)]"},
    {"imageLoad", "image[uint2(x, y)]"},
    {"imageStore", "image[uint2(x, y)] = value"},
    {"imageSize", "image.GetDimensions(width, height)"},
    {"textureSize", "texture.GetDimensions(width, height)"},
    {"atomicAdd", "InterlockedAdd"},
    {"atomicMin", "InterlockedMin"},
    {"atomicMax", "InterlockedMax"},
    {"atomicAnd", "InterlockedAnd"},
    {"atomicOr", "InterlockedOr"},
    {"atomicXor", "InterlockedXor"},
    {"atomicExchange", "InterlockedExchange"},
    {"atomicCompSwap", "InterlockedCompareExchange"},
    {"imageAtomicAdd", "InterlockedAdd(image[uint2(x, y)], value)"},
    // Subgroups.
    {"subgroupAdd", "WaveActiveSum"},
    {"subgroupMul", "WaveActiveProduct"},
    {"subgroupMin", "WaveActiveMin"},
    {"subgroupMax", "WaveActiveMax"},
    {"subgroupAnd", "WaveActiveBitAnd"},
    {"subgroupOr", "WaveActiveBitOr"},
    {"subgroupXor", "WaveActiveBitXor"},
    {"subgroupAll", "WaveActiveAllTrue"},
    {"subgroupAny", "WaveActiveAnyTrue"},
    {"subgroupAllEqual", "WaveActiveAllEqual"},
    {"subgroupBallot", "WaveActiveBallot"},
    {"subgroupBallotBitCount", "WaveActiveCountBits"},
    {"subgroupBroadcast", "WaveReadLaneAt"},
    {"subgroupBroadcastFirst", "WaveReadLaneFirst"},
    {"subgroupShuffle", "WaveReadLaneAt"},
    {"subgroupShuffleXor", "WaveReadLaneAt(value, WaveGetLaneIndex() ^ mask)"},
    {"subgroupElect", "WaveIsFirstLane"},
    {"subgroupExclusiveAdd", "WavePrefixSum"},
    {"subgroupInclusiveAdd", "WavePrefixSum(value) + value"},
    {"subgroupExclusiveMul", "WavePrefixProduct"},
};

static constexpr Word kCUDA[] = {
    {"threadIdx", "a parameter `uint3 thread : SV_GroupThreadID`"},
    {"blockIdx", "a parameter `uint3 group : SV_GroupID`"},
    {"blockDim", "constants, the numbers of [numthreads(x, y, z)]"},
    {"gridDim", "a number of a cbuffer, which the host sets"},
    {"warpSize", "WaveGetLaneCount()"},
    {"__shared__", "groupshared"},
    {"__global__", "[numthreads(x, y, z)] before the entry point"},
    {"__device__", "the function without it"},
    {"__syncthreads", "GroupMemoryBarrierWithGroupSync()"},
    {"__threadfence", "DeviceMemoryBarrier()"},
    {"__shfl_sync", "WaveReadLaneAt"},
    {"__ballot_sync", "WaveActiveBallot"},
    {"__any_sync", "WaveActiveAnyTrue"},
    {"__all_sync", "WaveActiveAllTrue"},
    {"__popc", "countbits"},
    {"__ffs", "firstbitlow(x) + 1"},
    {"__clz", "31 - firstbithigh(x)"},
};

static constexpr Word kMetal[] = {
    {"threadgroup", "groupshared"},
    {"threadgroup_barrier", "GroupMemoryBarrierWithGroupSync()"},
    {"simd_sum", "WaveActiveSum"},
    {"simd_shuffle", "WaveReadLaneAt"},
    {"simd_broadcast", "WaveReadLaneAt"},
};

static std::string findWord(llvm::ArrayRef<Word> words, StringRef name) {
  for (const Word &word : words)
    if (word.name == name)
      return word.replacement.str();
  return "";
}

/// Returns "float4" for "vec4", and "float3x2" for "mat2x3", which has two columns.
static std::string spellType(StringRef name) {
  auto isSize = [](char c) { return c >= '2' && c <= '4'; };
  if (StringRef shape = name; shape.consume_front("mat")) {
    if (shape.size() == 1 && isSize(shape[0]))
      return ("float" + shape + "x" + shape).str();
    if (shape.size() == 3 && isSize(shape[0]) && shape[1] == 'x' &&
        isSize(shape[2]))
      return (llvm::Twine("float") + shape.take_back() + "x" +
              shape.take_front())
          .str();
    return "";
  }
  if (name.empty() || !isSize(name.back()))
    return "";
  StringRef scalar = llvm::StringSwitch<StringRef>(name.drop_back())
                         .Case("vec", "float")
                         .Case("ivec", "int")
                         .Case("uvec", "uint")
                         .Case("bvec", "bool")
                         .Case("dvec", "double")
                         .Default("");
  return scalar.empty() ? "" : (scalar + name.take_back()).str();
}

std::string mlir::wave::hlsl::explainOtherLanguage(StringRef name,
                                                   bool isInLayout) {
  StringRef language = "GLSL";
  std::string replacement = spellType(name);
  if (replacement.empty())
    replacement = findWord(kGLSL, name);
  if (replacement.empty() && isInLayout)
    replacement = findWord(kLayout, name);
  if (replacement.empty()) {
    language = "CUDA";
    replacement = findWord(kCUDA, name);
  }
  if (replacement.empty()) {
    language = "Metal";
    replacement = findWord(kMetal, name);
  }
  if (replacement.empty())
    return "";
  return ("'" + name + "' is a name of " + language + ": write " + replacement +
          " [hlsl-type]")
      .str();
}
