// RUN: wave-opt %s -wave-shift-bindings=shifts=t:16,u:32,u:64:1 | FileCheck %s
// RUN: not wave-opt %s -wave-shift-bindings=shifts=x:16 2>&1 | FileCheck %s --check-prefix=INVALID

// INVALID: 'x:16' is not a shift, such as t:16 or, for set 1, t:16:1 [binding-shift]

// CHECK-LABEL: wave.func @resources
// CHECK-SAME: #wave.binding<srv, 0, 16, f32>
// CHECK-SAME: #wave.binding<uav, 0, 34, f32>
// CHECK-SAME: #wave.binding<uav, 1, 64, f32>
// CHECK-SAME: #wave.binding<cbv, 0, 0, ui32>
// CHECK-SAME: #wave.binding<uav, f32>
wave.func @resources(%a: memref<?xf32> {wave.binding = #wave.binding<srv, 0, 0, f32>},
                     %b: memref<?xf32> {wave.binding = #wave.binding<uav, 0, 2, f32>},
                     %c: memref<?xf32> {wave.binding = #wave.binding<uav, 1, 0, f32>},
                     %d: memref<4xi32> {wave.binding = #wave.binding<cbv, 0, 0, ui32>},
                     %e: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
}
