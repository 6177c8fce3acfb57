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

__OP("wave.barrier {scope = #wave<scope group>}") void GroupMemoryBarrier();
__OP("wave.barrier {scope = #wave<scope group>, sync}") void GroupMemoryBarrierWithGroupSync();
__OP("wave.barrier {scope = #wave<scope device>}") void DeviceMemoryBarrier();
__OP("wave.barrier {scope = #wave<scope device>, sync}") void DeviceMemoryBarrierWithGroupSync();
__OP("wave.barrier {scope = #wave<scope all>}") void AllMemoryBarrier();
__OP("wave.barrier {scope = #wave<scope all>, sync}") void AllMemoryBarrierWithGroupSync();
template <typename T> __OP("math.ctpop") __when<__like<uint, T>, __of<T, 0x10>> countbits(T);
template <typename T> __OP("wave.reverse_bits") __of<T, 0x7e> reversebits(T);
template <typename T>
__fit<T, 0x7e> reversebits(T x) {
  using C = __fit<T, 0x7e>;
  return reversebits((C)x);
}
template <typename T> __OP("arith.bitcast") __when<__like<uint, T>, __of<T, 0x100>> asuint(T);
template <typename T> __OP("arith.bitcast") __when<__like<int, T>, __of<T, 0x100>> asint(T);
template <typename T> __OP("arith.bitcast") __when<__like<float, T>, __of<T, 0x18>> asfloat(T);
template <typename T> __OP("arith.bitcast") __when<__like<__ushort, T>, __of<T, 0x80>> asuint16(T);
template <typename T> __OP("arith.bitcast") __when<__like<__short, T>, __of<T, 0x80>> asint16(T);
template <typename T> __OP("arith.bitcast") __when<__like<__half, T>, __of<T, 0x6>> asfloat16(T);
template <typename T> __OP("arith.minsi | arith.minui | arith.minnumf") __of<T, 0x3fe> min(T, T);
template <typename T, typename U>
__common2<T, U, 0x3fe> min(T a, U b) {
  using C = __common2<T, U, 0x3fe>;
  return min((C)a, (C)b);
}
template <typename T> __OP("arith.maxsi | arith.maxui | arith.maxnumf") __of<T, 0x3fe> max(T, T);
template <typename T, typename U>
__common2<T, U, 0x3fe> max(T a, U b) {
  using C = __common2<T, U, 0x3fe>;
  return max((C)a, (C)b);
}
template <typename T> __OP("math.absi") __of<T, 0x2a> abs(T);
template <typename T> __OP("math.absf") __of<T, 0x380> abs(T);
template <typename T> __OP("math.floor") __of<T, 0x380> floor(T);
template <typename T>
__fit<T, 0x380> floor(T x) {
  using C = __fit<T, 0x380>;
  return floor((C)x);
}
template <typename T> __OP("math.ceil") __of<T, 0x380> ceil(T);
template <typename T>
__fit<T, 0x380> ceil(T x) {
  using C = __fit<T, 0x380>;
  return ceil((C)x);
}
template <typename T> __OP("math.roundeven") __of<T, 0x380> round(T);
template <typename T>
__fit<T, 0x380> round(T x) {
  using C = __fit<T, 0x380>;
  return round((C)x);
}
template <typename T> __OP("math.trunc") __of<T, 0x380> trunc(T);
template <typename T>
__fit<T, 0x380> trunc(T x) {
  using C = __fit<T, 0x380>;
  return trunc((C)x);
}
template <typename T> __OP("math.sqrt") __of<T, 0x380> sqrt(T);
template <typename T>
__fit<T, 0x380> sqrt(T x) {
  using C = __fit<T, 0x380>;
  return sqrt((C)x);
}
template <typename T> __OP("math.rsqrt") __of<T, 0x380> rsqrt(T);
template <typename T>
__fit<T, 0x380> rsqrt(T x) {
  using C = __fit<T, 0x380>;
  return rsqrt((C)x);
}
template <typename T> __OP("math.exp") __of<T, 0x180> exp(T);
template <typename T>
__fit<T, 0x180> exp(T x) {
  using C = __fit<T, 0x180>;
  return exp((C)x);
}
template <typename T> __OP("math.exp2") __of<T, 0x180> exp2(T);
template <typename T>
__fit<T, 0x180> exp2(T x) {
  using C = __fit<T, 0x180>;
  return exp2((C)x);
}
template <typename T> __OP("math.log") __of<T, 0x180> log(T);
template <typename T>
__fit<T, 0x180> log(T x) {
  using C = __fit<T, 0x180>;
  return log((C)x);
}
template <typename T> __OP("math.log2") __of<T, 0x180> log2(T);
template <typename T>
__fit<T, 0x180> log2(T x) {
  using C = __fit<T, 0x180>;
  return log2((C)x);
}
template <typename T> __OP("math.powf") __of<T, 0x180> pow(T, T);
template <typename T, typename U>
__common2<T, U, 0x180> pow(T x, U y) {
  using C = __common2<T, U, 0x180>;
  return pow((C)x, (C)y);
}
template <typename T> __OP("math.sin") __of<T, 0x180> sin(T);
template <typename T>
__fit<T, 0x180> sin(T x) {
  using C = __fit<T, 0x180>;
  return sin((C)x);
}
template <typename T> __OP("math.cos") __of<T, 0x180> cos(T);
template <typename T>
__fit<T, 0x180> cos(T x) {
  using C = __fit<T, 0x180>;
  return cos((C)x);
}
template <typename T> __OP("math.tan") __of<T, 0x180> tan(T);
template <typename T>
__fit<T, 0x180> tan(T x) {
  using C = __fit<T, 0x180>;
  return tan((C)x);
}
template <typename T> __OP("math.asin") __of<T, 0x180> asin(T);
template <typename T> __OP("math.acos") __of<T, 0x180> acos(T);
template <typename T> __OP("math.atan") __of<T, 0x180> atan(T);
template <typename T> __OP("math.atan2") __of<T, 0x180> atan2(T, T);
template <typename T> __OP("math.sinh") __of<T, 0x180> sinh(T);
template <typename T> __OP("math.cosh") __of<T, 0x180> cosh(T);
template <typename T> __OP("math.tanh") __of<T, 0x180> tanh(T);
template <typename T> __OP("math.log10") __of<T, 0x180> log10(T);
template <typename T> __OP("math.fma") __of<T, 0x380> fma(T, T, T);
template <typename T, typename U, typename V>
__common3<T, U, V, 0x380> fma(T a, U b, V c) {
  using C = __common3<T, U, V, 0x380>;
  return fma((C)a, (C)b, (C)c);
}
template <typename T> __OP("arith.muli") __when<__scalar<T>, __of<T, 0x7e, 0>> dot(T, T);
template <typename T> __OP("arith.mulf {fastmath = #arith.fastmath<contract>}")
__when<__scalar<T>, __of<T, 0x380, 0>> dot(T, T);
__OP("wave.group_wave_index") uint GetGroupWaveIndex();
__OP("wave.lane_index") uint WaveGetLaneIndex();
__OP("wave.lane_count") uint WaveGetLaneCount();
__OP("wave.is_first_lane") bool WaveIsFirstLane();
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction x>}")
__of<T, 0x3ff> QuadReadAcrossX(T);
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction y>}")
__of<T, 0x3ff> QuadReadAcrossY(T);
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction diagonal>}")
__of<T, 0x3ff> QuadReadAcrossDiagonal(T);
template <typename T> __OP("wave.quad_read_lane") __of<T, 0x3ff> QuadReadLaneAt(T, uint);
__OP("wave.quad_any") bool QuadAny(bool);
__OP("wave.quad_all") bool QuadAll(bool);
template <typename T> __OP("wave.read_first_lane") __of<T, 0x3ff> WaveReadLaneFirst(T);
template <typename T> __OP("wave.read_lane") __of<T, 0x3ff> WaveReadLaneAt(T, uint);
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op add>}") __of<T, 0x3fe> WaveActiveSum(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveSum(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveSum((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op mul>}") __of<T, 0x3fe> WaveActiveProduct(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveProduct(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveProduct((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op minsi>} | wave.reduce {kind = #gpu<all_reduce_op minui>} | wave.reduce {kind = #gpu<all_reduce_op minnumf>}")
__of<T, 0x3fe> WaveActiveMin(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveMin(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveMin((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op maxsi>} | wave.reduce {kind = #gpu<all_reduce_op maxui>} | wave.reduce {kind = #gpu<all_reduce_op maxnumf>}")
__of<T, 0x3fe> WaveActiveMax(T);
template <typename T>
__fit<T, 0x3fe> WaveActiveMax(T value) {
  using C = __fit<T, 0x3fe>;
  return WaveActiveMax((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op and>}") __of<T, 0x7e> WaveActiveBitAnd(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitAnd(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitAnd((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op or>}") __of<T, 0x7e> WaveActiveBitOr(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitOr(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitOr((C)value);
}
template <typename T> __OP("wave.reduce {kind = #gpu<all_reduce_op xor>}") __of<T, 0x7e> WaveActiveBitXor(T);
template <typename T>
__fit<T, 0x7e> WaveActiveBitXor(T value) {
  using C = __fit<T, 0x7e>;
  return WaveActiveBitXor((C)value);
}
template <typename T> __OP("wave.prefix {kind = #gpu<all_reduce_op add>}") __of<T, 0x3fe> WavePrefixSum(T);
template <typename T>
__fit<T, 0x3fe> WavePrefixSum(T value) {
  using C = __fit<T, 0x3fe>;
  return WavePrefixSum((C)value);
}
template <typename T> __OP("wave.prefix {kind = #gpu<all_reduce_op mul>}") __of<T, 0x3fe> WavePrefixProduct(T);
template <typename T>
__fit<T, 0x3fe> WavePrefixProduct(T value) {
  using C = __fit<T, 0x3fe>;
  return WavePrefixProduct((C)value);
}
__OP("wave.prefix_count_bits") uint WavePrefixCountBits(bool);
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op add>}")
__of<T, 0x3fe> WaveMultiPrefixSum(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x3fe> WaveMultiPrefixSum(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x3fe>;
  return WaveMultiPrefixSum((C)value, mask);
}
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op mul>}")
__of<T, 0x3fe> WaveMultiPrefixProduct(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x3fe> WaveMultiPrefixProduct(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x3fe>;
  return WaveMultiPrefixProduct((C)value, mask);
}
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op and>}")
__of<T, 0x7e> WaveMultiPrefixBitAnd(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitAnd(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitAnd((C)value, mask);
}
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op or>}")
__of<T, 0x7e> WaveMultiPrefixBitOr(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitOr(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitOr((C)value, mask);
}
template <typename T> __OP("wave.multi_prefix {kind = #gpu<all_reduce_op xor>}")
__of<T, 0x7e> WaveMultiPrefixBitXor(T, vector<uint, 4>);
template <typename T>
__fit<T, 0x7e> WaveMultiPrefixBitXor(T value, vector<uint, 4> mask) {
  using C = __fit<T, 0x7e>;
  return WaveMultiPrefixBitXor((C)value, mask);
}
__OP("wave.multi_prefix_count_bits") uint WaveMultiPrefixCountBits(bool, vector<uint, 4>);
__OP("wave.any") bool WaveActiveAnyTrue(bool);
__OP("wave.all") bool WaveActiveAllTrue(bool);
__OP("wave.ballot") vector<uint, 4> WaveActiveBallot(bool);
template <typename T> __OP("wave.all_equal") __when<__like<bool, T>, __of<T, 0x3ff>> WaveActiveAllEqual(T);
__OP("wave.count_bits") uint WaveActiveCountBits(bool);
template <typename T> __OP("wave.match") __when<vector<uint, 4>, __of<T, 0x3ff>> WaveMatch(T);
template <typename T> __OP("arith.remf") __of<T, 0x380> fmod(T, T);
template <typename T, typename U>
__common2<T, U, 0x380> fmod(T x, U y) {
  using C = __common2<T, U, 0x380>;
  return fmod((C)x, (C)y);
}

} // namespace hlsl
