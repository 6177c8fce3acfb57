//===- Bits.hlsl - Numbers as bits and packed numbers -------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: asuint
// Clang has no shifts of matrices.
template <typename T> __OP("arith.shrui") T __shrui(T, T);
template <typename T>
__when<void, __of<T, 0x200>> asuint(T x, out __like<uint, T> low, out __like<uint, T> high) {
  __like<uint64_t, T> bits = __bitcast<__like<uint64_t, T>>(x);
  low = (__like<uint, T>)bits;
  high = (__like<uint, T>)__shrui(bits, (__like<uint64_t, T>)32);
}
//: asdouble
template <typename T> __like<double, __of<T, 0x10>> asdouble(T low, T high) {
  using W = __like<uint64_t, T>;
  return __bitcast<__like<double, T>>((W)low | ((W)high << (W)32));
}
template <typename T, typename U> __like<double, __common2<T, U, 0x10>> asdouble(T low, U high) {
  using C = __common2<T, U, 0x10>;
  return asdouble((C)low, (C)high);
}
//: AddUint64
uint2 AddUint64(uint2 a, uint2 b) {
  uint low = a.x + b.x;
  return uint2(low, a.y + b.y + (uint)(low < a.x));
}
uint4 AddUint64(uint4 a, uint4 b) {
  return uint4(AddUint64(a.xy, b.xy), AddUint64(a.zw, b.zw));
}
//: msad4
/// Adds the absolute differences of a byte of the reference and four bytes of
/// the source; a byte of the reference that is 0 does not count.
uint4 __add_differences(uint reference, uint64_t source, uint4 sum) {
  int known = (int)(reference & 255);
  int4 bytes = int4((int)source, (int)(source >> 8ull), (int)(source >> 16ull), (int)(source >> 24ull)) & 255;
  return select(known != 0, sum + (uint4)abs(bytes - known), sum);
}
uint4 msad4(uint reference, uint2 source, uint4 sum) {
  uint64_t bytes = (uint64_t)source.x | ((uint64_t)source.y << 32ull);
  sum = __add_differences(reference, bytes, sum);
  sum = __add_differences(reference >> 8, bytes >> 8ull, sum);
  sum = __add_differences(reference >> 16, bytes >> 16ull, sum);
  return __add_differences(reference >> 24, bytes >> 24ull, sum);
}
//: uint8_t4_packed int8_t4_packed
// Four packed bytes.
typedef uint uint8_t4_packed;
typedef uint int8_t4_packed;
//: unpack_u8u32
uint4 unpack_u8u32(uint8_t4_packed packed) {
  return uint4(packed, packed >> 8, packed >> 16, packed >> 24) & 255u;
}
//: unpack_s8s32
int4 unpack_s8s32(int8_t4_packed packed) {
  return int4(packed << 24, packed << 16, packed << 8, packed) >> 24;
}
//: __pack
uint8_t4_packed __pack(uint4 bytes) {
  return (bytes.x & 255u) | ((bytes.y & 255u) << 8) | ((bytes.z & 255u) << 16) | (bytes.w << 24);
}
//: pack_u8
uint8_t4_packed pack_u8(uint4 bytes) {
  return __pack(bytes);
}
//: pack_s8
int8_t4_packed pack_s8(int4 bytes) {
  return __pack((uint4)bytes);
}
//: pack_clamp_u8
uint8_t4_packed pack_clamp_u8(int4 bytes) {
  return __pack((uint4)clamp(bytes, 0, 255));
}
//: pack_clamp_s8
int8_t4_packed pack_clamp_s8(int4 bytes) {
  return __pack((uint4)clamp(bytes, -128, 127));
}
//:
#ifdef __HLSL_ENABLE_16_BIT
//: unpack_u8u16
uint16_t4 unpack_u8u16(uint8_t4_packed packed) {
  return (uint16_t4)unpack_u8u32(packed);
}
//: unpack_s8s16
int16_t4 unpack_s8s16(int8_t4_packed packed) {
  return (int16_t4)unpack_s8s32(packed);
}
//: pack_u8
uint8_t4_packed pack_u8(uint16_t4 bytes) {
  return __pack((uint4)bytes);
}
//: pack_s8
int8_t4_packed pack_s8(int16_t4 bytes) {
  return __pack((uint4)bytes);
}
//: pack_clamp_u8
uint8_t4_packed pack_clamp_u8(int16_t4 bytes) {
  return pack_clamp_u8((int4)bytes);
}
//: pack_clamp_s8
int8_t4_packed pack_clamp_s8(int16_t4 bytes) {
  return pack_clamp_s8((int4)bytes);
}
//: dot2add
float dot2add(half2 a, half2 b, float sum) {
  return (float)a.x * (float)b.x + ((float)a.y * (float)b.y + sum);
}
//:
#endif
//: dot4add_u8packed
uint dot4add_u8packed(uint a, uint b, uint sum) {
  return dot(unpack_u8u32(a), unpack_u8u32(b)) + sum;
}
//: dot4add_i8packed
int dot4add_i8packed(uint a, uint b, int sum) {
  return dot(unpack_s8s32(a), unpack_s8s32(b)) + sum;
}
//:

} // namespace hlsl
