// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

// The variables of coherent memory are Coherent without a barrier, too, and no others. A loop that waits loads in each
// iteration.

gpu.module @kernels {

// CHECK: spirv.module @waits
// CHECK-DAG: spirv.GlobalVariable @buffer_flags bind(0, 0) {coherent} :
// CHECK-DAG: spirv.GlobalVariable @buffer_out bind(0, 1) :
// CHECK-DAG: spirv.GlobalVariable @image_texels bind(0, 2) {coherent} :
// CHECK: spirv.mlir.loop
// CHECK: spirv.Load "StorageBuffer" %{{.*}} ["Volatile"] : i32
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} ["Volatile"] : i32
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : i32
wave.func @waits(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "flags", wave.coherent},
                 %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"},
                 %texels: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>, wave.name = "texels", wave.coherent}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %flag = wave.coherent_load %flags[%i0] : memref<?xi32>
    %isUnset = arith.cmpi eq, %flag, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
  %texel = wave.image_load %texels[%c0, %c0] : !wave.image<2d, i32, 1> -> i32
  wave.coherent_store %texel, %flags[%i0] : memref<?xi32>
  memref.store %texel, %out[%i0] : memref<?xi32>
}
}
