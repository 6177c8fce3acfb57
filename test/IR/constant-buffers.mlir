// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @fields
// CHECK-SAME: (%{{.*}}: memref<20xi32> {wave.binding = #wave.binding<cbv, 1, 2, ui32>, wave.fields = [{name = "scale", offset = 0 : i64, type = f32}, {count = 4 : i64, name = "lights.color", offset = 16 : i64, stride = 16 : i64, type = vector<3xf32>}]})
wave.func @fields(%c: memref<20xi32> {wave.binding = #wave.binding<cbv, 1, 2, ui32>,
                                      wave.fields = [{name = "scale", type = f32, offset = 0},
                                                     {name = "lights.color", type = vector<3xf32>, offset = 16, count = 4, stride = 16}]}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<20xi32>
  %0 = memref.load %c[%c0] : memref<20xi32>
  // CHECK: vector.load %{{.*}}[%{{.*}}] : memref<20xi32>, vector<4xi32>
  %1 = vector.load %c[%c0] : memref<20xi32>, vector<4xi32>
}

// The last field may end with the buffer, and fields may overlap.
// CHECK-LABEL: wave.func @ends
wave.func @ends(%c: memref<2xi32> {wave.binding = #wave.binding<cbv, ui32>,
                                   wave.fields = [{name = "a", type = f64, offset = 0}, {name = "b", type = si16, offset = 6},
                                                  {name = "c", type = i1, offset = 4}]}) kernel num_waves(1) {
}

// 64 KiB, without fields.
// CHECK-LABEL: wave.func @largest
// CHECK-SAME: memref<16384xi32> {wave.binding = #wave.binding<cbv, ui32>}
wave.func @largest(%c: memref<16384xi32> {wave.binding = #wave.binding<cbv, ui32>}) kernel num_waves(1) {
}
