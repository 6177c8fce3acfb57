// RUN: not wave-hlsl %s -E mesh 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not wave-hlsl %s -E pixel 2>&1 | FileCheck %s --check-prefix=PIXEL
// RUN: not wave-hlsl %s -E amplification -T cs_6_8 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: wave-hlsl %s -E amplification -T as_6_8

// MESH: :[[#@LINE+2]]:2: error: numWaves is for compute and amplification shaders, not for mesh ones [num-waves-stage]
[shader("mesh")]
[numWaves(2)]
void mesh() {}

// PIXEL: :[[#@LINE+1]]:2: error: pixel shaders are not supported: WaveDialect compiles compute and amplification shaders [hlsl-stage]
[shader("pixel")]
void pixel() {}

// PROFILE: :[[#@LINE+1]]:2: error: 'amplification' is a shader of the stage amplification, but the profile is of the stage compute [hlsl-stage]
[shader("amplification")]
[numWaves(2)]
void amplification() {}
