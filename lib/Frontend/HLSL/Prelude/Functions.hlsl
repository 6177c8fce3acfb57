//===- Functions.hlsl - Functions of HLSL ---------------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Printed by `scripts/print-prelude Functions`; edit the Python functions instead.
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: __absf
template <typename T> __OP("math.absf") T __absf(T);
//: __andi
template <typename T> __OP("arith.andi") T __andi(T, T);
//: __bitcast
template <typename T, typename A0> __OP("arith.bitcast") T __bitcast(A0);
//: __ctlz
template <typename T> __OP("math.ctlz") T __ctlz(T);
//: __ctpop
template <typename T> __OP("math.ctpop") T __ctpop(T);
//: __cttz
template <typename T> __OP("math.cttz") T __cttz(T);
//: __floor
template <typename T> __OP("math.floor") T __floor(T);
//: __lane_index
template <typename T> __OP("wave.lane_index") T __lane_index();
//: __maxnumf
template <typename T> __OP("arith.maxnumf") T __maxnumf(T, T);
//: __maxsi
template <typename T> __OP("arith.maxsi") T __maxsi(T, T);
//: __maxui
template <typename T> __OP("arith.maxui") T __maxui(T, T);
//: __minnumf
template <typename T> __OP("arith.minnumf") T __minnumf(T, T);
//: __minsi
template <typename T> __OP("arith.minsi") T __minsi(T, T);
//: __minui
template <typename T> __OP("arith.minui") T __minui(T, T);
//: __ori
template <typename T> __OP("arith.ori") T __ori(T, T);
//: __quad_read_across_x
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction x>}") T __quad_read_across_x(T);
//: __quad_read_across_y
template <typename T> __OP("wave.quad_read_across {direction = #wave<quad_direction y>}") T __quad_read_across_y(T);
//: __quad_read_lane
template <typename T, typename A1> __OP("wave.quad_read_lane") T __quad_read_lane(T, A1);
//: __roundeven
template <typename T> __OP("math.roundeven") T __roundeven(T);
//: __rsqrt
template <typename T> __OP("math.rsqrt") T __rsqrt(T);
//: __select
template <typename T, typename A0> __OP("arith.select") T __select(A0, T, T);
//: __sqrt
template <typename T> __OP("math.sqrt") T __sqrt(T);
//: __trunc
template <typename T> __OP("math.trunc") T __trunc(T);
//: countbits
template <typename T> __when<__like<uint, T>, __of<T, 0x6e>> countbits(T x) {
  return (__like<uint, T>)__ctpop(x);
}
//: countbits & #matrix
__MATRIX1(countbits)
//: countbits
template <typename T>
__like<uint, __fit<T, 0x7e>> countbits(T x) {
  using C = __fit<T, 0x7e>;
  return countbits((C)x);
}
//: firstbitlow
template <typename T> __when<__like<uint, T>, __of<T, 0x6e>> firstbitlow(T x) {
  return __select(x == (T)0, (__like<uint, T>)0xffffffffu, (__like<uint, T>)__cttz(x));
}
template <typename T> __when<__like<uint, T>, __of<T, 0x10>> firstbitlow(T x) {
  return __select(x == (T)0, (T)0xffffffffu, __cttz(x));
}
//: firstbitlow & #matrix
__MATRIX1(firstbitlow)
//: firstbitlow
template <typename T>
__like<uint, __fit<T, 0x7e>> firstbitlow(T x) {
  using C = __fit<T, 0x7e>;
  return firstbitlow((C)x);
}
//: firstbithigh
template <typename T> __when<__like<uint, T>, __of<T, 0x2>> firstbithigh(T x) {
  return (__like<uint, T>)15u - (__like<uint, T>)__ctlz(x ^ (x >> (T)15));
}
template <typename T> __when<__like<uint, T>, __of<T, 0x4>> firstbithigh(T x) {
  return (__like<uint, T>)15u - (__like<uint, T>)__ctlz(x);
}
template <typename T> __when<__like<uint, T>, __of<T, 0x8>> firstbithigh(T x) {
  return (__like<uint, T>)31u - (__like<uint, T>)__ctlz(x ^ (x >> (T)31));
}
template <typename T> __when<__like<uint, T>, __of<T, 0x10>> firstbithigh(T x) {
  return (T)31 - __ctlz(x);
}
template <typename T> __when<__like<uint, T>, __of<T, 0x20>> firstbithigh(T x) {
  return (__like<uint, T>)63u - (__like<uint, T>)__ctlz(x ^ (x >> (T)63));
}
template <typename T> __when<__like<uint, T>, __of<T, 0x40>> firstbithigh(T x) {
  return (__like<uint, T>)63u - (__like<uint, T>)__ctlz(x);
}
//: firstbithigh & #matrix
__MATRIX1(firstbithigh)
//: firstbithigh
template <typename T>
__like<uint, __fit<T, 0x7e>> firstbithigh(T x) {
  using C = __fit<T, 0x7e>;
  return firstbithigh((C)x);
}
//: asuint
template <typename T> __when<__like<uint, T>, __of<T, 0x8>> asuint(T x) {
  return (__like<uint, T>)x;
}
template <typename T> __when<__like<uint, T>, __of<T, 0x10>> asuint(T x) {
  return x;
}
//: asuint & #matrix
__MATRIX1(asuint)
//: asint
template <typename T> __when<__like<int, T>, __of<T, 0x8>> asint(T x) {
  return x;
}
template <typename T> __when<__like<int, T>, __of<T, 0x10>> asint(T x) {
  return (__like<int, T>)x;
}
//: asint & #matrix
__MATRIX1(asint)
//: asfloat
template <typename T> __when<__like<float, T>, __of<T, 0x100>> asfloat(T x) {
  return x;
}
//: asfloat & #matrix
__MATRIX1(asfloat)
//: asuint16
template <typename T> __when<__like<__ushort, T>, __of<T, 0x2>> asuint16(T x) {
  return (__like<__ushort, T>)x;
}
template <typename T> __when<__like<__ushort, T>, __of<T, 0x4>> asuint16(T x) {
  return x;
}
//: asuint16 & #matrix
__MATRIX1(asuint16)
//: asint16
template <typename T> __when<__like<__short, T>, __of<T, 0x2>> asint16(T x) {
  return x;
}
template <typename T> __when<__like<__short, T>, __of<T, 0x4>> asint16(T x) {
  return (__like<__short, T>)x;
}
//: asint16 & #matrix
__MATRIX1(asint16)
//: asfloat16
template <typename T> __when<__like<__half, T>, __of<T, 0x80>> asfloat16(T x) {
  return x;
}
//: asfloat16 & #matrix
__MATRIX1(asfloat16)
//: f32tof16
template <typename T> __when<__like<uint, T>, __of<T, 0x100>> f32tof16(T x) {
  return (__like<uint, T>)__bitcast<__like<__ushort, T>>((__like<__half, T>)x);
}
//: f32tof16 & #matrix
__MATRIX1(f32tof16)
//: f32tof16
template <typename T>
__like<uint, __fit<T, 0x100>> f32tof16(T x) {
  using C = __fit<T, 0x100>;
  return f32tof16((C)x);
}
//: f16tof32
template <typename T> __when<__like<float, T>, __of<T, 0x10>> f16tof32(T x) {
  return (__like<float, T>)__bitcast<__like<__half, T>>((__like<__ushort, T>)x);
}
//: f16tof32 & #matrix
__MATRIX1(f16tof32)
//: f16tof32
template <typename T>
__like<float, __fit<T, 0x10>> f16tof32(T x) {
  using C = __fit<T, 0x10>;
  return f16tof32((C)x);
}
//: abs
template <typename T> __of<T, 0x54> abs(T x) {
  return x;
}
//: abs & #matrix
__MATRIX1(abs)
//: abs
template <typename T>
__fit<T, 0x3fe> abs(T x) {
  using C = __fit<T, 0x3fe>;
  return abs((C)x);
}
//: sign
template <typename T> __when<__like<int, T>, __of<T, 0x22>> sign(T x) {
  return (__like<int, T>)(x > (T)0) - (__like<int, T>)(x < (T)0);
}
template <typename T> __when<__like<int, T>, __of<T, 0x54>> sign(T x) {
  return (__like<int, T>)(x > (T)0);
}
template <typename T> __when<__like<int, T>, __of<T, 0x8>> sign(T x) {
  return (T)(x > (T)0) - (T)(x < (T)0);
}
template <typename T> __when<__like<int, T>, __of<T, 0x380>> sign(T x) {
  return (__like<int, T>)(x > (T)0.0) - (__like<int, T>)(x < (T)0.0);
}
//: sign & #matrix
__MATRIX1(sign)
//: sign
template <typename T>
__like<int, __fit<T, 0x3fe>> sign(T x) {
  using C = __fit<T, 0x3fe>;
  return sign((C)x);
}
//: asin
template <typename T> __of<T, 0x200> asin(T x) {
  precise T v1 = __sqrt(((T)1.0 - x) * (x + (T)1.0));
  precise T v2 = __absf(x);
  precise T v3 = __absf(v1);
  precise __like<bool, T> v4 = v2 > v3;
  precise T v5 = __select(v4, v3, v2);
  precise T v6 = __select(v4, v2, v3);
  precise T v7 = __select(v5 == v6, __select(v6 == (T)0.0, (T)0.0, (T)1.0), v5 / v6);
  precise __like<bool, T> v8 = v7 > (T)0.41421356237309503l;
  precise T v9 = __select(v8, (v7 - (T)1.0) / (v7 + (T)1.0), v7);
  precise T v10 = v9 * v9;
  precise T v11 = (((((v10 * (T)0.022222222222222223l) + (T)(-0.023255813953488372l)) * v10) +
      (T)0.024390243902439025l) * v10) + (T)(-0.02564102564102564l);
  precise T v12 = ((((((v11 * v10) + (T)0.02702702702702703l) * v10) + (T)(-0.02857142857142857l)) * v10) +
      (T)0.030303030303030304l) * v10;
  precise T v13 = (((((v12 + (T)(-0.03225806451612903l)) * v10) + (T)0.034482758620689655l) * v10) +
      (T)(-0.037037037037037035l)) * v10;
  precise T v14 = ((((((v13 + (T)0.04l) * v10) + (T)(-0.043478260869565216l)) * v10) + (T)0.047619047619047616l) *
      v10) + (T)(-0.05263157894736842l);
  precise T v15 = ((((((v14 * v10) + (T)0.058823529411764705l) * v10) + (T)(-0.06666666666666667l)) * v10) +
      (T)0.07692307692307693l) * v10;
  precise T v16 = ((((((v15 + (T)(-0.09090909090909091l)) * v10) + (T)0.1111111111111111l) * v10) +
      (T)(-0.14285714285714285l)) * v10) + (T)0.2l;
  precise T v17 = v9 + ((v9 * v10) * ((v16 * v10) + (T)(-0.3333333333333333l)));
  precise T v18 = __select(v8, v17 + (T)0.7853981633974483l, v17);
  precise T v19 = __select(v4, (T)1.5707963267948966l - v18, v18);
  precise T v20 = __select(__bitcast<__like<uint64_t, T>>(v1) >= (__like<uint64_t, T>)0x8000000000000000ull,
      (T)3.141592653589793l - v19, v19);
  precise __like<uint64_t, T> v21 = (__bitcast<__like<uint64_t, T>>(v20) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v22 = __bitcast<T>(v21);
  return v22;
}
//: asin & #matrix
__MATRIX1(asin)
//: asin
template <typename T>
__fit<T, 0x380> asin(T x) {
  using C = __fit<T, 0x380>;
  return asin((C)x);
}
//: acos
template <typename T> __of<T, 0x200> acos(T x) {
  precise T v1 = __sqrt(((T)1.0 - x) * (x + (T)1.0));
  precise T v2 = __absf(v1);
  precise T v3 = __absf(x);
  precise __like<bool, T> v4 = v2 > v3;
  precise T v5 = __select(v4, v3, v2);
  precise T v6 = __select(v4, v2, v3);
  precise T v7 = __select(v5 == v6, __select(v6 == (T)0.0, (T)0.0, (T)1.0), v5 / v6);
  precise __like<bool, T> v8 = v7 > (T)0.41421356237309503l;
  precise T v9 = __select(v8, (v7 - (T)1.0) / (v7 + (T)1.0), v7);
  precise T v10 = v9 * v9;
  precise T v11 = (((((v10 * (T)0.022222222222222223l) + (T)(-0.023255813953488372l)) * v10) +
      (T)0.024390243902439025l) * v10) + (T)(-0.02564102564102564l);
  precise T v12 = ((((((v11 * v10) + (T)0.02702702702702703l) * v10) + (T)(-0.02857142857142857l)) * v10) +
      (T)0.030303030303030304l) * v10;
  precise T v13 = (((((v12 + (T)(-0.03225806451612903l)) * v10) + (T)0.034482758620689655l) * v10) +
      (T)(-0.037037037037037035l)) * v10;
  precise T v14 = ((((((v13 + (T)0.04l) * v10) + (T)(-0.043478260869565216l)) * v10) + (T)0.047619047619047616l) *
      v10) + (T)(-0.05263157894736842l);
  precise T v15 = ((((((v14 * v10) + (T)0.058823529411764705l) * v10) + (T)(-0.06666666666666667l)) * v10) +
      (T)0.07692307692307693l) * v10;
  precise T v16 = ((((((v15 + (T)(-0.09090909090909091l)) * v10) + (T)0.1111111111111111l) * v10) +
      (T)(-0.14285714285714285l)) * v10) + (T)0.2l;
  precise T v17 = v9 + ((v9 * v10) * ((v16 * v10) + (T)(-0.3333333333333333l)));
  precise T v18 = __select(v8, v17 + (T)0.7853981633974483l, v17);
  precise T v19 = __select(v4, (T)1.5707963267948966l - v18, v18);
  precise T v20 = __select(__bitcast<__like<uint64_t, T>>(x) >= (__like<uint64_t, T>)0x8000000000000000ull,
      (T)3.141592653589793l - v19, v19);
  precise __like<uint64_t, T> v21 = (__bitcast<__like<uint64_t, T>>(v20) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(v1) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v22 = __bitcast<T>(v21);
  return v22;
}
//: acos & #matrix
__MATRIX1(acos)
//: acos
template <typename T>
__fit<T, 0x380> acos(T x) {
  using C = __fit<T, 0x380>;
  return acos((C)x);
}
//: atan
template <typename T> __of<T, 0x200> atan(T x) {
  precise T v1 = __absf(x);
  precise T v2 = __absf((T)1.0);
  precise __like<bool, T> v3 = v1 > v2;
  precise T v4 = __select(v3, v2, v1);
  precise T v5 = __select(v3, v1, v2);
  precise T v6 = __select(v4 == v5, __select(v5 == (T)0.0, (T)0.0, (T)1.0), v4 / v5);
  precise __like<bool, T> v7 = v6 > (T)0.41421356237309503l;
  precise T v8 = __select(v7, (v6 - (T)1.0) / (v6 + (T)1.0), v6);
  precise T v9 = v8 * v8;
  precise T v10 = (((((v9 * (T)0.022222222222222223l) + (T)(-0.023255813953488372l)) * v9) +
      (T)0.024390243902439025l) * v9) + (T)(-0.02564102564102564l);
  precise T v11 = ((((((v10 * v9) + (T)0.02702702702702703l) * v9) + (T)(-0.02857142857142857l)) * v9) +
      (T)0.030303030303030304l) * v9;
  precise T v12 = ((((((v11 + (T)(-0.03225806451612903l)) * v9) + (T)0.034482758620689655l) * v9) +
      (T)(-0.037037037037037035l)) * v9) + (T)0.04l;
  precise T v13 = ((((((v12 * v9) + (T)(-0.043478260869565216l)) * v9) + (T)0.047619047619047616l) * v9) +
      (T)(-0.05263157894736842l)) * v9;
  precise T v14 = ((((((v13 + (T)0.058823529411764705l) * v9) + (T)(-0.06666666666666667l)) * v9) +
      (T)0.07692307692307693l) * v9) + (T)(-0.09090909090909091l);
  precise T v15 = (((((((v14 * v9) + (T)0.1111111111111111l) * v9) + (T)(-0.14285714285714285l)) * v9) + (T)0.2l) *
      v9) + (T)(-0.3333333333333333l);
  precise T v16 = v8 + ((v8 * v9) * v15);
  precise T v17 = __select(v7, v16 + (T)0.7853981633974483l, v16);
  precise T v18 = __select(v3, (T)1.5707963267948966l - v17, v17);
  precise T v19 = __select(__bitcast<__like<uint64_t, T>>((T)1.0) >= (__like<uint64_t, T>)0x8000000000000000ull,
      (T)3.141592653589793l - v18, v18);
  precise __like<uint64_t, T> v20 = (__bitcast<__like<uint64_t, T>>(v19) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v21 = __bitcast<T>(v20);
  return v21;
}
//: atan & #matrix
__MATRIX1(atan)
//: atan
template <typename T>
__fit<T, 0x380> atan(T x) {
  using C = __fit<T, 0x380>;
  return atan((C)x);
}
//: atan2
template <typename T> __of<T, 0x200> atan2(T y, T x) {
  precise T v1 = __absf(y);
  precise T v2 = __absf(x);
  precise __like<bool, T> v3 = v1 > v2;
  precise T v4 = __select(v3, v2, v1);
  precise T v5 = __select(v3, v1, v2);
  precise T v6 = __select(v4 == v5, __select(v5 == (T)0.0, (T)0.0, (T)1.0), v4 / v5);
  precise __like<bool, T> v7 = v6 > (T)0.41421356237309503l;
  precise T v8 = __select(v7, (v6 - (T)1.0) / (v6 + (T)1.0), v6);
  precise T v9 = v8 * v8;
  precise T v10 = (((((v9 * (T)0.022222222222222223l) + (T)(-0.023255813953488372l)) * v9) +
      (T)0.024390243902439025l) * v9) + (T)(-0.02564102564102564l);
  precise T v11 = ((((((v10 * v9) + (T)0.02702702702702703l) * v9) + (T)(-0.02857142857142857l)) * v9) +
      (T)0.030303030303030304l) * v9;
  precise T v12 = ((((((v11 + (T)(-0.03225806451612903l)) * v9) + (T)0.034482758620689655l) * v9) +
      (T)(-0.037037037037037035l)) * v9) + (T)0.04l;
  precise T v13 = ((((((v12 * v9) + (T)(-0.043478260869565216l)) * v9) + (T)0.047619047619047616l) * v9) +
      (T)(-0.05263157894736842l)) * v9;
  precise T v14 = ((((((v13 + (T)0.058823529411764705l) * v9) + (T)(-0.06666666666666667l)) * v9) +
      (T)0.07692307692307693l) * v9) + (T)(-0.09090909090909091l);
  precise T v15 = (((((((v14 * v9) + (T)0.1111111111111111l) * v9) + (T)(-0.14285714285714285l)) * v9) + (T)0.2l) *
      v9) + (T)(-0.3333333333333333l);
  precise T v16 = v8 + ((v8 * v9) * v15);
  precise T v17 = __select(v7, v16 + (T)0.7853981633974483l, v16);
  precise T v18 = __select(v3, (T)1.5707963267948966l - v17, v17);
  precise T v19 = __select(__bitcast<__like<uint64_t, T>>(x) >= (__like<uint64_t, T>)0x8000000000000000ull,
      (T)3.141592653589793l - v18, v18);
  precise __like<uint64_t, T> v20 = (__bitcast<__like<uint64_t, T>>(v19) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(y) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v21 = __bitcast<T>(v20);
  return v21;
}
//: atan2 & #matrix
__MATRIX2(atan2)
//: atan2
template <typename T, typename U>
__common2<T, U, 0x380> atan2(T y, U x) {
  using C = __common2<T, U, 0x380>;
  return atan2((C)y, (C)x);
}
//: sinh
template <typename T> __of<T, 0x200> sinh(T x) {
  precise T v1 = __absf(x);
  precise T v2 = __select(v1 > (T)710.0, (T)710.0, __select(v1 > (T)-60.0, v1, (T)-60.0));
  precise T v3 = __roundeven(v2 * (T)1.4426950408889634l);
  precise T v4 = (v2 - (v3 * (T)0.6931471803691238l)) - (v3 * (T)1.9082149292705877e-10l);
  precise T v5 = (((((v4 * (T)1.1470745597729725e-11l) + (T)1.6059043836821613e-10l) * v4) +
      (T)2.08767569878681e-09l) * v4) + (T)2.505210838544172e-08l;
  precise T v6 = ((((((v5 * v4) + (T)2.755731922398589e-07l) * v4) + (T)2.7557319223985893e-06l) * v4) +
      (T)2.48015873015873e-05l) * v4;
  precise T v7 = ((((((v6 + (T)0.0001984126984126984l) * v4) + (T)0.001388888888888889l) * v4) +
      (T)0.008333333333333333l) * v4) + (T)0.041666666666666664l;
  precise T v8 = v4 + ((v4 * v4) * ((((v7 * v4) + (T)0.16666666666666666l) * v4) + (T)0.5));
  precise __like<uint64_t, T> v9 = (__like<uint64_t, T>)(((__like<int, T>)v3 - (__like<int, T>)1) + (__like<int,
      T>)1023) << (__like<uint64_t, T>)52ull;
  precise T v10 = __bitcast<T>(v9);
  precise T v11 = __select(__absf(v1) >= (T)5.551115123125783e-17l, __select(v3 == (T)0.0, v8, ((v10 * v8) + (v10 -
      (T)0.5)) * (T)2.0), v1);
  precise T v12 = v1 * (T)0.5;
  precise T v13 = __select(v12 > (T)710.0, (T)710.0, __select(v12 > (T)-60.0, v12, (T)-60.0));
  precise T v14 = __roundeven(v13 * (T)1.4426950408889634l);
  precise T v15 = (v13 - (v14 * (T)0.6931471803691238l)) - (v14 * (T)1.9082149292705877e-10l);
  precise T v16 = (((((v15 * (T)1.1470745597729725e-11l) + (T)1.6059043836821613e-10l) * v15) +
      (T)2.08767569878681e-09l) * v15) + (T)2.505210838544172e-08l;
  precise T v17 = (((((v16 * v15) + (T)2.755731922398589e-07l) * v15) + (T)2.7557319223985893e-06l) * v15) +
      (T)2.48015873015873e-05l;
  precise T v18 = ((((((v17 * v15) + (T)0.0001984126984126984l) * v15) + (T)0.001388888888888889l) * v15) +
      (T)0.008333333333333333l) * v15;
  precise T v19 = v15 + ((v15 * v15) * (((((v18 + (T)0.041666666666666664l) * v15) + (T)0.16666666666666666l) * v15)
      + (T)0.5));
  precise __like<uint64_t, T> v20 = (__like<uint64_t, T>)(((__like<int, T>)v14 - (__like<int, T>)1) + (__like<int,
      T>)1023) << (__like<uint64_t, T>)52ull;
  precise T v21 = __bitcast<T>(v20);
  precise T v22 = __select(__absf(v12) >= (T)5.551115123125783e-17l, __select(v14 == (T)0.0, v19, ((v21 * v19) + (v21
      - (T)0.5)) * (T)2.0), v12);
  precise __like<uint64_t, T> v23 = __bitcast<__like<uint64_t, T>>(__select(v1 > (T)700.0, (v22 * (T)0.5) * v22, (v11
      + (v11 / (v11 + (T)1.0))) * (T)0.5));
  precise __like<uint64_t, T> v24 = (v23 & (__like<uint64_t, T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t,
      T>>(x) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v25 = __bitcast<T>(v24);
  return v25;
}
//: sinh & #matrix
__MATRIX1(sinh)
//: sinh
template <typename T>
__fit<T, 0x380> sinh(T x) {
  using C = __fit<T, 0x380>;
  return sinh((C)x);
}
//: cosh
template <typename T> __of<T, 0x200> cosh(T x) {
  precise T v1 = __absf(x);
  precise T v2 = __select(v1 > (T)710.0, (T)710.0, __select(v1 > (T)-60.0, v1, (T)-60.0));
  precise T v3 = __roundeven(v2 * (T)1.4426950408889634l);
  precise T v4 = (v2 - (v3 * (T)0.6931471803691238l)) - (v3 * (T)1.9082149292705877e-10l);
  precise T v5 = (((((v4 * (T)1.1470745597729725e-11l) + (T)1.6059043836821613e-10l) * v4) +
      (T)2.08767569878681e-09l) * v4) + (T)2.505210838544172e-08l;
  precise T v6 = ((((((v5 * v4) + (T)2.755731922398589e-07l) * v4) + (T)2.7557319223985893e-06l) * v4) +
      (T)2.48015873015873e-05l) * v4;
  precise T v7 = ((((((v6 + (T)0.0001984126984126984l) * v4) + (T)0.001388888888888889l) * v4) +
      (T)0.008333333333333333l) * v4) + (T)0.041666666666666664l;
  precise T v8 = v4 + ((v4 * v4) * ((((v7 * v4) + (T)0.16666666666666666l) * v4) + (T)0.5));
  precise __like<uint64_t, T> v9 = (__like<uint64_t, T>)(((__like<int, T>)v3 - (__like<int, T>)1) + (__like<int,
      T>)1023) << (__like<uint64_t, T>)52ull;
  precise T v10 = __bitcast<T>(v9);
  precise T v11 = __select(__absf(v1) >= (T)5.551115123125783e-17l, __select(v3 == (T)0.0, v8, ((v10 * v8) + (v10 -
      (T)0.5)) * (T)2.0), v1);
  precise T v12 = v11 + (T)1.0;
  precise T v13 = v1 * (T)0.5;
  precise T v14 = __select(v13 > (T)710.0, (T)710.0, __select(v13 > (T)-60.0, v13, (T)-60.0));
  precise T v15 = __roundeven(v14 * (T)1.4426950408889634l);
  precise T v16 = (v14 - (v15 * (T)0.6931471803691238l)) - (v15 * (T)1.9082149292705877e-10l);
  precise T v17 = (((((v16 * (T)1.1470745597729725e-11l) + (T)1.6059043836821613e-10l) * v16) +
      (T)2.08767569878681e-09l) * v16) + (T)2.505210838544172e-08l;
  precise T v18 = (((((v17 * v16) + (T)2.755731922398589e-07l) * v16) + (T)2.7557319223985893e-06l) * v16) +
      (T)2.48015873015873e-05l;
  precise T v19 = ((((((v18 * v16) + (T)0.0001984126984126984l) * v16) + (T)0.001388888888888889l) * v16) +
      (T)0.008333333333333333l) * v16;
  precise T v20 = v16 + ((v16 * v16) * (((((v19 + (T)0.041666666666666664l) * v16) + (T)0.16666666666666666l) * v16)
      + (T)0.5));
  precise __like<uint64_t, T> v21 = (__like<uint64_t, T>)(((__like<int, T>)v15 - (__like<int, T>)1) + (__like<int,
      T>)1023) << (__like<uint64_t, T>)52ull;
  precise T v22 = __bitcast<T>(v21);
  precise T v23 = __select(__absf(v13) >= (T)5.551115123125783e-17l, __select(v15 == (T)0.0, v20, ((v22 * v20) + (v22
      - (T)0.5)) * (T)2.0), v13);
  precise T v24 = __select(v1 > (T)700.0, (v23 * (T)0.5) * v23, (v12 * (T)0.5) + ((T)0.5 / v12));
  return v24;
}
//: cosh & #matrix
__MATRIX1(cosh)
//: cosh
template <typename T>
__fit<T, 0x380> cosh(T x) {
  using C = __fit<T, 0x380>;
  return cosh((C)x);
}
//: tanh
template <typename T> __of<T, 0x200> tanh(T x) {
  precise T v1 = __absf(x) * (T)-2.0;
  precise T v2 = __select(v1 > (T)710.0, (T)710.0, __select(v1 > (T)-60.0, v1, (T)-60.0));
  precise T v3 = __roundeven(v2 * (T)1.4426950408889634l);
  precise T v4 = (v2 - (v3 * (T)0.6931471803691238l)) - (v3 * (T)1.9082149292705877e-10l);
  precise T v5 = (((((v4 * (T)1.1470745597729725e-11l) + (T)1.6059043836821613e-10l) * v4) +
      (T)2.08767569878681e-09l) * v4) + (T)2.505210838544172e-08l;
  precise T v6 = ((((((v5 * v4) + (T)2.755731922398589e-07l) * v4) + (T)2.7557319223985893e-06l) * v4) +
      (T)2.48015873015873e-05l) * v4;
  precise T v7 = ((((((v6 + (T)0.0001984126984126984l) * v4) + (T)0.001388888888888889l) * v4) +
      (T)0.008333333333333333l) * v4) + (T)0.041666666666666664l;
  precise T v8 = v4 + ((v4 * v4) * ((((v7 * v4) + (T)0.16666666666666666l) * v4) + (T)0.5));
  precise __like<uint64_t, T> v9 = (__like<uint64_t, T>)(((__like<int, T>)v3 - (__like<int, T>)1) + (__like<int,
      T>)1023) << (__like<uint64_t, T>)52ull;
  precise T v10 = __bitcast<T>(v9);
  precise T v11 = __select(__absf(v1) >= (T)5.551115123125783e-17l, __select(v3 == (T)0.0, v8, ((v10 * v8) + (v10 -
      (T)0.5)) * (T)2.0), v1);
  precise __like<uint64_t, T> v12 = (__bitcast<__like<uint64_t, T>>((-v11) / (v11 + (T)2.0)) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x8000000000000000ull);
  precise T v13 = __bitcast<T>(v12);
  return v13;
}
//: tanh & #matrix
__MATRIX1(tanh)
//: tanh
template <typename T>
__fit<T, 0x380> tanh(T x) {
  using C = __fit<T, 0x380>;
  return tanh((C)x);
}
//: log10
template <typename T> __of<T, 0x200> log10(T x) {
  precise __like<bool, T> v1 = x < (T)2.2250738585072014e-308l;
  precise T v2 = __select(v1, x * (T)1.8014398509481984e+16l, x);
  precise __like<uint64_t, T> v3 = __bitcast<__like<uint64_t, T>>(v2) + (__like<uint64_t, T>)0x95f619980c433ull;
  precise __like<int, T> v4 = (__like<int, T>)(v3 >> (__like<uint64_t, T>)52ull) - (__like<int, T>)1023;
  precise T v5 = __select(v4 == (__like<int, T>)0, v2 - (T)1.0, __bitcast<T>((v3 & (__like<uint64_t,
      T>)0xfffffffffffffull) + (__like<uint64_t, T>)0x3fe6a09e667f3bcdull) - (T)1.0);
  precise T v6 = v5 / (v5 + (T)2.0);
  precise T v7 = v6 * v6;
  precise T v8 = (((((v7 * (T)0.09523809523809523l) + (T)0.10526315789473684l) * v7) + (T)0.11764705882352941l) * v7)
      + (T)0.13333333333333333l;
  precise T v9 = (((((((v8 * v7) + (T)0.15384615384615385l) * v7) + (T)0.18181818181818182l) * v7) +
      (T)0.2222222222222222l) * v7) + (T)0.2857142857142857l;
  precise T v10 = (v5 * v5) * (T)0.5;
  precise T v11 = (T)v4;
  precise T v12 = v10 - ((v6 * (v10 + (v7 * ((((v9 * v7) + (T)0.4l) * v7) + (T)0.6666666666666666l)))) + (v11 *
      (T)1.9082149292705877e-10l));
  precise T v13 = ((v11 * (T)0.6931471803691238l) - (v12 - v5)) * (T)0.4342944819032518l;
  precise T v14 = __select(x == (T)__bitcast<double>(0x7ff0000000000000ull),
      (T)__bitcast<double>(0x7ff0000000000000ull), __select(v1, v13 - (T)16.255619765854984l, v13));
  precise T v15 = __select(x > (T)0.0, v14, __select(x == (T)0.0, (T)__bitcast<double>(0xfff0000000000000ull),
      (T)__bitcast<double>(0x7ff8000000000000ull)));
  return v15;
}
//: log10 & #matrix
__MATRIX1(log10)
//: log10
template <typename T>
__fit<T, 0x380> log10(T x) {
  using C = __fit<T, 0x380>;
  return log10((C)x);
}
//: frexp
template <typename T> __of<T, 0x80> frexp(T x, out __like<int, T> out1) {
  __like<float, T> v1 = (__like<float, T>)x;
  __like<bool, T> v2 = __absf(v1) < (__like<float, T>)1.1754943508222875e-38f;
  __like<uint, T> v3 = __bitcast<__like<uint, T>>(__select(v2, v1 * (__like<float, T>)16777216.0f, v1));
  __like<int, T> v4 = (__like<int, T>)((v3 & (__like<uint, T>)0x7f800000u) >> (__like<uint, T>)23u) - (__like<int,
      T>)126;
  __like<bool, T> v5 = __ori((__like<bool, T>)(v1 == (__like<float, T>)0.0f), (__like<bool,
      T>)((__bitcast<__like<uint, T>>(v1) & (__like<uint, T>)0x7fffffffu) >= (__like<uint, T>)0x7f800000u));
  out1 = __select(v5, (__like<int, T>)0, __select(v2, v4 - (__like<int, T>)24, v4));
  return (T)__select(v5, v1, __bitcast<__like<float, T>>((v3 & (__like<uint, T>)0x807fffffu) | (__like<uint,
      T>)0x3f000000u));
}
template <typename T> __of<T, 0x100> frexp(T x, out __like<int, T> out1) {
  __like<bool, T> v1 = __absf(x) < (T)1.1754943508222875e-38f;
  __like<uint, T> v2 = __bitcast<__like<uint, T>>(__select(v1, x * (T)16777216.0f, x));
  __like<int, T> v3 = (__like<int, T>)((v2 & (__like<uint, T>)0x7f800000u) >> (__like<uint, T>)23u) - (__like<int,
      T>)126;
  __like<bool, T> v4 = __ori((__like<bool, T>)(x == (T)0.0), (__like<bool, T>)((__bitcast<__like<uint, T>>(x) &
      (__like<uint, T>)0x7fffffffu) >= (__like<uint, T>)0x7f800000u));
  out1 = __select(v4, (__like<int, T>)0, __select(v1, v3 - (__like<int, T>)24, v3));
  return __select(v4, x, __bitcast<T>((v2 & (__like<uint, T>)0x807fffffu) | (__like<uint, T>)0x3f000000u));
}
template <typename T> __of<T, 0x200> frexp(T x, out __like<int, T> out1) {
  __like<bool, T> v1 = __absf(x) < (T)2.2250738585072014e-308l;
  __like<uint64_t, T> v2 = __bitcast<__like<uint64_t, T>>(__select(v1, x * (T)9007199254740992.0l, x));
  __like<int, T> v3 = (__like<int, T>)((v2 & (__like<uint64_t, T>)0x7ff0000000000000ull) >> (__like<uint64_t,
      T>)52ull) - (__like<int, T>)1022;
  __like<bool, T> v4 = (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7fffffffffffffffull) >=
      (__like<uint64_t, T>)0x7ff0000000000000ull;
  __like<bool, T> v5 = __ori((__like<bool, T>)(x == (T)0.0), (__like<bool, T>)(v4));
  T v6 = __select(v5, x, __bitcast<T>((v2 & (__like<uint64_t, T>)0x800fffffffffffffull) | (__like<uint64_t,
      T>)0x3fe0000000000000ull));
  out1 = __select(v5, (__like<int, T>)0, __select(v1, v3 - (__like<int, T>)53, v3));
  return v6;
}
template <typename T>
__fit<T, 0x380> frexp(T x, out __like<int, __fit<T, 0x380>> out1) {
  using C = __fit<T, 0x380>;
  return frexp((C)x, out1);
}
//: modf
template <typename T> __of<T, 0x80> modf(T x, out T out1) {
  T v1 = __trunc(x);
  __like<bool, T> v2 = (__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x7fff) ==
      (__like<__ushort, T>)(__ushort)0x7c00;
  __like<__ushort, T> v3 = (__bitcast<__like<__ushort, T>>(__select(v2, (T)0.0, x - v1)) & (__like<__ushort,
      T>)(__ushort)0x7fff) | (__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x8000);
  out1 = v1;
  return __bitcast<T>(v3);
}
template <typename T> __of<T, 0x100> modf(T x, out T out1) {
  T v1 = __trunc(x);
  T v2 = __select((__bitcast<__like<uint, T>>(x) & (__like<uint, T>)0x7fffffffu) == (__like<uint, T>)0x7f800000u,
      (T)0.0, x - v1);
  __like<uint, T> v3 = (__bitcast<__like<uint, T>>(v2) & (__like<uint, T>)0x7fffffffu) | (__bitcast<__like<uint,
      T>>(x) & (__like<uint, T>)0x80000000u);
  out1 = v1;
  return __bitcast<T>(v3);
}
template <typename T> __of<T, 0x200> modf(T x, out T out1) {
  T v1 = __trunc(x);
  __like<bool, T> v2 = (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7fffffffffffffffull) ==
      (__like<uint64_t, T>)0x7ff0000000000000ull;
  __like<uint64_t, T> v3 = (__bitcast<__like<uint64_t, T>>(__select(v2, (T)0.0, x - v1)) & (__like<uint64_t,
      T>)0x7fffffffffffffffull) | (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x8000000000000000ull);
  out1 = v1;
  return __bitcast<T>(v3);
}
template <typename T>
__fit<T, 0x380> modf(T x, out __fit<T, 0x380> out1) {
  using C = __fit<T, 0x380>;
  return modf((C)x, out1);
}
//: dot
template <typename T> __when<__scalar<T>, __shaped<T, 0x3fe, 2>> dot(T a, T b) {
  T v1 = a * b;
  return v1.x + v1.y;
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x3fe, 3>> dot(T a, T b) {
  T v1 = a * b;
  return (v1.x + v1.y) + v1.z;
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x3fe, 4>> dot(T a, T b) {
  T v1 = a * b;
  return ((v1.x + v1.y) + v1.z) + v1.w;
}
template <typename T, typename U>
__scalar<__common2<__linear<T>, __linear<U>, 0x3fe>> dot(T a, U b) {
  using C = __common2<__linear<T>, __linear<U>, 0x3fe>;
  return dot((C)a, (C)b);
}
//: step
template <typename T> __of<T, 0x380> step(T edge, T x) {
  return __select(x >= edge, (T)1.0, (T)0.0);
}
//: step & #matrix
__MATRIX2(step)
//: step
template <typename T, typename U>
__common2<T, U, 0x380> step(T edge, U x) {
  using C = __common2<T, U, 0x380>;
  return step((C)edge, (C)x);
}
//: any
template <typename T> __when<bool, __shaped<T, 0x1, 0>> any(T x) {
  return x;
}
template <typename T> __when<bool, __shaped<T, 0x1, 2>> any(T x) {
  return __ori((bool)(x.x), (bool)(x.y));
}
template <typename T> __when<bool, __shaped<T, 0x1, 3>> any(T x) {
  return __ori((bool)(__ori((bool)(x.x), (bool)(x.y))), (bool)(x.z));
}
template <typename T> __when<bool, __shaped<T, 0x1, 4>> any(T x) {
  return __ori((bool)(__ori((bool)(__ori((bool)(x.x), (bool)(x.y))), (bool)(x.z))), (bool)(x.w));
}
template <typename T>
__when<bool, __fit<__linear<T>, 0x1>> any(T x) {
  using C = __fit<__linear<T>, 0x1>;
  return any((C)x);
}
//: all
template <typename T> __when<bool, __shaped<T, 0x1, 0>> all(T x) {
  return x;
}
template <typename T> __when<bool, __shaped<T, 0x1, 2>> all(T x) {
  return __andi((bool)(x.x), (bool)(x.y));
}
template <typename T> __when<bool, __shaped<T, 0x1, 3>> all(T x) {
  return __andi((bool)(__andi((bool)(x.x), (bool)(x.y))), (bool)(x.z));
}
template <typename T> __when<bool, __shaped<T, 0x1, 4>> all(T x) {
  return __andi((bool)(__andi((bool)(__andi((bool)(x.x), (bool)(x.y))), (bool)(x.z))), (bool)(x.w));
}
template <typename T>
__when<bool, __fit<__linear<T>, 0x1>> all(T x) {
  using C = __fit<__linear<T>, 0x1>;
  return all((C)x);
}
//: isnan
template <typename T> __when<__like<bool, T>, __of<T, 0x80>> isnan(T x) {
  return (__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x7fff) > (__like<__ushort,
      T>)(__ushort)0x7c00;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x100>> isnan(T x) {
  return (__bitcast<__like<uint, T>>(x) & (__like<uint, T>)0x7fffffffu) > (__like<uint, T>)0x7f800000u;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x200>> isnan(T x) {
  return (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7fffffffffffffffull) > (__like<uint64_t,
      T>)0x7ff0000000000000ull;
}
//: isnan & #matrix
__MATRIX1(isnan)
//: isnan
template <typename T>
__like<bool, __fit<T, 0x380>> isnan(T x) {
  using C = __fit<T, 0x380>;
  return isnan((C)x);
}
//: isinf
template <typename T> __when<__like<bool, T>, __of<T, 0x80>> isinf(T x) {
  return (__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x7fff) == (__like<__ushort,
      T>)(__ushort)0x7c00;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x100>> isinf(T x) {
  return (__bitcast<__like<uint, T>>(x) & (__like<uint, T>)0x7fffffffu) == (__like<uint, T>)0x7f800000u;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x200>> isinf(T x) {
  return (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7fffffffffffffffull) == (__like<uint64_t,
      T>)0x7ff0000000000000ull;
}
//: isinf & #matrix
__MATRIX1(isinf)
//: isinf
template <typename T>
__like<bool, __fit<T, 0x380>> isinf(T x) {
  using C = __fit<T, 0x380>;
  return isinf((C)x);
}
//: isfinite
template <typename T> __when<__like<bool, T>, __of<T, 0x80>> isfinite(T x) {
  return (__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x7fff) < (__like<__ushort,
      T>)(__ushort)0x7c00;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x100>> isfinite(T x) {
  return (__bitcast<__like<uint, T>>(x) & (__like<uint, T>)0x7fffffffu) < (__like<uint, T>)0x7f800000u;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x200>> isfinite(T x) {
  return (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7fffffffffffffffull) < (__like<uint64_t,
      T>)0x7ff0000000000000ull;
}
//: isfinite & #matrix
__MATRIX1(isfinite)
//: isfinite
template <typename T>
__like<bool, __fit<T, 0x380>> isfinite(T x) {
  using C = __fit<T, 0x380>;
  return isfinite((C)x);
}
//: isnormal
template <typename T> __when<__like<bool, T>, __of<T, 0x80>> isnormal(T x) {
  return ((__bitcast<__like<__ushort, T>>(x) & (__like<__ushort, T>)(__ushort)0x7c00) - (__like<__ushort,
      T>)(__ushort)1024) < (__like<__ushort, T>)(__ushort)0x7800;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x100>> isnormal(T x) {
  return ((__bitcast<__like<uint, T>>(x) & (__like<uint, T>)0x7f800000u) - (__like<uint, T>)0x800000u) <
      (__like<uint, T>)0x7f000000u;
}
template <typename T> __when<__like<bool, T>, __of<T, 0x200>> isnormal(T x) {
  __like<uint64_t, T> v1 = (__bitcast<__like<uint64_t, T>>(x) & (__like<uint64_t, T>)0x7ff0000000000000ull) -
      (__like<uint64_t, T>)0x10000000000000ull;
  return v1 < (__like<uint64_t, T>)0x7fe0000000000000ull;
}
//: isnormal & #matrix
__MATRIX1(isnormal)
//: isnormal
template <typename T>
__like<bool, __fit<T, 0x380>> isnormal(T x) {
  using C = __fit<T, 0x380>;
  return isnormal((C)x);
}
//: clamp
template <typename T> __of<T, 0x2a> clamp(T x, T low, T high) {
  return __minsi(__maxsi(x, low), high);
}
template <typename T> __of<T, 0x54> clamp(T x, T low, T high) {
  return __minui(__maxui(x, low), high);
}
template <typename T> __of<T, 0x380> clamp(T x, T low, T high) {
  return __minnumf(__maxnumf(x, low), high);
}
//: clamp & #matrix
__MATRIX3(clamp)
//: clamp
template <typename T, typename U, typename V>
__common3<T, U, V, 0x3fe> clamp(T x, U low, V high) {
  using C = __common3<T, U, V, 0x3fe>;
  return clamp((C)x, (C)low, (C)high);
}
//: cross
template <typename T> __shaped<T, 0x380, 3> cross(T a, T b) {
  return (a.yzx * b.zxy) - (a.zxy * b.yzx);
}
template <typename T, typename U>
__common2<__linear<T>, __linear<U>, 0x380> cross(T a, U b) {
  using C = __common2<__linear<T>, __linear<U>, 0x380>;
  return cross((C)a, (C)b);
}
//: ddx
template <typename T> __shaped<T, 0x380, 0> ddx(T value) {
  return __quad_read_lane(value, (__like<int, T>)1) - __quad_read_lane(value, (__like<int, T>)0);
}
template <typename T> __shaped<T, 0x380, 2> ddx(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 3> ddx(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 4> ddx(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T>
__fit<__linear<T>, 0x380> ddx(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddx((C)value);
}
//: ddx_coarse
template <typename T> __shaped<T, 0x380, 0> ddx_coarse(T value) {
  return __quad_read_lane(value, (__like<int, T>)1) - __quad_read_lane(value, (__like<int, T>)0);
}
template <typename T> __shaped<T, 0x380, 2> ddx_coarse(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 3> ddx_coarse(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 4> ddx_coarse(T value) {
  return __quad_read_lane(value, 1) - __quad_read_lane(value, 0);
}
template <typename T>
__fit<__linear<T>, 0x380> ddx_coarse(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddx_coarse((C)value);
}
//: ddx_fine
template <typename T> __shaped<T, 0x380, 0> ddx_fine(T value) {
  T v1 = __quad_read_across_x(value);
  return __select((__lane_index<__like<uint, T>>() & (__like<uint, T>)1u) == (__like<uint, T>)0u, v1 - value, value -
      v1);
}
template <typename T> __shaped<T, 0x380, 2> ddx_fine(T value) {
  T v1 = __quad_read_across_x(value);
  return __select((__lane_index<uint>() & 1u) == 0u, v1 - value, value - v1);
}
template <typename T> __shaped<T, 0x380, 3> ddx_fine(T value) {
  T v1 = __quad_read_across_x(value);
  return __select((__lane_index<uint>() & 1u) == 0u, v1 - value, value - v1);
}
template <typename T> __shaped<T, 0x380, 4> ddx_fine(T value) {
  T v1 = __quad_read_across_x(value);
  return __select((__lane_index<uint>() & 1u) == 0u, v1 - value, value - v1);
}
template <typename T>
__fit<__linear<T>, 0x380> ddx_fine(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddx_fine((C)value);
}
//: ddy
template <typename T> __shaped<T, 0x380, 0> ddy(T value) {
  return __quad_read_lane(value, (__like<int, T>)2) - __quad_read_lane(value, (__like<int, T>)0);
}
template <typename T> __shaped<T, 0x380, 2> ddy(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 3> ddy(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 4> ddy(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T>
__fit<__linear<T>, 0x380> ddy(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddy((C)value);
}
//: ddy_coarse
template <typename T> __shaped<T, 0x380, 0> ddy_coarse(T value) {
  return __quad_read_lane(value, (__like<int, T>)2) - __quad_read_lane(value, (__like<int, T>)0);
}
template <typename T> __shaped<T, 0x380, 2> ddy_coarse(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 3> ddy_coarse(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T> __shaped<T, 0x380, 4> ddy_coarse(T value) {
  return __quad_read_lane(value, 2) - __quad_read_lane(value, 0);
}
template <typename T>
__fit<__linear<T>, 0x380> ddy_coarse(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddy_coarse((C)value);
}
//: ddy_fine
template <typename T> __shaped<T, 0x380, 0> ddy_fine(T value) {
  T v1 = __quad_read_across_y(value);
  return __select((__lane_index<__like<uint, T>>() & (__like<uint, T>)2u) == (__like<uint, T>)0u, v1 - value, value -
      v1);
}
template <typename T> __shaped<T, 0x380, 2> ddy_fine(T value) {
  T v1 = __quad_read_across_y(value);
  return __select((__lane_index<uint>() & 2u) == 0u, v1 - value, value - v1);
}
template <typename T> __shaped<T, 0x380, 3> ddy_fine(T value) {
  T v1 = __quad_read_across_y(value);
  return __select((__lane_index<uint>() & 2u) == 0u, v1 - value, value - v1);
}
template <typename T> __shaped<T, 0x380, 4> ddy_fine(T value) {
  T v1 = __quad_read_across_y(value);
  return __select((__lane_index<uint>() & 2u) == 0u, v1 - value, value - v1);
}
template <typename T>
__fit<__linear<T>, 0x380> ddy_fine(T value) {
  using C = __fit<__linear<T>, 0x380>;
  return ddy_fine((C)value);
}
//: degrees
template <typename T> __of<T, 0x80> degrees(T x) {
  return x * (T)57.28125;
}
template <typename T> __of<T, 0x100> degrees(T x) {
  return x * (T)57.295780181884766f;
}
template <typename T> __of<T, 0x200> degrees(T x) {
  return x * (T)57.29577951308232l;
}
//: degrees & #matrix
__MATRIX1(degrees)
//: degrees
template <typename T>
__fit<T, 0x380> degrees(T x) {
  using C = __fit<T, 0x380>;
  return degrees((C)x);
}
//: distance
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 0>> distance(T a, T b) {
  return __sqrt((a - b) * (a - b));
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 2>> distance(T a, T b) {
  T v1 = (a - b) * (a - b);
  return __sqrt(v1.x + v1.y);
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 3>> distance(T a, T b) {
  T v1 = (a - b) * (a - b);
  return __sqrt((v1.x + v1.y) + v1.z);
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 4>> distance(T a, T b) {
  T v1 = (a - b) * (a - b);
  return __sqrt(((v1.x + v1.y) + v1.z) + v1.w);
}
template <typename T, typename U>
__scalar<__common2<__linear<T>, __linear<U>, 0x380>> distance(T a, U b) {
  using C = __common2<__linear<T>, __linear<U>, 0x380>;
  return distance((C)a, (C)b);
}
//: faceforward
template <typename T> __shaped<T, 0x380, 0> faceforward(T n, T i, T g) {
  return __select((i * g) < (T)0.0, n, -n);
}
template <typename T> __shaped<T, 0x80, 2> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((v1.x + v1.y) < (__half)0.0f, n, -n);
}
template <typename T> __shaped<T, 0x80, 3> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select(((v1.x + v1.y) + v1.z) < (__half)0.0f, n, -n);
}
template <typename T> __shaped<T, 0x80, 4> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((((v1.x + v1.y) + v1.z) + v1.w) < (__half)0.0f, n, -n);
}
template <typename T> __shaped<T, 0x100, 2> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((v1.x + v1.y) < 0.0f, n, -n);
}
template <typename T> __shaped<T, 0x100, 3> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select(((v1.x + v1.y) + v1.z) < 0.0f, n, -n);
}
template <typename T> __shaped<T, 0x100, 4> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((((v1.x + v1.y) + v1.z) + v1.w) < 0.0f, n, -n);
}
template <typename T> __shaped<T, 0x200, 2> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((v1.x + v1.y) < 0.0l, n, -n);
}
template <typename T> __shaped<T, 0x200, 3> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select(((v1.x + v1.y) + v1.z) < 0.0l, n, -n);
}
template <typename T> __shaped<T, 0x200, 4> faceforward(T n, T i, T g) {
  T v1 = i * g;
  return __select((((v1.x + v1.y) + v1.z) + v1.w) < 0.0l, n, -n);
}
template <typename T, typename U, typename V>
__common3<__linear<T>, __linear<U>, __linear<V>, 0x380> faceforward(T n, U i, V g) {
  using C = __common3<__linear<T>, __linear<U>, __linear<V>, 0x380>;
  return faceforward((C)n, (C)i, (C)g);
}
//: frac
template <typename T> __of<T, 0x380> frac(T x) {
  return x - __floor(x);
}
//: frac & #matrix
__MATRIX1(frac)
//: frac
template <typename T>
__fit<T, 0x380> frac(T x) {
  using C = __fit<T, 0x380>;
  return frac((C)x);
}
//: length
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 0>> length(T v) {
  return __sqrt(v * v);
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 2>> length(T v) {
  T v1 = v * v;
  return __sqrt(v1.x + v1.y);
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 3>> length(T v) {
  T v1 = v * v;
  return __sqrt((v1.x + v1.y) + v1.z);
}
template <typename T> __when<__scalar<T>, __shaped<T, 0x380, 4>> length(T v) {
  T v1 = v * v;
  return __sqrt(((v1.x + v1.y) + v1.z) + v1.w);
}
template <typename T>
__scalar<__fit<__linear<T>, 0x380>> length(T v) {
  using C = __fit<__linear<T>, 0x380>;
  return length((C)v);
}
//: lerp
template <typename T> __of<T, 0x380> lerp(T x, T y, T s) {
  return x + (s * (y - x));
}
//: lerp & #matrix
__MATRIX3(lerp)
//: lerp
template <typename T, typename U, typename V>
__common3<T, U, V, 0x380> lerp(T x, U y, V s) {
  using C = __common3<T, U, V, 0x380>;
  return lerp((C)x, (C)y, (C)s);
}
//: mad
template <typename T> __of<T, 0x3fe> mad(T a, T b, T c) {
  return (a * b) + c;
}
//: mad & #matrix
__MATRIX3(mad)
//: mad
template <typename T, typename U, typename V>
__common3<T, U, V, 0x3fe> mad(T a, U b, V c) {
  using C = __common3<T, U, V, 0x3fe>;
  return mad((C)a, (C)b, (C)c);
}
//: normalize
template <typename T> __shaped<T, 0x380, 0> normalize(T v) {
  return v * __rsqrt(v * v);
}
template <typename T> __shaped<T, 0x380, 2> normalize(T v) {
  T v1 = v * v;
  return v * (T)__rsqrt(v1.x + v1.y);
}
template <typename T> __shaped<T, 0x380, 3> normalize(T v) {
  T v1 = v * v;
  return v * (T)__rsqrt((v1.x + v1.y) + v1.z);
}
template <typename T> __shaped<T, 0x380, 4> normalize(T v) {
  T v1 = v * v;
  return v * (T)__rsqrt(((v1.x + v1.y) + v1.z) + v1.w);
}
template <typename T>
__fit<__linear<T>, 0x380> normalize(T v) {
  using C = __fit<__linear<T>, 0x380>;
  return normalize((C)v);
}
//: radians
template <typename T> __of<T, 0x80> radians(T x) {
  return x * (T)0.0174560546875;
}
template <typename T> __of<T, 0x100> radians(T x) {
  return x * (T)0.01745329238474369f;
}
template <typename T> __of<T, 0x200> radians(T x) {
  return x * (T)0.017453292519943295l;
}
//: radians & #matrix
__MATRIX1(radians)
//: radians
template <typename T>
__fit<T, 0x380> radians(T x) {
  using C = __fit<T, 0x380>;
  return radians((C)x);
}
//: rcp
template <typename T> __of<T, 0x380> rcp(T x) {
  return (T)1.0 / x;
}
//: rcp & #matrix
__MATRIX1(rcp)
//: rcp
template <typename T>
__fit<T, 0x380> rcp(T x) {
  using C = __fit<T, 0x380>;
  return rcp((C)x);
}
//: reflect
template <typename T> __shaped<T, 0x380, 0> reflect(T i, T n) {
  return i - (((T)2.0 * (i * n)) * n);
}
template <typename T> __shaped<T, 0x80, 2> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)((__half)2.0f * (v1.x + v1.y)) * n);
}
template <typename T> __shaped<T, 0x80, 3> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)((__half)2.0f * ((v1.x + v1.y) + v1.z)) * n);
}
template <typename T> __shaped<T, 0x80, 4> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)((__half)2.0f * (((v1.x + v1.y) + v1.z) + v1.w)) * n);
}
template <typename T> __shaped<T, 0x100, 2> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0f * (v1.x + v1.y)) * n);
}
template <typename T> __shaped<T, 0x100, 3> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0f * ((v1.x + v1.y) + v1.z)) * n);
}
template <typename T> __shaped<T, 0x100, 4> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0f * (((v1.x + v1.y) + v1.z) + v1.w)) * n);
}
template <typename T> __shaped<T, 0x200, 2> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0l * (v1.x + v1.y)) * n);
}
template <typename T> __shaped<T, 0x200, 3> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0l * ((v1.x + v1.y) + v1.z)) * n);
}
template <typename T> __shaped<T, 0x200, 4> reflect(T i, T n) {
  T v1 = i * n;
  return i - ((T)(2.0l * (((v1.x + v1.y) + v1.z) + v1.w)) * n);
}
template <typename T, typename U>
__common2<__linear<T>, __linear<U>, 0x380> reflect(T i, U n) {
  using C = __common2<__linear<T>, __linear<U>, 0x380>;
  return reflect((C)i, (C)n);
}
//: refract
template <typename T> __shaped<T, 0x380, 0> refract(T i, T n, T eta) {
  T v1 = n * i;
  T v2 = (T)1.0 - ((eta * eta) * ((T)1.0 - (v1 * v1)));
  return __select(v2 < (T)0.0, (T)0.0, (eta * i) - (((eta * v1) + __sqrt(v2)) * n));
}
template <typename T> __shaped<T, 0x80, 2> refract(T i, T n, T eta) {
  T v1 = n * i;
  __half v2 = v1.x + v1.y;
  T v3 = (T)1.0 - ((eta * eta) * (T)((__half)1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x80, 3> refract(T i, T n, T eta) {
  T v1 = n * i;
  __half v2 = (v1.x + v1.y) + v1.z;
  T v3 = (T)1.0 - ((eta * eta) * (T)((__half)1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x80, 4> refract(T i, T n, T eta) {
  T v1 = n * i;
  __half v2 = ((v1.x + v1.y) + v1.z) + v1.w;
  T v3 = (T)1.0 - ((eta * eta) * (T)((__half)1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x100, 2> refract(T i, T n, T eta) {
  T v1 = n * i;
  float v2 = v1.x + v1.y;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x100, 3> refract(T i, T n, T eta) {
  T v1 = n * i;
  float v2 = (v1.x + v1.y) + v1.z;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x100, 4> refract(T i, T n, T eta) {
  T v1 = n * i;
  float v2 = ((v1.x + v1.y) + v1.z) + v1.w;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0f - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x200, 2> refract(T i, T n, T eta) {
  T v1 = n * i;
  double v2 = v1.x + v1.y;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0l - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x200, 3> refract(T i, T n, T eta) {
  T v1 = n * i;
  double v2 = (v1.x + v1.y) + v1.z;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0l - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T> __shaped<T, 0x200, 4> refract(T i, T n, T eta) {
  T v1 = n * i;
  double v2 = ((v1.x + v1.y) + v1.z) + v1.w;
  T v3 = (T)1.0 - ((eta * eta) * (T)(1.0l - (v2 * v2)));
  return __select(v3 < (T)0.0, (T)0.0, (eta * i) - (((eta * (T)v2) + __sqrt(v3)) * n));
}
template <typename T, typename U, typename V>
__common3<__linear<T>, __linear<U>, __linear<V>, 0x380> refract(T i, U n, V eta) {
  using C = __common3<__linear<T>, __linear<U>, __linear<V>, 0x380>;
  return refract((C)i, (C)n, (C)eta);
}
//: saturate
template <typename T> __of<T, 0x380> saturate(T x) {
  return __minnumf(__maxnumf(x, (T)0.0), (T)1.0);
}
//: saturate & #matrix
__MATRIX1(saturate)
//: saturate
template <typename T>
__fit<T, 0x380> saturate(T x) {
  using C = __fit<T, 0x380>;
  return saturate((C)x);
}
//: smoothstep
template <typename T> __of<T, 0x380> smoothstep(T low, T high, T x) {
  T v1 = __minnumf(__maxnumf((x - low) / (high - low), (T)0.0), (T)1.0);
  return (v1 * v1) * ((T)3.0 - ((T)2.0 * v1));
}
//: smoothstep & #matrix
__MATRIX3(smoothstep)
//: smoothstep
template <typename T, typename U, typename V>
__common3<T, U, V, 0x380> smoothstep(T low, U high, V x) {
  using C = __common3<T, U, V, 0x380>;
  return smoothstep((C)low, (C)high, (C)x);
}
//:

} // namespace hlsl
