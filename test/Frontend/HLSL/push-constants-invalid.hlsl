// RUN: not wave-hlsl %s -E overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not wave-hlsl %s -E between 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not wave-hlsl %s -E elsewhere 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not wave-hlsl %s -E two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not wave-hlsl %s -E large -spirv -Fo %t.spv 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not wave-hlsl %s -D VARIABLE 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not wave-hlsl %s -D NEGATIVE 2>&1 | FileCheck %s --check-prefix=NEGATIVE

RWStructuredBuffer<float> result;

struct Overlap {
  float4 a;
  // OVERLAP: [[@LINE+1]]:27: error: vk::offset(8) of 'b' is within the field before, which ends at 16 [hlsl-offset]
  [[vk::offset(8)]] float b;
};
[[vk::push_constant]] Overlap overlaps;
[numthreads(1, 1, 1)]
void overlap() { result[0] = overlaps.b; }

struct Between {
  // BETWEEN: [[@LINE+1]]:27: error: vk::offset(2) of 'a' must be a multiple of 4, the size of its scalars [hlsl-offset]
  [[vk::offset(2)]] float a;
};
[[vk::push_constant]] Between betweens;
[numthreads(1, 1, 1)]
void between() { result[0] = betweens.a; }

struct Elsewhere {
  // ELSEWHERE: [[@LINE+1]]:28: error: vk::offset is for push constants: remove it from 'a', or declare the variable {{\[\[}}vk::push_constant]] [hlsl-offset]
  [[vk::offset(16)]] float a;
};
ConstantBuffer<Elsewhere> elsewheres;
[numthreads(1, 1, 1)]
void elsewhere() { result[0] = elsewheres.a; }

struct One { float a; };
[[vk::push_constant]] One one;
// TWO: [[@LINE+1]]:27: error: a kernel has one block of push constants at most: put the fields into one struct [push-constants]
[[vk::push_constant]] One other;
[numthreads(1, 1, 1)]
void two() { result[0] = one.a + other.a; }

// RUN: not wave-hlsl %s -E write 2>&1 | FileCheck %s --check-prefix=WRITE
[numthreads(1, 1, 1)]
// WRITE: [[@LINE+1]]:22: error: 'one' is read-only and cannot be assigned to [read-only-buffer]
void write() { one.a = result[0]; }

struct Large { float4 rows[8]; };
[[vk::push_constant]] Large rows;
[numthreads(1, 1, 1)]
// LARGE: error: the push constants and the lengths of buffers take 132 bytes; the limit is 128: put some of the fields into a constant buffer [constants-limit]
void large() { result[0] = rows.rows[7].x; }

#ifdef VARIABLE
// VARIABLE: [[@LINE+1]]:3: error: vk::offset is for the fields of structs [hlsl-unsupported]
[[vk::offset(16)]] float stray;
#endif

#ifdef NEGATIVE
struct Negative {
  // NEGATIVE: [[@LINE+1]]:5: error: this attribute takes a number from 0 to 2147483647 [hlsl-type]
  [[vk::offset(-4)]] float a;
};
#endif
