// RUN: wave-opt %s -convert-wave-to-simd -verify-diagnostics
// RUN: not wave-opt %s -convert-wave-to-simd=wave-size=12 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not wave-opt %s -convert-wave-to-simd=wave-size=2 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not wave-opt %s -convert-wave-to-simd=wave-size=256 2>&1 | FileCheck %s --check-prefix=LARGE

// ODD: a wave of 12 lanes: state wave-size, a power of two from 4 to 128 [wave-size-missing]
// SMALL: a wave of 2 lanes
// LARGE: a wave of 256 lanes
// expected-error@+1 {{a wave of 0 lanes: state wave-size, a power of two from 4 to 128 [wave-size-missing]}}
wave.func @kernel() kernel num_waves(1) {
}
