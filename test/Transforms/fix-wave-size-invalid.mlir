// RUN: wave-opt %s -wave-fix-wave-size=wave-size=16 -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -wave-fix-wave-size 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not wave-opt %s -wave-fix-wave-size=wave-size=24 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not wave-opt %s -wave-fix-wave-size=wave-size=2 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not wave-opt %s -wave-fix-wave-size=wave-size=256 2>&1 | FileCheck %s --check-prefix=LARGE

// NONE: is compiled for waves of 0 lanes: give wave-size, a power of two from 4 to 128 [wave-size-missing]
// ODD: is compiled for waves of 24 lanes: give wave-size, a power of two from 4 to 128 [wave-size-missing]
// SMALL: is compiled for waves of 2 lanes: give wave-size
// LARGE: is compiled for waves of 256 lanes: give wave-size

// expected-error@+1 {{'wave.func' op is compiled for waves of 16 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @larger() kernel num_waves(2) wave_size(32, 64) {
}

// -----

// expected-error@+1 {{'wave.func' op is compiled for waves of 16 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @smaller() kernel num_threads(64, 1, 1) wave_size(8) {
}
