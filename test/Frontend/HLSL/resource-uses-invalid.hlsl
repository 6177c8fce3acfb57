// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

AppendStructuredBuffer<uint> Added;
ConsumeStructuredBuffer<uint> Taken;
ByteAddressBuffer Source;
RWByteAddressBuffer Target;
Texture2D<float4> Image;
RWTexture2D<float4> Written;
RWTexture2DArray<float4> Layers;
RWStructuredBuffer<uint> Items;

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[#@LINE+1]]:8: error: an AppendStructuredBuffer has no operator []: call Append(value), or declare a RWStructuredBuffer [hlsl-type]
  Added[0] = 1;
  // CHECK: :[[#@LINE+1]]:17: error: a ConsumeStructuredBuffer has no operator []: call Consume(), or declare a RWStructuredBuffer [hlsl-type]
  uint a = Taken[0];
  // CHECK: :[[#@LINE+1]]:18: error: a ByteAddressBuffer has no operator []: call Load<T>(address) with an address in bytes [hlsl-type]
  uint b = Source[0];
  // CHECK: :[[#@LINE+1]]:9: error: a RWByteAddressBuffer has no operator []: call Load<T>(address) or Store(address, value) with an address in bytes [hlsl-type]
  Target[0] = 1;
  // CHECK: :[[#@LINE+1]]:11: error: a RWTexture2D has no method 'Store': assign to a texel, texture[coordinates] = value [hlsl-type]
  Written.Store(uint2(0, 0), 1.0.xxxx);
  // CHECK: :[[#@LINE+1]]:10: error: a RWTexture2DArray has no method 'Store': assign to a texel, texture[coordinates] = value [hlsl-type]
  Layers.Store(uint3(0, 0, 0), 1.0.xxxx);
  // CHECK: :[[#@LINE+1]]:9: error: a Texture2D has no method 'Store': declare a RWTexture2D, and assign to a texel, texture[coordinates] = value [hlsl-type]
  Image.Store(uint2(0, 0), 1.0.xxxx);
  // CHECK: :[[#@LINE+1]]:14: error: 'InterlockedAdd' returns nothing: pass a variable for the previous value as the last argument [hlsl-type]
  Items[0] = InterlockedAdd(Items[1], 1);
  // CHECK: :[[#@LINE+1]]:8: error: 'InterlockedMax' returns nothing: pass a variable for the previous value as the last argument [hlsl-type]
  uint c = InterlockedMax(Items[1], 1);
  // CHECK: :[[#@LINE+1]]:8: error: 'InterlockedCompareStore' returns nothing: call InterlockedCompareExchange, whose last argument is a variable for the previous value [hlsl-type]
  uint d = InterlockedCompareStore(Items[1], 1, 2);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'InterlockedAdd' returns nothing: pass a variable for the previous value as the last argument [hlsl-type]
  uint e = Target.InterlockedAdd(0, 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: 'InterlockedOr' returns nothing: pass a variable for the previous value as the last argument [hlsl-type]
  uint f = 1 + InterlockedOr(Items[1], 1);
}
