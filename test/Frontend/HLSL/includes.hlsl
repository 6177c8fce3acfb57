// RUN: wave-hlsl %s -I %S/Inputs | FileCheck %s
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not wave-hlsl %s -I %S/Inputs -D HELPER 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not wave-hlsl %s -I %S/Inputs -D LOOP 2>&1 | FileCheck %s --check-prefix=LOOP

#if defined(HELPER)
// NESTED: Inputs/helper.hlsl:2:24: error: use of undeclared identifier 'missing' [hlsl-type]
// NESTED-NEXT: uint helper() { return missing; }
// NESTED: includes.hlsl:[[#@LINE+1]]:10: note: included from here
#include "Inputs/helper.hlsl"
#elif defined(LOOP)
// LOOP: Inputs/loop.hlsl:1:10: error: #include nested too deeply [hlsl-include]
#include "Inputs/loop.hlsl"
#else
// MISSING: includes.hlsl:[[#@LINE+1]]:10: error: 'inner.hlsl' file not found [hlsl-include]
#include "inner.hlsl"
RWStructuredBuffer<uint> Out : register(u0);

// CHECK: wave.func @main
[numWaves(1)]
void main() { Out[0] = inner(); }
#endif
