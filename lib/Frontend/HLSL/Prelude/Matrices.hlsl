//===- Matrices.hlsl - Functions of matrices ----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlsl {

// The elements of several rows of a matrix: `m._m00_m11` becomes `__elements2(m, 80)`.
//: #elements
#define __ELEMENTS(count)                                                                                              \
  template <typename M> __OP("hlsl.elements") __writable<vector<__scalar<M>, count>> __elements##count(M, uint);
__ELEMENTS(2)
__ELEMENTS(3)
__ELEMENTS(4)

//: mul
template <typename T> __shaped<T, 0x3fe, 0> mul(T a, T b) {
  return a * b;
}
template <typename T, int N> vector<T, N> mul(T a, vector<T, N> b) {
  return a * b;
}
template <typename T, int N> vector<T, N> mul(vector<T, N> a, T b) {
  return a * b;
}
template <typename T, int N> T mul(vector<T, N> a, vector<T, N> b) {
  return dot(a, b);
}
//: mul & #matrix
template <typename T, int R, int C> matrix<T, R, C> mul(T a, matrix<T, R, C> b) {
  return b * a;
}
template <typename T, int R, int C> matrix<T, R, C> mul(matrix<T, R, C> a, T b) {
  return a * b;
}
template <typename T, int R, int C> __OP("hlsl.mul") vector<T, C> mul(vector<T, R>, matrix<T, R, C>);
template <typename T, int R, int C> __OP("hlsl.mul") vector<T, R> mul(matrix<T, R, C>, vector<T, C>);
template <typename T, int R, int K, int C>
__OP("hlsl.mul") matrix<T, R, C> mul(matrix<T, R, K>, matrix<T, K, C>);
//: transpose & #matrix
template <typename T, int R, int C> __OP("hlsl.transpose") matrix<T, C, R> transpose(matrix<T, R, C>);

//: any & #matrix
template <typename T, int R, int C> bool any(matrix<T, R, C> a) {
  bool result = false;
  __ROW(0, result = or(result, any(a[row])))
  __ROW(1, result = or(result, any(a[row])))
  __ROW(2, result = or(result, any(a[row])))
  __ROW(3, result = or(result, any(a[row])))
  return result;
}
//: all & #matrix
template <typename T, int R, int C> bool all(matrix<T, R, C> a) {
  bool result = true;
  __ROW(0, result = and(result, all(a[row])))
  __ROW(1, result = and(result, all(a[row])))
  __ROW(2, result = and(result, all(a[row])))
  __ROW(3, result = and(result, all(a[row])))
  return result;
}
//: determinant & #matrix
template <typename T> T determinant(matrix<T, 1, 1> m) {
  return m[0][0];
}
template <typename T> T determinant(matrix<T, 2, 2> m) {
  return m[0][0] * m[1][1] - m[0][1] * m[1][0];
}
template <typename T> T determinant(matrix<T, 3, 3> m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
template <typename T> T determinant(matrix<T, 4, 4> m) {
  // Each term is a minor of the upper two rows, times that of the lower two.
  T a = (m[0][0] * m[1][1] - m[0][1] * m[1][0]) * (m[2][2] * m[3][3] - m[2][3] * m[3][2]);
  T b = (m[0][0] * m[1][2] - m[0][2] * m[1][0]) * (m[2][1] * m[3][3] - m[2][3] * m[3][1]);
  T c = (m[0][0] * m[1][3] - m[0][3] * m[1][0]) * (m[2][1] * m[3][2] - m[2][2] * m[3][1]);
  T d = (m[0][1] * m[1][2] - m[0][2] * m[1][1]) * (m[2][0] * m[3][3] - m[2][3] * m[3][0]);
  T e = (m[0][1] * m[1][3] - m[0][3] * m[1][1]) * (m[2][0] * m[3][2] - m[2][2] * m[3][0]);
  T f = (m[0][2] * m[1][3] - m[0][3] * m[1][2]) * (m[2][0] * m[3][1] - m[2][1] * m[3][0]);
  return a - b + c + d - e + f;
}
//:

} // namespace hlsl
