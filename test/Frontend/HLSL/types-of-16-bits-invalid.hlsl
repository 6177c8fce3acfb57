// RUN: not wave-hlsl %s 2>&1 | FileCheck %s
// RUN: wave-hlsl -enable-16bit-types %s

RWStructuredBuffer<float> result;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: :[[@LINE+1]]:3: error: 'float16_t' needs types of 16 bits: compile with -enable-16bit-types, in Python with enable_16bit_types=True [hlsl-type]
  float16_t a = 1;
  // CHECK: :[[@LINE+1]]:3: error: 'int16_t2' needs types of 16 bits
  int16_t2 b = 1;
  // CHECK: :[[@LINE+1]]:3: error: 'float16_t2x2' needs types of 16 bits
  float16_t2x2 c = 1;
  // CHECK: :[[@LINE+1]]:10: error: 'uint16_t' needs types of 16 bits
  vector<uint16_t, 2> d = 1;
  result[i] = a + b.x + c[0][0] + d.x;
}
