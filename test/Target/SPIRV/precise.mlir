// RUN: wave-translate --wave-to-spirv %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// Without the flag a product and a sum are not made one; the serializer writes it.
// CHECK-COUNT-2: OpDecorate %{{.*}} NoContraction
// CHECK-NOT: NoContraction

gpu.module @kernels {
wave.func @kernel(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %a = arith.mulf %x, %x : f32
  %b = arith.addf %a, %x : f32
  %c = arith.mulf %b, %x fastmath<contract> : f32
  %d = arith.addf %c, %x fastmath<contract> : f32
  memref.store %d, %out[%c0] : memref<?xf32>
}
}
