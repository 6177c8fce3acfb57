// Messages have the types and functions of HLSL, not those of Clang and of the prelude.
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=__ --implicit-check-not=hlsl:: --implicit-check-not=hlsl_ --implicit-check-not=ext_vector --implicit-check-not="vector<" --implicit-check-not="implicit copy"
// RUN: not wave-hlsl %s -D CONSTANTS 2>&1 | FileCheck %s --check-prefix=CONSTANTS

#ifdef CONSTANTS
// CONSTANTS: :[[@LINE+1]]:28: error: a push constant must be a struct or a ConstantBuffer, and 'pushed' is of type 'uint': make it the field of a struct [hlsl-type]
[[vk::push_constant]] uint pushed;
// CONSTANTS: :[[@LINE+1]]:12: warning: the initial value of 'size' is ignored: a global variable is a constant that the host sets; declare it `static const` [hlsl-type]
const uint size = 4;
RWStructuredBuffer<uint> result;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) { result[i] = pushed + size; }
#else
typedef float3 Color;
struct Item {
  float weight;
};
RWBuffer<uint> numbers;
RWStructuredBuffer<Item> items;
RWByteAddressBuffer bytes;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no viable overloaded '=' [hlsl-type]
  items[i] = 1.0f;
  // CHECK: :15:8: note: no known conversion from 'float' to 'Item'
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no viable conversion from 'Item' to 'float' [hlsl-type]
  float f = items[i];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: cannot initialize a variable of type 'float3' with a value of type 'float2' [hlsl-type]
  float3 v = float2(1, 2);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: cannot initialize a variable of type 'Color' (aka 'float3') with a value of type 'uint2' [hlsl-type]
  Color c = uint2(1, 2);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: assigning to 'uint' from incompatible type 'RWBuffer<uint>' [hlsl-type]
  numbers[i] = numbers;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: vector component access exceeds type 'uint' [hlsl-type]
  numbers[i] = i.y;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no matching function for call to 'lerp' [hlsl-type]
  f = lerp(1.0f, 2.0f);
  // CHECK: {{^}}note: candidate: lerp(x, y, s) of floats
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no matching function for call to 'WaveActiveBitOr' [hlsl-type]
  numbers[i] = WaveActiveBitOr(1.5f);
  // CHECK: {{^}}note: candidate: WaveActiveBitOr(value) of integers
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no matching member function for call to 'InterlockedAdd' [hlsl-type]
  bytes.InterlockedAdd(i);
  // CHECK: {{^}}note: candidate: RWByteAddressBuffer::InterlockedAdd(uint, uint)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: no matching member function for call to 'Load' [hlsl-type]
  numbers.Load();
  // The status of a load is not supported.
  // CHECK-NEXT: numbers.Load
  // CHECK-NEXT: ^
  // CHECK-NEXT: {{^}}note: candidate: RWBuffer::Load(int)
  // CHECK-NOT: note
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this argument must be a variable of the parameter's type, because the function writes to it (out) [hlsl-type]
  sincos(1.0f, f, 2.0f);
}
#endif
