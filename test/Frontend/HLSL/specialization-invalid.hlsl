// RUN: not wave-hlsl %s -E main -specialize size=many 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not wave-hlsl %s -E main -specialize size=-1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not wave-hlsl %s -E main -specialize flag=x 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not wave-hlsl %s -E main -specialize scale= 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not wave-hlsl %s -E main -specialize sise=4 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not wave-hlsl %s -E main -specialize size=4 -specialize 0=5 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not wave-hlsl %s -E differ 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not wave-hlsl %s -D ARRAY 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not wave-hlsl %s -D VECTOR 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not wave-hlsl %s -D MUTABLE 2>&1 | FileCheck %s --check-prefix=MUTABLE
// RUN: not wave-hlsl %s -D LONG 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not wave-hlsl %s -D COMPUTED 2>&1 | FileCheck %s --check-prefix=COMPUTED

// VALUE: [[@LINE+3]]:35: error: 'many' is not a value of the specialization constant 'size', of type uint [hlsl-specialization]
// RANGE: [[@LINE+2]]:35: error: '-1' is not a value of the specialization constant 'size', of type uint [hlsl-specialization]
// Each constant is reported at its own declaration.
[[vk::constant_id(0)]] const uint size = 16;
// BOOL: [[@LINE+1]]:35: error: 'x' is not a value of the specialization constant 'flag', of type bool [hlsl-specialization]
[[vk::constant_id(1)]] const bool flag = false;
// EMPTY: [[@LINE+1]]:36: error: '' is not a value of the specialization constant 'scale', of type float [hlsl-specialization]
[[vk::constant_id(2)]] const float scale = 0.5;

RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
// NAME: error: the shader has no specialization constant 'sise': it has 'size', 'flag', 'scale', 'other' [hlsl-specialization]
// TWICE: error: the specialization constant '0' has two values [hlsl-specialization]
void main() { result[0] = size + (flag ? scale : 0); }

// DIFFER: [[@LINE+1]]:36: error: 'scale' and 'other' both have vk::constant_id(2), and differ in their types or defaults: give one another number [hlsl-specialization]
[[vk::constant_id(2)]] const float other = 1.5;
[numthreads(1, 1, 1)]
void differ() { result[0] = scale + other; }

#ifdef ARRAY
// The host chooses the value later.
// ARRAY: [[@LINE+1]]:25: error: the size of an array must be a constant: compute it from constants, and GetGroupWaveCount() under numWaves [array-not-constant]
groupshared float array[size];
#endif
#ifdef VECTOR
// VECTOR: [[@LINE+1]]:37: error: vk::constant_id is for global constants of a scalar type: declare it as in `const int name = 1;` [hlsl-specialization]
[[vk::constant_id(5)]] const float2 vector2 = float2(1, 2);
#endif
#ifdef MUTABLE
// MUTABLE: [[@LINE+1]]:28: error: vk::constant_id is for global constants of a scalar type: declare it as in `const int name = 1;` [hlsl-specialization]
[[vk::constant_id(5)]] int changed = 1;
#endif
#ifdef LONG
// LONG: [[@LINE+1]]:38: error: vk::constant_id is not supported for integers of 64 bits: use two constants of 32 bits [hlsl-unsupported]
[[vk::constant_id(5)]] const int64_t wide = 1;
#endif
#ifdef COMPUTED
// COMPUTED: [[@LINE+1]]:35: error: variable with 'vk::constant_id' attribute must be a const int/float/enum/bool and be initialized with a literal [hlsl-type]
[[vk::constant_id(5)]] const uint computed = size + 1;
#endif
