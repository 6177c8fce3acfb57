//===- Math.hlsl - Functions of floats that Python has under no name ----===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: sincos
template <typename T> __when<void, __of<T, 0x180>> sincos(T x, out T sine, out T cosine) {
  sine = sin(x);
  cosine = cos(x);
}
template <typename T> __when<void, __fit<T, 0x180>> sincos(T x, out __fit<T, 0x180> sine, out __fit<T, 0x180> cosine) {
  using C = __fit<T, 0x180>;
  sincos((C)x, sine, cosine);
}
//: ldexp
/// In HLSL the exponent is a float.
template <typename T> __of<T, 0x180> ldexp(T x, T exponent) {
  return x * exp2(exponent);
}
template <typename T, typename U> __common2<T, U, 0x180> ldexp(T x, U exponent) {
  using C = __common2<T, U, 0x180>;
  return ldexp((C)x, (C)exponent);
}
//: lit
/// The coefficients of the ambient, diffuse and specular light.
float4 lit(float diffuse, float specular, float exponent) {
  bool dark = diffuse < 0 || specular < 0;
  return float4(1, max(diffuse, 0.0f), dark ? 0.0f : pow(specular, exponent), 1);
}
//: dst
template <typename T> __shaped<T, 0x380, 4> dst(T a, T b) {
  return T((__scalar<T>)1.0, a.y * b.y, a.z, b.w);
}
//: D3DCOLORtoUBYTE4
/// The bytes of a Direct3D 9 color, which has red and blue swapped.
int4 D3DCOLORtoUBYTE4(float4 color) {
  return (int4)(color.zyxw * 255.001953f);
}
//: fwidth
template <typename T> __of<T, 0x380> fwidth(T x) {
  return abs(ddx(x)) + abs(ddy(x));
}
//:

} // namespace hlsl
