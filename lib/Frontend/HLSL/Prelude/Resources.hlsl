//===- Resources.hlsl - Buffers, textures and samplers of HLSL ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that Clang has too is a macro for the same name with two underscores:
// Clang's own classes have fewer methods, and refuse bool. Without a constructor,
// Clang would take the fields of a resource for the values of an initializer.
//
//===----------------------------------------------------------------------===//

#define __HANDLE(kind, type) __hlsl_resource_t [[hlsl::resource_class(kind)]] [[hlsl::contained_type(type)]] handle
#define __RAW(kind, type)                                                                                              \
  __hlsl_resource_t [[hlsl::resource_class(kind)]] [[hlsl::raw_buffer]] [[hlsl::contained_type(type)]] handle
#define __SUBSCRIPT __OP("hlsl.subscript")
#define __LOAD __OP("hlsl.load")
#define __STORE __OP("hlsl.store")
#define __DIMENSIONS __OP("hlsl.get_dimensions") void GetDimensions
#define __STATUS __REFUSE("the status of a load is not supported: omit the last argument")

namespace hlsl {

// Buffers of scalars and vectors.
//: Buffer
#define Buffer __Buffer
template <typename T = float4> class __OP("hlsl.resource.Buffer") __Buffer {
  __HANDLE(SRV, T);

public:
  __Buffer() {}
  __SUBSCRIPT __readable<T> operator[](uint) const;
//: Buffer & Load
  __LOAD T Load(int) const;
  __STATUS T Load(int, out uint) const;
//: Buffer & GetDimensions
  __DIMENSIONS(out uint) const;
//: Buffer
};
//: RWBuffer
#define RWBuffer __RWBuffer
template <typename T = float4> class __OP("hlsl.resource.RWBuffer") __RWBuffer {
  __HANDLE(UAV, T);

public:
  __RWBuffer() {}
  __SUBSCRIPT __writable<T> operator[](uint) const;
//: RWBuffer & Load
  __LOAD T Load(int) const;
  __STATUS T Load(int, out uint) const;
//: RWBuffer & GetDimensions
  __DIMENSIONS(out uint) const;
//: RWBuffer
};
//:

// Buffers of structs.
//: StructuredBuffer
#define StructuredBuffer __StructuredBuffer
template <typename T> class __OP("hlsl.resource.StructuredBuffer") __StructuredBuffer {
  __RAW(SRV, T);

public:
  __StructuredBuffer() {}
  __SUBSCRIPT __readable<T> operator[](uint) const;
//: StructuredBuffer & Load
  __LOAD T Load(int) const;
  __STATUS T Load(int, out uint) const;
//: StructuredBuffer & GetDimensions
  __DIMENSIONS(out uint count, out uint stride) const;
//: StructuredBuffer
};
//: RWStructuredBuffer
#define RWStructuredBuffer __RWStructuredBuffer
template <typename T> class __OP("hlsl.resource.RWStructuredBuffer") __RWStructuredBuffer {
  __RAW(UAV, T);

public:
  __RWStructuredBuffer() {}
  __SUBSCRIPT __writable<T> operator[](uint) const;
//: RWStructuredBuffer & Load
  __LOAD T Load(int) const;
  __STATUS T Load(int, out uint) const;
//: RWStructuredBuffer & GetDimensions
  __DIMENSIONS(out uint count, out uint stride) const;
//: RWStructuredBuffer & IncrementCounter
  __OP("hlsl.counter.increment") uint IncrementCounter() const;
//: RWStructuredBuffer & DecrementCounter
  __OP("hlsl.counter.decrement") uint DecrementCounter() const;
//: RWStructuredBuffer
};
//: AppendStructuredBuffer
#define AppendStructuredBuffer __AppendStructuredBuffer
template <typename T> class __OP("hlsl.resource.AppendStructuredBuffer") __AppendStructuredBuffer {
  __RAW(UAV, T);

public:
  __AppendStructuredBuffer() {}
  __OP("hlsl.counter.append") void Append(T) const;
  __DIMENSIONS(out uint count, out uint stride) const;
};
//: ConsumeStructuredBuffer
#define ConsumeStructuredBuffer __ConsumeStructuredBuffer
template <typename T> class __OP("hlsl.resource.ConsumeStructuredBuffer") __ConsumeStructuredBuffer {
  __RAW(UAV, T);

public:
  __ConsumeStructuredBuffer() {}
  __OP("hlsl.counter.consume") T Consume() const;
  __DIMENSIONS(out uint count, out uint stride) const;
};
//:

// Buffers of bytes. The address is the first argument, in bytes. The templates have bodies, which are not emitted: without
// one, Clang refuses a type that a function declares.
//: __BYTE_LOADS
#define __BYTE_LOADS                                                                                                   \
  __LOAD uint Load(uint) const;                                                                                        \
  __LOAD uint2 Load2(uint) const;                                                                                      \
  __LOAD uint3 Load3(uint) const;                                                                                      \
  __LOAD uint4 Load4(uint) const;                                                                                      \
  template <typename T> __LOAD T Load(uint) const {}                                                                   \
  __STATUS uint Load(uint, out uint) const;                                                                            \
  __STATUS uint2 Load2(uint, out uint) const;                                                                          \
  __STATUS uint3 Load3(uint, out uint) const;                                                                          \
  __STATUS uint4 Load4(uint, out uint) const;                                                                          \
  template <typename T> __STATUS T Load(uint, out uint) const;                                                         \
  __DIMENSIONS(out uint bytes) const;
//: __BYTE_ATOMIC
#define __BYTE_ATOMIC(name, operation, type)                                                                           \
  __OP("hlsl.interlocked." operation) void name(uint, type) const;                                                     \
  __OP("hlsl.interlocked." operation) void name(uint, type, out type) const;
//: __BYTE_ATOMICS
#define __BYTE_ATOMICS(name, operation)                                                                                \
  __BYTE_ATOMIC(name, operation, uint)                                                                                 \
  __BYTE_ATOMIC(name##64, operation, uint64_t)
//: __SIGNED_BYTE_ATOMICS
// The sign of the value decides between the two forms of a minimum.
#define __SIGNED_BYTE_ATOMICS(name, operation)                                                                         \
  __BYTE_ATOMICS(name, operation)                                                                                      \
  __BYTE_ATOMIC(name, operation, int)                                                                                  \
  __BYTE_ATOMIC(name##64, operation, int64_t)

//: ByteAddressBuffer
#define ByteAddressBuffer __ByteAddressBuffer
class __OP("hlsl.resource.ByteAddressBuffer") __ByteAddressBuffer {
  __RAW(SRV, char);

public:
  __ByteAddressBuffer() {}
  __BYTE_LOADS
};
//: RWByteAddressBuffer
#define RWByteAddressBuffer __RWByteAddressBuffer
class __OP("hlsl.resource.RWByteAddressBuffer") __RWByteAddressBuffer {
  __RAW(UAV, char);

public:
  __RWByteAddressBuffer() {}
  __BYTE_LOADS
  __STORE void Store2(uint, uint2) const;
  __STORE void Store3(uint, uint3) const;
  __STORE void Store4(uint, uint4) const;
  template <typename T> __STORE void Store(uint, T) const {}
  __BYTE_ATOMICS(InterlockedAdd, "add")
  __BYTE_ATOMICS(InterlockedAnd, "and")
  __BYTE_ATOMICS(InterlockedOr, "or")
  __BYTE_ATOMICS(InterlockedXor, "xor")
  __SIGNED_BYTE_ATOMICS(InterlockedMin, "min")
  __SIGNED_BYTE_ATOMICS(InterlockedMax, "max")
  __OP("hlsl.interlocked.exchange") void InterlockedExchange(uint, uint, out uint) const;
  __OP("hlsl.interlocked.exchange") void InterlockedExchange64(uint, uint64_t, out uint64_t) const;
  __OP("hlsl.interlocked.exchange") void InterlockedExchangeFloat(uint, float, out float) const;
  __OP("hlsl.interlocked.compare_exchange") void InterlockedCompareExchange(uint, uint, uint, out uint) const;
  __OP("hlsl.interlocked.compare_exchange")
  void InterlockedCompareExchange64(uint, uint64_t, uint64_t, out uint64_t) const;
  __OP("hlsl.interlocked.compare_exchange")
  void InterlockedCompareExchangeFloatBitwise(uint, float, float, out float) const;
  __OP("hlsl.interlocked.compare_exchange") void InterlockedCompareStore(uint, uint, uint) const;
  __OP("hlsl.interlocked.compare_exchange") void InterlockedCompareStore64(uint, uint64_t, uint64_t) const;
  __OP("hlsl.interlocked.compare_exchange") void InterlockedCompareStoreFloatBitwise(uint, float, float) const;
};
//:

// Constants in a buffer. Their fields are those of the base class.
//: ConstantBuffer
template <typename T> struct __OP("hlsl.resource.ConstantBuffer") ConstantBuffer : T {
private:
  __HANDLE(CBuffer, T);
};
//: TextureBuffer
template <typename T>
struct __REFUSE("`TextureBuffer` is not supported: use a `ConstantBuffer`, or a `StructuredBuffer`") TextureBuffer : T {
private:
  __HANDLE(SRV, T);
};
//:

// Samplers: declared, so that shaders of several stages can be read.
//: SamplerState sampler
class __REFUSE("samplers are not supported: read texels by `Load` or `[]`") SamplerState {
  __hlsl_resource_t [[hlsl::resource_class(Sampler)]] handle;
};
typedef SamplerState sampler;
//: SamplerComparisonState
class __REFUSE("samplers are not supported: read texels by `Load` or `[]`") SamplerComparisonState {
  __hlsl_resource_t [[hlsl::resource_class(Sampler)]] handle;
};
//:

// Textures.
//: __texels
template <typename T> using __texels = vector<__scalar<T>, 4>;
//: __SAMPLE
#define __SAMPLE(type, name) template <typename... A> __NO_SAMPLE type name(A...) const;
//: __SAMPLES
#define __SAMPLES                                                                                                      \
  __SAMPLE(T, Sample)                                                                                                  \
  __SAMPLE(T, SampleLevel)                                                                                             \
  __SAMPLE(T, SampleBias)                                                                                              \
  __SAMPLE(T, SampleGrad)                                                                                              \
  __SAMPLE(float, SampleCmp)                                                                                           \
  __SAMPLE(float, SampleCmpLevel)                                                                                      \
  __SAMPLE(float, SampleCmpLevelZero)                                                                                  \
  __SAMPLE(float, SampleCmpBias)                                                                                       \
  __SAMPLE(float, SampleCmpGrad)                                                                                       \
  __SAMPLE(float, CalculateLevelOfDetail)                                                                              \
  __SAMPLE(float, CalculateLevelOfDetailUnclamped)                                                                     \
  __SAMPLE(__texels<T>, Gather)                                                                                        \
  __SAMPLE(__texels<T>, GatherRed)                                                                                     \
  __SAMPLE(__texels<T>, GatherGreen)                                                                                   \
  __SAMPLE(__texels<T>, GatherBlue)                                                                                    \
  __SAMPLE(__texels<T>, GatherAlpha)                                                                                   \
  __SAMPLE(__texels<T>, GatherRaw)                                                                                     \
  __SAMPLE(float4, GatherCmp)                                                                                          \
  __SAMPLE(float4, GatherCmpRed)                                                                                       \
  __SAMPLE(float4, GatherCmpGreen)                                                                                     \
  __SAMPLE(float4, GatherCmpBlue)                                                                                      \
  __SAMPLE(float4, GatherCmpAlpha)
//: __NO_SAMPLE
#define __NO_SAMPLE __REFUSE("samplers are not supported: read texels by `Load` or `[]`")

//: __mip __mips
// `texture.mips[level][coordinates]`.
template <typename T, typename C> class __OP("hlsl.mip") __mip {
public:
  __SUBSCRIPT __readable<T> operator[](C) const;
};
template <typename T, typename C> class __OP("hlsl.mips") __mips {
public:
  __SUBSCRIPT __mip<T, C> operator[](uint) const;
};

//: __DIMENSIONS2 __DIMENSIONS3 __DIMENSIONS4
// The variables for the dimensions of a texture may be of several types.
#define __DIMENSIONS2 template <typename A, typename B, typename = __sizes<A, B>> __DIMENSIONS
#define __DIMENSIONS3 template <typename A, typename B, typename C, typename = __sizes<A, B, C>> __DIMENSIONS
#define __DIMENSIONS4                                                                                                  \
  template <typename A, typename B, typename C, typename D, typename = __sizes<A, B, C, D>> __DIMENSIONS
//: __sizes
/// A type if all are types of one number.
template <typename A, typename B, typename C = B, typename D = B>
using __sizes = typename __if<(__element<A>::size + __element<B>::size + __element<C>::size + __element<D>::size) == 0,
                              __when<__of<A, 0x3fe>, __when<__of<B, 0x3fe>, __when<__of<C, 0x3fe>, __of<D, 0x3fe>>>>>::type;
//: Texture2D
template <typename T = float4> class __OP("hlsl.resource.Texture2D") Texture2D {
  __HANDLE(SRV, T);

public:
  Texture2D() {}
  __SUBSCRIPT __readable<T> operator[](uint2) const;
  __LOAD T Load(int3) const;
  __LOAD T Load(int3, int2 offset) const;
  __STATUS T Load(int3, int2 offset, out uint) const;
  __DIMENSIONS(out uint width, out uint height) const;
  __DIMENSIONS(out float width, out float height) const;
  __DIMENSIONS2(out A width, out B height) const;
  __DIMENSIONS(uint, out uint width, out uint height, out uint levels) const;
  __DIMENSIONS(uint, out float width, out float height, out float levels) const;
  __DIMENSIONS3(uint, out A width, out B height, out C levels) const;
  __mips<T, uint2> mips;
  __SAMPLES
};
//: RWTexture2D
template <typename T = float4> class __OP("hlsl.resource.RWTexture2D") RWTexture2D {
  __HANDLE(UAV, T);

public:
  RWTexture2D() {}
  __SUBSCRIPT __writable<T> operator[](uint2) const;
  __LOAD T Load(int2) const;
  __STATUS T Load(int2, out uint) const;
  __DIMENSIONS(out uint width, out uint height) const;
  __DIMENSIONS(out float width, out float height) const;
  __DIMENSIONS2(out A width, out B height) const;
};
//:

//: Texture2DArray
template <typename T = float4> class __OP("hlsl.resource.Texture2DArray") Texture2DArray {
  __HANDLE(SRV, T);

public:
  Texture2DArray() {}
  __SUBSCRIPT __readable<T> operator[](uint3) const;
  __LOAD T Load(int4) const;
  __LOAD T Load(int4, int2 offset) const;
  __STATUS T Load(int4, int2 offset, out uint) const;
  __DIMENSIONS(out uint width, out uint height, out uint elements) const;
  __DIMENSIONS(out float width, out float height, out float elements) const;
  __DIMENSIONS3(out A width, out B height, out C elements) const;
  __DIMENSIONS(uint, out uint width, out uint height, out uint elements, out uint levels) const;
  __DIMENSIONS(uint, out float width, out float height, out float elements, out float levels) const;
  __DIMENSIONS4(uint, out A width, out B height, out C elements, out D levels) const;
  __mips<T, uint3> mips;
  __SAMPLES
};
//: RWTexture2DArray
template <typename T = float4> class __OP("hlsl.resource.RWTexture2DArray") RWTexture2DArray {
  __HANDLE(UAV, T);

public:
  RWTexture2DArray() {}
  __SUBSCRIPT __writable<T> operator[](uint3) const;
  __LOAD T Load(int3) const;
  __STATUS T Load(int3, out uint) const;
  __DIMENSIONS(out uint width, out uint height, out uint elements) const;
  __DIMENSIONS(out float width, out float height, out float elements) const;
  __DIMENSIONS3(out A width, out B height, out C elements) const;
};
//:

//: __OTHER_TEXTURE
#define __OTHER_TEXTURE(name, index, load, offset)                                                                     \
  template <typename T = float4> class __REFUSE("`" #name "` is not supported: use a `Texture2D` or a buffer") name {  \
    __HANDLE(SRV, T);                                                                                                  \
                                                                                                                       \
  public:                                                                                                              \
    __SUBSCRIPT __readable<T> operator[](index) const;                                                                 \
    __LOAD T Load(load) const;                                                                                         \
    __LOAD T Load(load, offset) const;                                                                                 \
    __DIMENSIONS(out uint) const;                                                                                      \
    __DIMENSIONS(out uint, out uint) const;                                                                            \
    __DIMENSIONS(out uint, out uint, out uint) const;                                                                  \
    __DIMENSIONS(uint, out uint, out uint, out uint, out uint) const;                                                  \
    __SAMPLES                                                                                        \
  };
//: __OTHER_RW_TEXTURE
#define __OTHER_RW_TEXTURE(name, index)                                                                                \
  template <typename T = float4> class __REFUSE("`" #name "` is not supported: use a `RWTexture2D` or a buffer") name {\
    __HANDLE(UAV, T);                                                                                                  \
                                                                                                                       \
  public:                                                                                                              \
    __SUBSCRIPT __writable<T> operator[](index) const;                                                                 \
    __LOAD T Load(index) const;                                                                                        \
    __DIMENSIONS(out uint) const;                                                                                      \
    __DIMENSIONS(out uint, out uint) const;                                                                            \
    __DIMENSIONS(out uint, out uint, out uint) const;                                                                  \
  };
//: Texture1D
__OTHER_TEXTURE(Texture1D, uint, int2, int)
//: Texture1DArray
__OTHER_TEXTURE(Texture1DArray, uint2, int3, int)
//: Texture2DMS
__OTHER_TEXTURE(Texture2DMS, uint2, int2, int)
//: Texture3D
__OTHER_TEXTURE(Texture3D, uint3, int4, int3)
//: TextureCube
__OTHER_TEXTURE(TextureCube, uint3, int4, int3)
//: TextureCubeArray
__OTHER_TEXTURE(TextureCubeArray, uint4, int4, int3)
//: RWTexture1D
__OTHER_RW_TEXTURE(RWTexture1D, uint)
//: RWTexture1DArray
__OTHER_RW_TEXTURE(RWTexture1DArray, uint2)
//: RWTexture3D
__OTHER_RW_TEXTURE(RWTexture3D, uint3)
//: RasterizerOrderedTexture1D
__OTHER_RW_TEXTURE(RasterizerOrderedTexture1D, uint)
//: RasterizerOrderedTexture1DArray
__OTHER_RW_TEXTURE(RasterizerOrderedTexture1DArray, uint2)
//: RasterizerOrderedTexture2D
__OTHER_RW_TEXTURE(RasterizerOrderedTexture2D, uint2)
//: RasterizerOrderedTexture2DArray
__OTHER_RW_TEXTURE(RasterizerOrderedTexture2DArray, uint3)
//: RasterizerOrderedTexture3D
__OTHER_RW_TEXTURE(RasterizerOrderedTexture3D, uint3)
//: RasterizerOrderedBuffer
#define RasterizerOrderedBuffer __RasterizerOrderedBuffer
template <typename T = float4>
class __REFUSE("`RasterizerOrderedBuffer` is not supported: use a `RWBuffer`") __RasterizerOrderedBuffer {
  __HANDLE(UAV, T);

public:
  __SUBSCRIPT __writable<T> operator[](uint) const;
  __LOAD T Load(int) const;
  __DIMENSIONS(out uint) const;
};
//: RasterizerOrderedStructuredBuffer
#define RasterizerOrderedStructuredBuffer __RasterizerOrderedStructuredBuffer
template <typename T>
class __REFUSE("`RasterizerOrderedStructuredBuffer` is not supported: use a `RWStructuredBuffer`")
    __RasterizerOrderedStructuredBuffer {
  __RAW(UAV, T);

public:
  __SUBSCRIPT __writable<T> operator[](uint) const;
  __LOAD T Load(int) const;
  __DIMENSIONS(out uint count, out uint stride) const;
};
//: RasterizerOrderedByteAddressBuffer
#define RasterizerOrderedByteAddressBuffer __RasterizerOrderedByteAddressBuffer
class __REFUSE("`RasterizerOrderedByteAddressBuffer` is not supported: use a `RWByteAddressBuffer`")
    __RasterizerOrderedByteAddressBuffer {
  __RAW(UAV, uint);
};
//:

} // namespace hlsl
