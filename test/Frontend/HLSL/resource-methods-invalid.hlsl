// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

RWStructuredBuffer<uint> Items;
StructuredBuffer<uint> Input;
AppendStructuredBuffer<uint> Added;
ByteAddressBuffer Bytes;
Buffer<uint> Numbers;
Texture2D<uint> Image;
static const uint Most = 4;
#define ADD(value) InterlockedAdd(value, 1)

[numthreads(1, 1, 1)]
void main() {
  uint old;
  // CHECK: :[[#@LINE+1]]:9: error: a RWStructuredBuffer has no method 'Append': declare an AppendStructuredBuffer, or store to the index that IncrementCounter() returns [hlsl-type]
  Items.Append(1);
  // CHECK: :[[#@LINE+1]]:9: error: a StructuredBuffer has no method 'Append': declare an AppendStructuredBuffer with a u register [hlsl-type]
  Input.Append(1);
  // CHECK: :[[#@LINE+1]]:9: error: an AppendStructuredBuffer has no method 'Load': declare a RWStructuredBuffer, whose elements can be read [hlsl-type]
  Added.Load(0);
  // CHECK: :[[#@LINE+1]]:9: error: a RWStructuredBuffer has no method 'Store': assign to an element, buffer[index] = value [hlsl-type]
  Items.Store(0, 1);
  // CHECK: :[[#@LINE+1]]:15: error: 'Load' is a method: call it, Load(...), with its arguments in parentheses [hlsl-type]
  old = Input.Load;
  // CHECK: :[[#@LINE+1]]:9: error: 'GetDimensions' is a method: call it, GetDimensions(...), with its arguments in parentheses [hlsl-type]
  Input.GetDimensions;
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedAdd' writes 'Input[0]', which is read-only: declare a resource with RW, such as RWStructuredBuffer, and a variable without const [hlsl-type]
  InterlockedAdd(Input[0], 1);
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedMax' writes 'Numbers[0]', which is read-only
  InterlockedMax(Numbers[0], 1, old);
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedCompareExchange' writes 'Image[uint2(0, 0)]', which is read-only
  InterlockedCompareExchange(Image[uint2(0, 0)], 1, 2, old);
  // CHECK: :[[#@LINE+1]]:9: error: a ByteAddressBuffer is read-only: declare a RWByteAddressBuffer with a u register [read-only-buffer]
  Bytes.InterlockedAdd(0, 1);
  const uint kept = 1;
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedAdd' writes 'kept', which is read-only: declare a resource with RW, such as RWStructuredBuffer, and a variable without const [hlsl-type]
  InterlockedAdd(Items[0], 1, kept);
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedMin' writes 'Most', which is read-only
  InterlockedMin(Most, 1);
  // CHECK: :[[#@LINE+1]]:7: error: this call writes 'kept', which is read-only
  ADD(kept);
  // CHECK: :[[#@LINE+1]]:7: error: this call writes 'Numbers[1]', which is read-only
  ADD(Numbers[1]);
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedMin' writes 'Input[0]', which is read-only
  InterlockedMin(Items[0], 1, Input[0]);
}
