// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A vector is no index of a buffer; dxc refuses it, too.

RWStructuredBuffer<uint> o;
RWBuffer<uint> typed;
RWByteAddressBuffer bytes;
RWTexture2D<uint> image;
StructuredBuffer<uint> tables[2];

// A function of the shader takes a part of the vector, with a warning.
struct Own {
  uint Load(uint i) {
    return i;
  }
};

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // CHECK: :[[@LINE+1]]:5: error: the index is one integer, not a 'uint3': select a component, such as `id.x` [hlsl-type]
  o[id] = 1;
  // CHECK: :[[@LINE+1]]:9: error: the index is one integer, not a 'uint2'
  typed[id.xy] = 1;
  // CHECK: :[[@LINE+1]]:17: error: the index is one integer, not a 'uint3'
  o[0] = o.Load(id);
  // CHECK: :[[@LINE+1]]:21: error: the index is one integer, not a 'uint3'
  o[0] = bytes.Load(id);
  // CHECK: :[[@LINE+1]]:15: error: the index is one integer, not a 'uint3'
  bytes.Store(id, 1);
  // CHECK: :[[@LINE+1]]:20: error: the index is one integer, not a 'uint3'
  InterlockedAdd(o[id], 1);
  // CHECK: :[[@LINE+1]]:20: error: the index is one integer, not a 'uint3'
  o[0] = tables[1][id];
  // CHECK: :[[@LINE+1]]:9: error: a texel has 2 coordinates, not a 'uint3': select them, such as `id.xy` [hlsl-type]
  image[id] = 1;
}
