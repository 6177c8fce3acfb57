// Operators of matrices that Clang does not have, and operands of several scalar types.

// RUN: wave-hlsl %s -WX -spirv -Fo %t.spv
// RUN: wave-hlsl %s -WX -Fo %t.dxil
// RUN: wave-hlsl %s -WX | wave-opt --canonicalize | FileCheck %s

#define NEGATE(x) (-x)

RWStructuredBuffer<float> Out;
RWStructuredBuffer<float2x2> Matrices;

template <typename T> T negated(T a) { return -a; }
template <typename T> bool isLess(T a, T b) { return all(a < b); }

// CHECK: wave.func @main
[numthreads(1, 1, 1)]
void main() {
  int2x2 i = {1, 2, 3, 4};
  float2x2 m = {-1, 2, -3, 4};
  float f = 2.5;
  // The scalar's type is that of the product.
  // CHECK: memref.store %cst{{.*}}, %arg0[%c0]
  Out[0] = (i * f)[1][1] == 10 ? 1 : -1;
  i *= f;
  Out[1] = i[0][1] == 5 && i[1][0] == 7 ? 1 : -1;
  Out[2] = (NEGATE(m) - -m * 2)[0][0] == -1 ? 1 : -1;
  Out[3] = negated(3.0) == -3 && negated(m)[0][0] == 1 ? 1 : -1;
  Out[4] = isLess(m, m + 1) && isLess(1, 2) ? 1 : -1;
  Out[5] = all(!(m < 0) == bool2x2(false, true, false, true)) ? 1 : -1;
  Out[6] = any(m != m) || all(m == i) ? -1 : 1;
  Out[7] = mul(i, 0.5)[1][1] == 5 && mul(2, m)[1][1] == 8 && mul(i, m)[0][0] == -17 && mul(m, int2(1, 2))[0] == 3 &&
                   mul(int2(1, 2), m)[1] == 10 && mul(int2(1, 2), float2(0.5, 1)) == 2.5
               ? 1 : -1;
  int2x2 s = i << 1;
  s >>= 2;
  s ^= i;
  Out[8] = s[1][1] == 15 && (~i)[0][0] == -3 && (i % 4)[1][1] == 2 && (i & 6)[1][1] == 2 ? 1 : -1;
  float2x2 e = - - -m;
  Out[9] = all(+e == -1.0 * m) && (m >= 4)[1][1] && (4 <= m)[1][1] && (2 > m)[0][0] ? 1 : -1;
  // CHECK-NOT: -1.0
  // CHECK: wave.return
  Matrices[0] = -Matrices[1];
}
