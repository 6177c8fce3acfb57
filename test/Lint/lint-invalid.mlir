// RUN: not wave-opt --wave-lint=target-wave-size=48 %s 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not wave-opt --wave-lint=occupancy=101 %s 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: not wave-opt --wave-lint=only=no-such-lint %s 2>&1 | FileCheck %s --check-prefix=LINT
// RUN: not wave-opt --wave-lint=targets=voodoo %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not wave-opt --wave-lint %s 2>&1 | FileCheck %s --check-prefix=RECURSION

// SIZE: error: target-wave-size must be a power of two from 4 to 128, got 48 [lint-option]
// SHARE: error: occupancy must be from 0 to 100 percent, got 101 [lint-option]
// LINT: error: there is no lint 'no-such-lint': docs/lints.md lists them [lint-option]
// TARGET: error: there is no target 'voodoo' of groupshared memory, only turing, ampere, ada, hopper, gcn, rdna2, xe-hpg [lint-option]
// RECURSION: error: {{.*}} [recursion]

wave.func @calls_itself() {
  wave.call @calls_itself() : () -> ()
  wave.return
}

wave.func @kernel() kernel num_waves(1) {
  wave.call @calls_itself() : () -> ()
  wave.return
}
