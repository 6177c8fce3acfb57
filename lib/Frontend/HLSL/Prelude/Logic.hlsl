//===- Logic.hlsl - Choices and logical operations of HLSL --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: and
// Both sides are evaluated.
template <typename T> __OP("arith.andi") __of<T, 0x1> and(T, T);
template <typename T, typename U>
__common2<T, U, 0x1> and(T a, U b) {
  using C = __common2<T, U, 0x1>;
  return and((C)a, (C)b);
}
//: or
template <typename T> __OP("arith.ori") __of<T, 0x1> or(T, T);
template <typename T, typename U>
__common2<T, U, 0x1> or(T a, U b) {
  using C = __common2<T, U, 0x1>;
  return or((C)a, (C)b);
}

//: select
template <typename T> __OP("arith.select") __of<T, 0x3ff> select(bool condition, T, T);
template <typename T, int N>
__OP("arith.select") vector<T, N> select(vector<bool, N> condition, vector<T, N>, vector<T, N>);
//: select & #matrix
template <typename T, int R, int C>
matrix<T, R, C> select(matrix<bool, R, C> condition, matrix<T, R, C> a, matrix<T, R, C> b) {
  matrix<T, R, C> result;
  __ROW(0, result[row] = select(condition[row], a[row], b[row]))
  __ROW(1, result[row] = select(condition[row], a[row], b[row]))
  __ROW(2, result[row] = select(condition[row], a[row], b[row]))
  __ROW(3, result[row] = select(condition[row], a[row], b[row]))
  return result;
}
//: select
/// A choice between structs.
template <typename T> typename __if<__bits<T>::value == 0, T>::type select(bool condition, T a, T b) {
  if (condition)
    return a;
  return b;
}
/// The type of a choice between a T and a U: a vector condition chooses each
/// component.
template <typename C, typename T, typename U, bool each = __element<C>::size != 0> struct __chosen_by {
  using type = __common2<T, U, 0x3ff>;
};
template <typename C, typename T, typename U> struct __chosen_by<C, T, U, true> {
  using type = __like<__scalar<__common2<T, U, 0x3ff>>, C>;
};
template <typename C, typename T> struct __chosen_by<C, T, T, true> {
  using type = __like<__scalar<T>, C>;
};
template <typename C, typename T> struct __chosen_by<C, T, T, false> {
  using type = T;
};
template <typename C, typename T, typename U>
typename __chosen_by<C, T, U>::type select(C condition, T a, U b) {
  using R = typename __chosen_by<C, T, U>::type;
  return select((__like<bool, C>)condition, (R)a, (R)b);
}
//:

} // namespace hlsl
