// RUN: wave-hlsl %s
// RUN: wave-hlsl %s -HV 2021
// RUN: wave-hlsl %s -HV 202x
// RUN: not wave-hlsl %s -HV 2018 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not wave-hlsl %s -HV 2012 2>&1 | FileCheck %s --check-prefix=GUESS
// RUN: not wave-hlsl %s -HV latest 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// OLD: language-versions.hlsl: error: HLSL 2018 is not supported: use 2021, where &&, || and ?: evaluate their operands only if needed [hlsl-language-version]
// GUESS: error: unknown language version '2012': did you mean '2021'? [hlsl-language-version]
// UNKNOWN: error: unknown language version 'latest': use 2021 or 202x [hlsl-language-version]

[numWaves(1)]
void main() {}
