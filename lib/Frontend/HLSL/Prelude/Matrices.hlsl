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

//: #operators
// Operators that Clang does not have for matrices, as those of these structs: the front end rewrites `-m` as
// `-__operand ->* m`, and `a < b` as `a < __operand < b`.
struct __Operand {};
static const __Operand __operand = {};
template <typename T, int op> struct __Unary {};
template <typename T> struct __Left {
  T value;
};
template <typename T> struct __Right {
  T value;
};
// Steps of vectors and matrices: `++m` is `__increment(m)`, and `m++` is `__incremented(m)`.
#define __STEP(op, prefix, postfix, parameters, type)                                                                  \
  template <typename T, parameters> type prefix(inout type a) {                                                        \
    a op (T)1;                                                                                                         \
    return a;                                                                                                          \
  }                                                                                                                    \
  template <typename T, parameters> type postfix(inout type a) {                                                       \
    type before = a;                                                                                                   \
    a op (T)1;                                                                                                         \
    return before;                                                                                                     \
  }
#define __AND ,
__STEP(+=, __increment, __incremented, int N, vector<T __AND N>)
__STEP(-=, __decrement, __decremented, int N, vector<T __AND N>)
__STEP(+=, __increment, __incremented, int R __AND int C, matrix<T __AND R __AND C>)
__STEP(-=, __decrement, __decremented, int R __AND int C, matrix<T __AND R __AND C>)
// Implicit conversions between vectors and matrices with as many elements, as the operator with the lowest precedence:
// `__to_matrix2x2 = v`, `__to_vector = m`.
struct __ToVector {
  template <typename T, int R, int C> vector<T, R * C> operator=(matrix<T, R, C> a) {
    return (vector<T, R * C>)a;
  }
};
static __ToVector __to_vector;
template <int R, int C> struct __ToMatrix {
  template <typename T> matrix<T, R, C> operator=(vector<T, R * C> a) {
    return (matrix<T, R, C>)a;
  }
};
#define __TO_MATRICES(rows)                                                                                            \
  static __ToMatrix<rows, 1> __to_matrix##rows##x1;                                                                    \
  static __ToMatrix<rows, 2> __to_matrix##rows##x2;                                                                    \
  static __ToMatrix<rows, 3> __to_matrix##rows##x3;                                                                    \
  static __ToMatrix<rows, 4> __to_matrix##rows##x4;
__TO_MATRICES(1)
__TO_MATRICES(2)
__TO_MATRICES(3)
__TO_MATRICES(4)
#define __EACH_ROW(expression)                                                                                         \
  __ROW(0, result[row] = expression)                                                                                   \
  __ROW(1, result[row] = expression)                                                                                   \
  __ROW(2, result[row] = expression)                                                                                   \
  __ROW(3, result[row] = expression)
