// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

// Lists in braces that initialize scalars and resources. Clang 22 crashes at each of
// them.

typedef int Count;
enum Kind { First, Second };
struct Pair {
  int a, b;
};
static const bool Flag{true};
static const uint Bits = {3};

RWStructuredBuffer<int> Out;
RWByteAddressBuffer Bytes;
static RWStructuredBuffer<int> Same{Out};

int five() { return {5}; }
int add(int x, int y = {6}) { return x + y; }

// CHECK-LABEL: wave.func @main
[numthreads(1, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  RWStructuredBuffer<int> out_ = {Out};
  RWByteAddressBuffer bytes{Bytes};
  bytes.Store(0, RWStructuredBuffer<int>{Same}[0]);
  int a = {7}, b[2] = {8, 9}, c = {{10}};
  const Count d{11};
  Kind e = {Second};
  Pair pair = {{12}, {13}};
  int2 v = {{14}, {15}};
  a = {a + 1};
  for (int i = {0}; i < 1; ++i)
    a += i;
  a += 1 + int{16};
  // CHECK: arith.constant 10 : i32
  // CHECK: arith.constant 11 : i32
  // CHECK: memref.store
  out_[thread] = a + b[0] + b[1] + c + d + int(e) + pair.a + pair.b + v.x + v.y +
                 five() + add(1) + (int){17} + int(Bits) + int(Flag);
}
