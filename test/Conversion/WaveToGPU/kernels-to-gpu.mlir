// RUN: wave-opt %s -convert-wave-to-gpu | FileCheck %s

// CHECK: gpu.module @kernels
gpu.module @kernels {

  // What a kernel states travels on the function, arguments keep their attributes.
  // CHECK: gpu.func @stated(%{{.*}}: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"}, %{{.*}}: i32 {wave.element = si32})
  // CHECK-SAME: kernel
  // CHECK-SAME: wave.kernel = {num_waves = 2 : i64, preferred_wave_size = 16 : i64, stage = #wave<stage compute>, wave_sizes = array<i32: 8, 16, 32>}
  // CHECK-NEXT: gpu.return
  wave.func @stated(%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"}, %n: i32 {wave.element = si32}) kernel num_waves(2) wave_size(8, 32, 16) {
  }

  // CHECK: gpu.func @threads()
  // CHECK-SAME: wave.kernel = {num_threads = array<i32: 8, 4, 2>, stage = #wave<stage compute>}
  wave.func @threads() kernel num_threads(8, 4, 2) {
  }

  // CHECK: gpu.func @dropped()
  // CHECK-SAME: wave.kernel = {dropped_wave_sizes = [{reason = "too many", size = 128 : i64}], num_waves = 16 : i64
  wave.func @dropped() kernel num_waves(16) wave_size(4, 64) launch(dropped = [{reason = "too many", size = 128 : i64}]) {
  }

  // Exported functions have no code here.
  // CHECK-NOT: @library
  wave.func @library() exported {
  }
}
