//===- Intrinsics.hlsl - Functions of HLSL --------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printed by `scripts/print-prelude Intrinsics`; edit the Python functions instead.
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: GroupMemoryBarrier
__OP("wave.barrier {scope = #wave<scope group>}") void GroupMemoryBarrier();
//: GroupMemoryBarrierWithGroupSync
__OP("wave.barrier {scope = #wave<scope group>, sync}") void GroupMemoryBarrierWithGroupSync();
//: DeviceMemoryBarrier
__OP("wave.barrier {scope = #wave<scope device>}") void DeviceMemoryBarrier();
//: DeviceMemoryBarrierWithGroupSync
__OP("wave.barrier {scope = #wave<scope device>, sync}") void DeviceMemoryBarrierWithGroupSync();
//: AllMemoryBarrier
__OP("wave.barrier {scope = #wave<scope all>}") void AllMemoryBarrier();
//: AllMemoryBarrierWithGroupSync
__OP("wave.barrier {scope = #wave<scope all>, sync}") void AllMemoryBarrierWithGroupSync();
//: countbits
template <typename T> __OP("math.ctpop") __when<__like<uint, T>, __of<T, 0x10>> countbits(T);
//: reversebits
template <typename T> __OP("wave.reverse_bits") __of<T, 0x7e> reversebits(T);
template <typename T>
__fit<T, 0x7e> reversebits(T x) {
  using C = __fit<T, 0x7e>;
  return reversebits((C)x);
}
//: asuint
template <typename T> __OP("arith.bitcast") __when<__like<uint, T>, __of<T, 0x100>> asuint(T);
//: asint
template <typename T> __OP("arith.bitcast") __when<__like<int, T>, __of<T, 0x100>> asint(T);
//: asfloat
template <typename T> __OP("arith.bitcast") __when<__like<float, T>, __of<T, 0x18>> asfloat(T);
//: asuint16
template <typename T> __OP("arith.bitcast") __when<__like<__ushort, T>, __of<T, 0x80>> asuint16(T);
//: asint16
template <typename T> __OP("arith.bitcast") __when<__like<__short, T>, __of<T, 0x80>> asint16(T);
//: asfloat16
template <typename T> __OP("arith.bitcast") __when<__like<__half, T>, __of<T, 0x6>> asfloat16(T);
//: min
template <typename T> __OP("arith.minsi | arith.minui | arith.minnumf") __of<T, 0x3fe> min(T, T);
template <typename T, typename U>
__common2<T, U, 0x3fe> min(T a, U b) {
  using C = __common2<T, U, 0x3fe>;
  return min((C)a, (C)b);
}
//: max
template <typename T> __OP("arith.maxsi | arith.maxui | arith.maxnumf") __of<T, 0x3fe> max(T, T);
template <typename T, typename U>
__common2<T, U, 0x3fe> max(T a, U b) {
  using C = __common2<T, U, 0x3fe>;
  return max((C)a, (C)b);
}
//: abs
template <typename T> __OP("math.absi") __of<T, 0x2a> abs(T);
template <typename T> __OP("math.absf") __of<T, 0x380> abs(T);
//: floor
template <typename T> __OP("math.floor") __of<T, 0x380> floor(T);
template <typename T>
__fit<T, 0x380> floor(T x) {
  using C = __fit<T, 0x380>;
  return floor((C)x);
}
//: ceil
template <typename T> __OP("math.ceil") __of<T, 0x380> ceil(T);
template <typename T>
__fit<T, 0x380> ceil(T x) {
  using C = __fit<T, 0x380>;
  return ceil((C)x);
}
//: round
template <typename T> __OP("math.roundeven") __of<T, 0x380> round(T);
template <typename T>
__fit<T, 0x380> round(T x) {
  using C = __fit<T, 0x380>;
  return round((C)x);
}
//: trunc
template <typename T> __OP("math.trunc") __of<T, 0x380> trunc(T);
template <typename T>
__fit<T, 0x380> trunc(T x) {
  using C = __fit<T, 0x380>;
  return trunc((C)x);
}
//: sqrt
template <typename T> __OP("math.sqrt") __of<T, 0x380> sqrt(T);
template <typename T>
__fit<T, 0x380> sqrt(T x) {
  using C = __fit<T, 0x380>;
  return sqrt((C)x);
}
//: rsqrt
template <typename T> __OP("math.rsqrt") __of<T, 0x380> rsqrt(T);
template <typename T>
__fit<T, 0x380> rsqrt(T x) {
  using C = __fit<T, 0x380>;
  return rsqrt((C)x);
}
//: exp
template <typename T> __OP("math.exp") __of<T, 0x180> exp(T);
template <typename T>
__fit<T, 0x180> exp(T x) {
  using C = __fit<T, 0x180>;
  return exp((C)x);
}
//: exp2
template <typename T> __OP("math.exp2") __of<T, 0x180> exp2(T);
template <typename T>
__fit<T, 0x180> exp2(T x) {
  using C = __fit<T, 0x180>;
  return exp2((C)x);
}
//: log
template <typename T> __OP("math.log") __of<T, 0x180> log(T);
template <typename T>
__fit<T, 0x180> log(T x) {
  using C = __fit<T, 0x180>;
  return log((C)x);
}
//: log2
template <typename T> __OP("math.log2") __of<T, 0x180> log2(T);
template <typename T>
__fit<T, 0x180> log2(T x) {
  using C = __fit<T, 0x180>;
  return log2((C)x);
}
//: pow
template <typename T> __OP("math.powf") __of<T, 0x180> pow(T, T);
template <typename T, typename U>
__common2<T, U, 0x180> pow(T x, U y) {
  using C = __common2<T, U, 0x180>;
  return pow((C)x, (C)y);
}
//: sin
template <typename T> __OP("math.sin") __of<T, 0x180> sin(T);
template <typename T>
__fit<T, 0x180> sin(T x) {
  using C = __fit<T, 0x180>;
  return sin((C)x);
}
//: cos
template <typename T> __OP("math.cos") __of<T, 0x180> cos(T);
template <typename T>
__fit<T, 0x180> cos(T x) {
  using C = __fit<T, 0x180>;
  return cos((C)x);
}
//: tan
template <typename T> __OP("math.tan") __of<T, 0x180> tan(T);
template <typename T>
__fit<T, 0x180> tan(T x) {
  using C = __fit<T, 0x180>;
  return tan((C)x);
}
//: asin
template <typename T> __OP("math.asin") __of<T, 0x180> asin(T);
//: acos
template <typename T> __OP("math.acos") __of<T, 0x180> acos(T);
//: atan
template <typename T> __OP("math.atan") __of<T, 0x180> atan(T);
//: atan2
template <typename T> __OP("math.atan2") __of<T, 0x180> atan2(T, T);
//: sinh
template <typename T> __OP("math.sinh") __of<T, 0x180> sinh(T);
//: cosh
template <typename T> __OP("math.cosh") __of<T, 0x180> cosh(T);
//: tanh
template <typename T> __OP("math.tanh") __of<T, 0x180> tanh(T);
//: log10
template <typename T> __OP("math.log10") __of<T, 0x180> log10(T);
//: fma
template <typename T> __OP("math.fma") __of<T, 0x380> fma(T, T, T);
template <typename T, typename U, typename V>
__common3<T, U, V, 0x380> fma(T a, U b, V c) {
  using C = __common3<T, U, V, 0x380>;
  return fma((C)a, (C)b, (C)c);
}
//: dot
template <typename T> __OP("arith.muli") __when<__scalar<T>, __shaped<T, 0x7e, 0>> dot(T, T);
template <typename T> __OP("arith.mulf {fastmath = #arith.fastmath<contract>}")
__when<__scalar<T>, __shaped<T, 0x380, 0>> dot(T, T);
//: GetGroupWaveIndex
__OP("wave.group_wave_index") uint GetGroupWaveIndex();
//: WaveGetLaneIndex
__OP("wave.lane_index") uint WaveGetLaneIndex();
//: WaveGetLaneCount
__OP("wave.lane_count") uint WaveGetLaneCount();
//: WaveIsFirstLane
__OP("wave.is_first_lane") bool WaveIsFirstLane();
//: QuadReadAcrossX
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction x>}")
__of<T, 0x3ff> QuadReadAcrossX(T);
//: QuadReadAcrossY
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction y>}")
__of<T, 0x3ff> QuadReadAcrossY(T);
//: QuadReadAcrossDiagonal
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction diagonal>}")
__of<T, 0x3ff> QuadReadAcrossDiagonal(T);
//: QuadReadLaneAt
template <typename T> __OP("wave.quad_read_lane") __of<T, 0x3ff> QuadReadLaneAt(T, uint);
//: QuadAny
__OP("wave.quad_any") bool QuadAny(bool);
//: QuadAll
__OP("wave.quad_all") bool QuadAll(bool);
//: WaveReadLaneFirst
template <typename T> __OP("wave.read_first_lane") __of<T, 0x3ff> WaveReadLaneFirst(T);
//: WaveReadLaneAt
template <typename T> __OP("wave.read_lane") __of<T, 0x3ff> WaveReadLaneAt(T, uint);
//: WaveActiveSum
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op add>}") __of<T, 0x3fe> WaveActiveSum(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveSum(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveSum((C)value);
}
//: WaveActiveProduct
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op mul>}") __of<T, 0x3fe> WaveActiveProduct(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveProduct(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveProduct((C)value);
}
//: WaveActiveMin
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op minsi>} | wave.reduce {kind = #gpu<all_reduce_op minui>} | wave.reduce {kind = #gpu<all_reduce_op minnumf>}")
__of<T, 0x3fe> WaveActiveMin(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveMin(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveMin((C)value);
}
//: WaveActiveMax
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op maxsi>} | wave.reduce {kind = #gpu<all_reduce_op maxui>} | wave.reduce {kind = #gpu<all_reduce_op maxnumf>}")
__of<T, 0x3fe> WaveActiveMax(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveMax(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveMax((C)value);
}
//: WaveActiveBitAnd
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op and>}") __of<T, 0x7e> WaveActiveBitAnd(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitAnd(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitAnd((C)value);
}
//: WaveActiveBitOr
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op or>}") __of<T, 0x7e> WaveActiveBitOr(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitOr(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitOr((C)value);
}
//: WaveActiveBitXor
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op xor>}") __of<T, 0x7e> WaveActiveBitXor(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitXor(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitXor((C)value);
}
//: WavePrefixSum
template <typename T> __OP("wave.prefix {kind = #gpu<all_reduce_op add>}") __of<T, 0x3fe> WavePrefixSum(T);
template <typename T>
__fit<T, 0x3fe> WavePrefixSum(T value) {
  using C = __fit<T, 0x3fe>;
  return WavePrefixSum((C)value);
}
//: WavePrefixProduct
template <typename T> __OP("wave.prefix {kind = #gpu<all_reduce_op mul>}") __of<T, 0x3fe> WavePrefixProduct(T);
template <typename T>
__fit<T, 0x3fe> WavePrefixProduct(T value) {
  using C = __fit<T, 0x3fe>;
  return WavePrefixProduct((C)value);
}
//: WavePrefixCountBits
__OP("wave.prefix_count_bits") uint WavePrefixCountBits(bool);
//: WaveMultiPrefixSum
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op add>}")
__of<T, 0x3fe> WaveMultiPrefixSum(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x3fe> WaveMultiPrefixSum(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x3fe>;
  return WaveMultiPrefixSum((C)value, mask);
}
//: WaveMultiPrefixProduct
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op mul>}")
__of<T, 0x3fe> WaveMultiPrefixProduct(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x3fe> WaveMultiPrefixProduct(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x3fe>;
  return WaveMultiPrefixProduct((C)value, mask);
}
//: WaveMultiPrefixBitAnd
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op and>}")
__of<T, 0x7e> WaveMultiPrefixBitAnd(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitAnd(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitAnd((C)value, mask);
}
//: WaveMultiPrefixBitOr
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op or>}")
__of<T, 0x7e> WaveMultiPrefixBitOr(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitOr(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitOr((C)value, mask);
}
//: WaveMultiPrefixBitXor
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op xor>}")
__of<T, 0x7e> WaveMultiPrefixBitXor(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitXor(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitXor((C)value, mask);
}
//: WaveMultiPrefixCountBits
__OP("wave.multi_prefix_count_bits") uint WaveMultiPrefixCountBits(bool, vector<uint, 4>);
//: WaveActiveAnyTrue
__OP("wave.any") bool WaveActiveAnyTrue(bool);
//: WaveActiveAllTrue
__OP("wave.all") bool WaveActiveAllTrue(bool);
//: WaveActiveBallot
__OP("wave.ballot") vector<uint, 4> WaveActiveBallot(bool);
//: WaveActiveAllEqual
template <typename T> __OP("wave.all_equal") __when<__like<bool, T>, __of<T, 0x3ff>> WaveActiveAllEqual(T);
//: WaveActiveCountBits
__OP("wave.count_bits") uint WaveActiveCountBits(bool);
//: WaveMatch
template <typename T> __OP("wave.match") __when<vector<uint, 4>, __of<T, 0x3ff>> WaveMatch(T);
//: fmod
template <typename T> __OP("arith.remf") __of<T, 0x380> fmod(T, T);
template <typename T, typename U>
__common2<T, U, 0x380> fmod(T x, U y) {
  using C = __common2<T, U, 0x380>;
  return fmod((C)x, (C)y);
}
//:

} // namespace hlsl
