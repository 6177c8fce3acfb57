// RUN: wave-translate --wave-to-ptx %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s

// Contracted only where both operations permit it; everything rounds to nearest, and keeps
// subnormal numbers.
// CHECK: .entry floats
// CHECK-NOT: .ftz
// CHECK-DAG: fma.rn.f32
// CHECK-DAG: mul.rn.f32
// CHECK-DAG: add.rn.f32
// CHECK-DAG: div.rn.f32
// CHECK-DAG: sqrt.rn.f32
// CHECK-NOT: .ftz
gpu.module @kernels {
  wave.func @floats(%f: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = memref.load %f[%c0] : memref<?xf32>
    %b = memref.load %f[%c1] : memref<?xf32>
    %c = memref.load %f[%c2] : memref<?xf32>
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %s = arith.addf %p, %c fastmath<contract> : f32
    %q = arith.mulf %a, %c : f32
    %t = arith.addf %q, %b : f32
    %d = arith.divf %s, %t : f32
    %r = math.sqrt %d : f32
    memref.store %r, %f[%c0] : memref<?xf32>
  }
}
