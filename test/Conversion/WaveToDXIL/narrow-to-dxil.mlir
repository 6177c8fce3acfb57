// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.2 | FileCheck %s

// Native 16-bit values: an element of three takes six bytes.

// CHECK-LABEL: dxil.module @halves
// CHECK-SAME: native_low_precision
// CHECK-SAME: bytes = 6,
// CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK: dxil.raw_buffer_load %{{.*}} {alignment = 2 : i32, mask = 7 : i8} : {{.*}} -> !dxil.res_ret<f16>
// CHECK: %[[y:.*]] = dxil.raw_buffer_load %{{.*}}, %[[c1]], %[[c2]] {alignment = 2 : i32, mask = 1 : i8} : {{.*}} -> !dxil.res_ret<f16>
// CHECK: dxil.raw_buffer_store {{.*}} {alignment = 2 : i32, mask = 7 : i8} : (!dxil.handle, i32, i32, f16, f16, f16, f16) -> ()
wave.func @halves(%b: memref<?xf16> {wave.binding = #wave.binding<uav, vector<3xf16>>}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = vector.load %b[%c0] : memref<?xf16>, vector<3xf16>
  %y = memref.load %b[%c4] : memref<?xf16>
  vector.store %v, %b[%c0] : memref<?xf16>, vector<3xf16>
}

// CHECK-LABEL: dxil.module @short
// CHECK-SAME: bytes = 2,
// CHECK: dxil.raw_buffer_load {{.*}} {alignment = 2 : i32, mask = 1 : i8} : {{.*}} -> !dxil.res_ret<i16>
wave.func @short(%b: memref<?xi16> {wave.binding = #wave.binding<uav, si16>}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %x = memref.load %b[%c0] : memref<?xi16>
  memref.store %x, %b[%c0] : memref<?xi16>
}
