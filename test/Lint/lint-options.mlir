// RUN: wave-opt --wave-lint %s 2>&1 | FileCheck %s --check-prefix=AT32
// RUN: wave-opt --wave-lint=target-wave-size=64 %s 2>&1 | FileCheck %s --check-prefix=AT64
// RUN: wave-opt --wave-lint='ignore=numthreads-not-wave-aligned,numthreads-too-small' %s 2>&1 | FileCheck %s --check-prefix=IGNORED
// RUN: wave-opt --wave-lint='target-wave-size=64 ignore=numthreads-too-small' %s 2>&1 | FileCheck %s --check-prefix=FILL
// RUN: wave-opt --wave-lint=only=numthreads-too-small %s 2>&1 | FileCheck %s --check-prefix=ONLY

// AT32: warning: a group of 49 threads
// AT32-NOT: warning: a group of 32
// AT64-NOT: does not fill
// AT64: warning: a group of 49 threads is smaller than a wave of 64 lanes: 15 lanes of each group never work [numthreads-too-small]
// AT64-NOT: does not fill
// FILL: warning: a group of 32 threads (8 x 4 x 1) does not fill its waves: at 64 lanes 1 wave, the last with 32 idle lanes (50 %) [numthreads-not-wave-aligned]
// FILL: help: waves fill num_threads(16, 4, 1) (X up), num_threads(8, 8, 1) (Y up), num_threads(64, 1, 1) (1-D); the number of groups
// IGNORED-NOT: warning
// ONLY-NOT: warning

wave.func @seven_by_seven() kernel num_threads(7, 7, 1) {
  wave.return
}

wave.func @eight_by_four() kernel num_threads(8, 4, 1) {
  wave.return
}

wave.func @eight_by_eight() kernel num_threads(8, 8, 1) {
  wave.return
}
