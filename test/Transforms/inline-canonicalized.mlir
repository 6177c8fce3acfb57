// RUN: wave-opt %s --canonicalize | FileCheck %s --check-prefix=CAST
// RUN: wave-opt %s --canonicalize --wave-inline | FileCheck %s
// RUN: wave-opt %s --canonicalize --wave-to-spirv=opt-level=0 -o /dev/null
// RUN: wave-opt %s --canonicalize --wave-to-dxil="shader-model=6.6 wave-size=16 opt-level=0" -o /dev/null
// RUN: wave-opt %s --canonicalize --wave-to-simd="wave-size=8 opt-level=0" -o /dev/null
// RUN: wave-opt %s --canonicalize --wave-to-simd="wave-size=8 instrument=written" -o /dev/null

// Canonicalization makes the length of a local array part of its type, and a cast for a
// helper that takes any length. Inlining gives the helper the array itself.

gpu.module @kernels {
wave.func @twice(%array: memref<?xi32>, %at: i32) {
  %index = arith.index_castui %at : i32 to index
  %x = memref.load %array[%index] : memref<?xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %array[%index] : memref<?xi32>
  wave.return
}
wave.func @four_times(%array: memref<?xi32>, %other: memref<?xi32>, %at: i32) {
  wave.call @twice(%array, %at) : (memref<?xi32>, i32) -> ()
  wave.call @twice(%other, %at) : (memref<?xi32>, i32) -> ()
  wave.return
}

// CAST: memref.cast %{{.*}} : memref<8xi32> to memref<?xi32>
// CHECK-LABEL: wave.func @calls
// CHECK: %[[array:.*]] = memref.alloca() : memref<8xi32>
// CHECK-NOT: memref.cast
// CHECK-COUNT-2: memref.store %{{.*}}, %[[array]][%{{.*}}] : memref<8xi32>
// CHECK: wave.return
wave.func @calls(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %length = arith.constant 8 : index
  %array = memref.alloca(%length) : memref<?xi32>
  wave.call @four_times(%array, %array, %n) : (memref<?xi32>, memref<?xi32>, i32) -> ()
}
}
