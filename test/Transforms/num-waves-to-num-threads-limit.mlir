// RUN: wave-opt %s "-wave-num-waves-to-num-threads=max-threads=256" | FileCheck %s

// A target's own limit.
// CHECK: wave.func @kernel() kernel num_waves(4) wave_size(4, 64) launch(dropped =
// CHECK-SAME: reason = "4 waves of 128 lanes are more than 256 threads"
wave.func @kernel() kernel num_waves(4) {
}
