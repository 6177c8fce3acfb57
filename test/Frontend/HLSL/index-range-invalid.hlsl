// RUN: not wave-hlsl %s -E vectors 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: not wave-hlsl %s -E arrays 2>&1 | FileCheck %s --check-prefix=ARRAYS
// RUN: not wave-hlsl %s -E constants 2>&1 | FileCheck %s --check-prefix=CONSTANTS
// RUN: not wave-hlsl %s -E templates 2>&1 | FileCheck %s --check-prefix=TEMPLATES

struct Part {
  float a[3];
  float4 v;
  float2x3 m[2];
  float4 w[2];
};
RWStructuredBuffer<float4> o;
RWBuffer<float4> typed;
RWTexture2D<float4> image;
RWStructuredBuffer<Part> parts;
RWByteAddressBuffer bytes;
cbuffer Numbers {
  float numbers[3];
  float4 vectors_[2];
  float2x3 view;
  Part held[2];
};
groupshared float shared_[4];
groupshared float rows[4][5];
groupshared float4 points[4];
groupshared Part one;
static const int kFive = 5;
enum Names { Seven = 7 };
static const float kTable[2][3] = {{1, 2, 3}, {4, 5, 6}};

[numthreads(1, 1, 1)]
void vectors() {
  float4 v = 1;
  const int last = 4;
  // VECTORS: :[[@LINE+1]]:8: error: the index 5 is out of range: a 'float4' has the components 0 to 3 [index-range]
  o[0][5] = 9;
  // VECTORS: :[[@LINE+1]]:12: error: the index 4 is out of range: a 'float4'
  typed[0][4] = 9;
  // VECTORS: :[[@LINE+1]]:22: error: the index 4 is out of range: a 'float4'
  image[uint2(0, 0)][4] = 9;
  // VECTORS: :[[@LINE+1]]:14: error: the index -1 is out of range: a 'float4'
  o[0].x = v[-1];
  // VECTORS: :[[@LINE+1]]:14: error: the index 5 is out of range: a 'float4'
  o[0].x = v[kFive];
  // VECTORS: :[[@LINE+1]]:14: error: the index 7 is out of range: a 'float4'
  o[0].x = v[Seven];
  // VECTORS: :[[@LINE+1]]:14: error: the index 4 is out of range: a 'float4'
  o[0].x = v[last];
  // VECTORS: :[[@LINE+1]]:14: error: the index 4 is out of range: a 'float4'
  o[0].x = v[kFive - 1];
  // VECTORS: :[[@LINE+1]]:17: error: the index 2 is out of range: a 'float2' has the components 0 to 1
  o[0].x = v.xy[2];
  // VECTORS: :[[@LINE+1]]:20: error: the index 4 is out of range: a 'float4'
  o[0].x = (v + 1)[4];
  // VECTORS: :[[@LINE+1]]:22: error: the index 4 is out of range: a 'float4'
  o[0].x = o.Load(0)[4];
  float1 single = 1;
  // VECTORS: :[[@LINE+1]]:19: error: the index 1 is out of range: a 'float' has only the component 0
  o[0].x = single[1];
  // VECTORS: :[[@LINE+1]]:23: error: the index 4 is out of range: a 'float4'
  o[0].x = parts[0].v[4];
}

[numthreads(1, 1, 1)]
void arrays() {
  float local[3] = {1, 2, 3};
  Part part = parts[0];
  // ARRAYS: :[[@LINE+1]]:18: error: the index 3 is out of range: a 'float[3]' has the elements 0 to 2 [index-range]
  o[0].x = local[3];
  // ARRAYS: :[[@LINE+1]]:9: error: the index -1 is out of range: a 'float[3]'
  local[-1] = 1;
  // ARRAYS: :[[@LINE+1]]:11: error: the index 4 is out of range: a 'float[4]'
  shared_[4] = 1;
  // ARRAYS: :[[@LINE+1]]:11: error: the index 5 is out of range: a 'float[5]'
  rows[0][5] = 1;
  // ARRAYS: :[[@LINE+1]]:8: error: the index 4 is out of range: a 'float[4][5]'
  rows[4][0] = 1;
  // ARRAYS: :[[@LINE+1]]:10: error: the index 4 is out of range: a 'float4[4]'
  points[4].x = 1;
  // ARRAYS: :[[@LINE+1]]:9: error: the index 3 is out of range: a 'float[3]'
  one.a[3] = 1;
  // ARRAYS: :[[@LINE+1]]:14: error: the index 3 is out of range: a 'float[3]'
  parts[0].a[3] = 1;
  // ARRAYS: :[[@LINE+1]]:23: error: the index 2 is out of range: a 'float2x3[2]'
  o[0].x = parts[0].m[2][0][0];
  // ARRAYS: :[[@LINE+1]]:19: error: the index 3 is out of range: a 'float[3]'
  o[0].x = part.a[3];
  // ARRAYS: :[[@LINE+1]]:34: error: the index 3 is out of range: a 'float[3]'
  o[0].x = bytes.Load<Part>(0).a[3];
  // ARRAYS: :[[@LINE+1]]:19: error: the index 2 is out of range: a 'float[2][3]'
  o[0].x = kTable[2][0];
}

[numthreads(1, 1, 1)]
void constants() {
  // CONSTANTS: :[[@LINE+1]]:20: error: the index 3 is out of range
  o[0].x = numbers[3];
  // CONSTANTS: :[[@LINE+1]]:21: error: the index 2 is out of range
  o[0].x = vectors_[2].x;
  // CONSTANTS: :[[@LINE+1]]:24: error: the index 4 is out of range
  o[0].x = vectors_[1][4];
  // CONSTANTS: :[[@LINE+1]]:17: error: the index 2 is out of range
  o[0].x = held[2].v.x;
  // CONSTANTS: :[[@LINE+1]]:22: error: the index 3 is out of range
  o[0].x = held[0].a[3];
}

template <int N> float component(float4 v) {
  // TEMPLATES: :[[@LINE+1]]:12: error: the index 4 is out of range: a 'float4'
  return v[N];
}

[numthreads(1, 1, 1)]
void templates() {
  o[0].x = component<4>(1);
}
