// RUN: wave-translate --wave-to-ptx %s | FileCheck %s

// Relaxed accesses of the whole GPU, one for each scalar. The loop that waits stays.

// CHECK: .entry waits
// CHECK: [[loop:\$L__BB[0-9_]+]]:
// CHECK: ld.relaxed.gpu.global.{{[bu]}}32
// CHECK: bra{{.*}} [[loop]]
// CHECK-DAG: ld.relaxed.gpu.global.{{[bu]}}32
// CHECK-DAG: ld.relaxed.gpu.global.{{[bu]}}8
// CHECK: st.relaxed.gpu.global.{{[bu]}}16
// CHECK: st.relaxed.gpu.global.{{[bu]}}64
// CHECK: st.relaxed.gpu.global.{{[bu]}}8
// CHECK: ret
gpu.module @kernels {
  wave.func @waits(%flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.coherent},
                   %halves: memref<?xf16> {wave.binding = #wave.binding<uav, f16>, wave.coherent},
                   %longs: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>, wave.coherent},
                   %bytes: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>, wave.coherent},
                   %texels: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<uav, f32>, wave.coherent}) kernel num_waves(1) {
    %c0 = arith.constant 0 : i32
    %i0 = arith.constant 0 : index
    scf.while : () -> () {
      %flag = wave.coherent_load %flags[%i0] : memref<?xi32>
      %isUnset = arith.cmpi eq, %flag, %c0 : i32
      scf.condition(%isUnset)
    } do {
      scf.yield
    }
    %texel = wave.image_load %texels[%c0, %c0] : !wave.image<2d, f32, 2> -> vector<2xf32>
    %red = vector.extract %texel[0] : f32 from vector<2xf32>
    %half = arith.truncf %red : f32 to f16
    %byte = wave.byte_load %bytes[%i0] : memref<?xi8>
    %long = arith.extui %byte : i32 to i64
    wave.coherent_store %half, %halves[%i0] : memref<?xf16>
    wave.coherent_store %long, %longs[%i0] : memref<?xi64>
    wave.byte_store %byte, %bytes[%i0] : memref<?xi8>
  }
}
