// RUN: not wave-opt %s --wave-to-spirv="opt-level=3" 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not wave-opt %s --wave-to-dxil="enable=hoist-unifrom" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not wave-opt %s --wave-to-simd="disable=hoist-uniform,nothing" 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not wave-opt %s --wave-to-simd="enable=specialize{growth=3}" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: wave-opt %s --wave-to-spirv="enable=specialize{max-growth=80},hoist-uniform"

// OPTION: wrong options of the optimization 'specialize{growth=3}': {{.*}}no such option growth
// LEVEL: opt-level must be 0, 1 or 2, got 3
// NAME: unknown optimization 'hoist-unifrom'; there are simplify-uniform,
// SECOND: unknown optimization 'nothing'; there are
