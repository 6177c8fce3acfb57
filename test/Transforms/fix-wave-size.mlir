// RUN: wave-opt %s -wave-fix-wave-size=wave-size=16 | FileCheck %s

// A kernel states the one size that it is compiled for, whatever it allows.
// CHECK: wave.func @any() kernel num_waves(2) wave_size(16) {
wave.func @any() kernel num_waves(2) {
}

// CHECK: wave.func @range() kernel num_waves(2) wave_size(16) {
wave.func @range() kernel num_waves(2) wave_size(8, 32) {
}

// A preferred size is none any more.
// CHECK: wave.func @preferred() kernel num_waves(2) wave_size(16) {
wave.func @preferred() kernel num_waves(2) wave_size(8, 64, 32) {
}

// CHECK: wave.func @same() kernel num_waves(2) wave_size(16) {
wave.func @same() kernel num_waves(2) wave_size(16) {
}

// CHECK: wave.func @threads() kernel num_threads(64, 1, 1) wave_size(16) {
wave.func @threads() kernel num_threads(64, 1, 1) {
}

// A helper has its caller's size.
// CHECK: wave.func @helper() {
wave.func @helper() {
}

// CHECK: gpu.module
gpu.module @kernels {
  // CHECK: wave.func @inside() kernel num_waves(1) wave_size(16) {
  wave.func @inside() kernel num_waves(1) {
  }
}