// The second function is for a template of the shader, whose operand is a matrix elsewhere.
#define __UNARY(op, name, number, scalar, computed)                                                                    \
  template <typename T, int R, int C> matrix<scalar, R, C> name(matrix<T, R, C> a) {                                   \
    matrix<computed, R, C> operand = (matrix<computed, R, C>)a;                                                        \
    matrix<scalar, R, C> result;                                                                                       \
    __EACH_ROW(op operand[row])                                                                                        \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <typename T> decltype(op T()) name(T a) {                                                                   \
    return op a;                                                                                                       \
  }                                                                                                                    \
  __Unary<__Operand, number> operator op(__Operand) {                                                                  \
    __Unary<__Operand, number> made;                                                                                   \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <typename T, int inner> __Unary<__Unary<T, inner>, number> operator op(__Unary<T, inner>) {                 \
    __Unary<__Unary<T, inner>, number> made;                                                                           \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <typename T, typename M> decltype(name(T()->*M())) operator->*(__Unary<T, number>, M a) {                   \
    T inner;                                                                                                           \
    return name(inner->*a);                                                                                            \
  }
template <typename M> M operator->*(__Operand, M a) {
  return a;
}
#define __NUMBER __fitted<T, 0x3fe>
#define __INTEGER __fitted<T, 0x7e>
__UNARY(-, __minus, 0, __NUMBER, __NUMBER)
__UNARY(+, __plus, 1, __NUMBER, __NUMBER)
__UNARY(!, __not, 2, bool, T)
__UNARY(~, __complement, 3, __INTEGER, __INTEGER)
#define __BINARY(op, scalar, computed)                                                                                 \
  template <typename T> __Left<T> operator op(T a, __Operand) {                                                        \
    __Left<T> left;                                                                                                    \
    left.value = a;                                                                                                    \
    return left;                                                                                                       \
  }                                                                                                                    \
  template <typename T, typename U, int R, int C>                                                                      \
  matrix<scalar, R, C> operator op(__Left<matrix<T, R, C>> left, matrix<U, R, C> b) {                                  \
    matrix<computed, R, C> x = (matrix<computed, R, C>)left.value;                                                     \
    matrix<computed, R, C> y = (matrix<computed, R, C>)b;                                                              \
    matrix<scalar, R, C> result;                                                                                       \
    __EACH_ROW(x[row] op y[row])                                                                                       \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <typename T, typename U, int R, int C>                                                                      \
  __when<matrix<scalar, R, C>, __mixed<T, U>> operator op(__Left<matrix<T, R, C>> left, U b) {                         \
    return left op (matrix<U, R, C>)b;                                                                                 \
  }                                                                                                                    \
  template <typename T, typename U, int R, int C>                                                                      \
  __when<matrix<scalar, R, C>, __mixed<T, U>> operator op(__Left<T> left, matrix<U, R, C> b) {                         \
    return ((matrix<T, R, C>)left.value op __operand) op b;                                                            \
  }                                                                                                                    \
  template <typename T, typename U> decltype(T() op U()) operator op(__Left<T> left, U b) {                            \
    return left.value op b;                                                                                            \
  }
#define __ASSIGNMENT(op)                                                                                               \
  template <typename U> __Right<U> operator op##=(__Operand, U b) {                                                    \
    __Right<U> right;                                                                                                  \
    right.value = b;                                                                                                   \
    return right;                                                                                                      \
  }                                                                                                                    \
  template <typename T, typename U, int R, int C>                                                                      \
  __when<matrix<T, R, C>, decltype(__Left<matrix<T, R, C>>() op U())> operator op##=(inout matrix<T, R, C> a,          \
                                                                                     __Right<U> right) {               \
    a = (matrix<T, R, C>)((a op __operand) op right.value);                                                            \
    return a;                                                                                                          \
  }                                                                                                                    \
  template <typename T, typename U> __when<T, decltype(T() op U())> operator op##=(inout T a, __Right<U> right) {      \
    a = a op right.value;                                                                                              \
    return a;                                                                                                          \
  }
#define __MIXED __mixed<T, U>
#define __MIXED_INTEGER __of<__mixed<T, U>, 0x7e>
__BINARY(+, __MIXED, __MIXED)
__BINARY(-, __MIXED, __MIXED)
__BINARY(*, __MIXED, __MIXED)
__BINARY(/, __MIXED, __MIXED)
__BINARY(%, __MIXED, __MIXED)
__BINARY(&, __MIXED_INTEGER, __MIXED_INTEGER)
__BINARY(|, __MIXED_INTEGER, __MIXED_INTEGER)
__BINARY(^, __MIXED_INTEGER, __MIXED_INTEGER)
__BINARY(<<, __INTEGER, __INTEGER)
__BINARY(>>, __INTEGER, __INTEGER)
__BINARY(==, bool, __MIXED)
__BINARY(!=, bool, __MIXED)
__BINARY(<, bool, __MIXED)
__BINARY(<=, bool, __MIXED)
__BINARY(>, bool, __MIXED)
__BINARY(>=, bool, __MIXED)
__ASSIGNMENT(+)
__ASSIGNMENT(-)
__ASSIGNMENT(*)
__ASSIGNMENT(/)
__ASSIGNMENT(%)
__ASSIGNMENT(&)
__ASSIGNMENT(|)
__ASSIGNMENT(^)
__ASSIGNMENT(<<)
__ASSIGNMENT(>>)
//: mul
// A bool is an int, as for the operators: these functions of one type are for numbers.
template <typename T> __shaped<T, 0x3fe, 0> mul(T a, T b) {
  return a * b;
}
template <typename T, int N> vector<__of<T, 0x3fe>, N> mul(T a, vector<T, N> b) {
  return a * b;
}
template <typename T, int N> vector<__of<T, 0x3fe>, N> mul(vector<T, N> a, T b) {
  return a * b;
}
template <typename T, int N> __of<T, 0x3fe> mul(vector<T, N> a, vector<T, N> b) {
  return dot(a, b);
}
// Operands of two scalar types are converted to their common type.
template <typename T, typename U>
typename __if<__element<T>::size == 0 && __element<U>::size == 0, __mixed<T, U>>::type mul(T a, U b) {
  return (__mixed<T, U>)a * (__mixed<T, U>)b;
}
template <typename T, typename U, int N> vector<__mixed<T, U>, N> mul(T a, vector<U, N> b) {
  return mul((__mixed<T, U>)a, (vector<__mixed<T, U>, N>)b);
}
template <typename T, typename U, int N> vector<__mixed<T, U>, N> mul(vector<T, N> a, U b) {
  return mul((vector<__mixed<T, U>, N>)a, (__mixed<T, U>)b);
}
template <typename T, typename U, int N> __mixed<T, U> mul(vector<T, N> a, vector<U, N> b) {
  return dot((vector<__mixed<T, U>, N>)a, (vector<__mixed<T, U>, N>)b);
}
// The longer one of two vectors is truncated.
template <typename T, typename U, int N, int M>
typename __if<N != M, __mixed<T, U>>::type mul(vector<T, N> a, vector<U, M> b) {
  const int K = N < M ? N : M;
  return dot((vector<__mixed<T, U>, K>)a, (vector<__mixed<T, U>, K>)b);
}
//: mul & #matrix
template <typename T, int R, int C> matrix<__of<T, 0x3fe>, R, C> mul(T a, matrix<T, R, C> b) {
  return b * a;
}
template <typename T, int R, int C> matrix<__of<T, 0x3fe>, R, C> mul(matrix<T, R, C> a, T b) {
  return a * b;
}
template <typename T, int R, int C>
__OP("hlsl.mul") vector<__of<T, 0x3fe>, C> mul(vector<T, R>, matrix<T, R, C>);
template <typename T, int R, int C>
__OP("hlsl.mul") vector<__of<T, 0x3fe>, R> mul(matrix<T, R, C>, vector<T, C>);
template <typename T, int R, int K, int C>
__OP("hlsl.mul") matrix<__of<T, 0x3fe>, R, C> mul(matrix<T, R, K>, matrix<T, K, C>);
template <typename T, typename U, int R, int C> matrix<__mixed<T, U>, R, C> mul(T a, matrix<U, R, C> b) {
  return (matrix<__mixed<T, U>, R, C>)b * (__mixed<T, U>)a;
}
template <typename T, typename U, int R, int C> matrix<__mixed<T, U>, R, C> mul(matrix<T, R, C> a, U b) {
  return (matrix<__mixed<T, U>, R, C>)a * (__mixed<T, U>)b;
}
template <typename T, typename U, int R, int C>
vector<__mixed<T, U>, C> mul(vector<T, R> a, matrix<U, R, C> b) {
  return mul((vector<__mixed<T, U>, R>)a, (matrix<__mixed<T, U>, R, C>)b);
}
template <typename T, typename U, int R, int C>
vector<__mixed<T, U>, R> mul(matrix<T, R, C> a, vector<U, C> b) {
  return mul((matrix<__mixed<T, U>, R, C>)a, (vector<__mixed<T, U>, C>)b);
}
template <typename T, typename U, int R, int K, int C>
matrix<__mixed<T, U>, R, C> mul(matrix<T, R, K> a, matrix<U, K, C> b) {
  return mul((matrix<__mixed<T, U>, R, K>)a, (matrix<__mixed<T, U>, K, C>)b);
}
// So are the columns of the first operand, or the rows of the second one, if they are more.
template <typename T, typename U, int N, int R, int C>
vector<typename __if<N != R, __mixed<T, U>>::type, C> mul(vector<T, N> a, matrix<U, R, C> b) {
  const int K = N < R ? N : R;
  return mul((vector<__mixed<T, U>, K>)a, (matrix<__mixed<T, U>, K, C>)b);
}
template <typename T, typename U, int R, int C, int N>
vector<typename __if<C != N, __mixed<T, U>>::type, R> mul(matrix<T, R, C> a, vector<U, N> b) {
  const int K = C < N ? C : N;
  return mul((matrix<__mixed<T, U>, R, K>)a, (vector<__mixed<T, U>, K>)b);
}
template <typename T, typename U, int R, int K, int L, int C>
matrix<typename __if<K != L, __mixed<T, U>>::type, R, C> mul(matrix<T, R, K> a, matrix<U, L, C> b) {
  const int M = K < L ? K : L;
  return mul((matrix<__mixed<T, U>, R, M>)a, (matrix<__mixed<T, U>, M, C>)b);
}
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
