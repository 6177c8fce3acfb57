// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// Every element and every number of channels.

// CHECK-LABEL: wave.func @f32_1
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, f32, 1>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, f32, 1>
wave.func @f32_1(%in: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>},
    %out: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<uav, 0, 3, f32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, f32, 1>
  %w = wave.image_size x %in : !wave.image<2d, f32, 1>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, f32, 1>
  %h = wave.image_size y %in : !wave.image<2d, f32, 1>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, f32, 1> -> f32
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, f32, 1> -> f32
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : f32, !wave.image<2d, f32, 1>
  wave.image_store %t, %out[%w, %h] : f32, !wave.image<2d, f32, 1>
}

// CHECK-LABEL: wave.func @f32_2
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, f32, 2>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, f32, 2>
wave.func @f32_2(%in: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<srv, f32>},
    %out: !wave.image<2d, f32, 2> {wave.binding = #wave.binding<uav, 0, 3, f32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, f32, 2>
  %w = wave.image_size x %in : !wave.image<2d, f32, 2>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, f32, 2>
  %h = wave.image_size y %in : !wave.image<2d, f32, 2>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, f32, 2> -> vector<2xf32>
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, f32, 2> -> vector<2xf32>
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : vector<2xf32>, !wave.image<2d, f32, 2>
  wave.image_store %t, %out[%w, %h] : vector<2xf32>, !wave.image<2d, f32, 2>
}

// CHECK-LABEL: wave.func @f32_4
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, f32, 4>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, f32, 4>
wave.func @f32_4(%in: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>},
    %out: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, 0, 3, f32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, f32, 4>
  %w = wave.image_size x %in : !wave.image<2d, f32, 4>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, f32, 4>
  %h = wave.image_size y %in : !wave.image<2d, f32, 4>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : vector<4xf32>, !wave.image<2d, f32, 4>
  wave.image_store %t, %out[%w, %h] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// CHECK-LABEL: wave.func @i32_1
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, i32, 1>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, i32, 1>
wave.func @i32_1(%in: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<srv, si32>},
    %out: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, 0, 3, ui32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, i32, 1>
  %w = wave.image_size x %in : !wave.image<2d, i32, 1>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, i32, 1>
  %h = wave.image_size y %in : !wave.image<2d, i32, 1>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, i32, 1> -> i32
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, i32, 1> -> i32
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : i32, !wave.image<2d, i32, 1>
  wave.image_store %t, %out[%w, %h] : i32, !wave.image<2d, i32, 1>
}

// CHECK-LABEL: wave.func @i32_2
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, i32, 2>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, i32, 2>
wave.func @i32_2(%in: !wave.image<2d, i32, 2> {wave.binding = #wave.binding<srv, si32>},
    %out: !wave.image<2d, i32, 2> {wave.binding = #wave.binding<uav, 0, 3, ui32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, i32, 2>
  %w = wave.image_size x %in : !wave.image<2d, i32, 2>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, i32, 2>
  %h = wave.image_size y %in : !wave.image<2d, i32, 2>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, i32, 2> -> vector<2xi32>
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, i32, 2> -> vector<2xi32>
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : vector<2xi32>, !wave.image<2d, i32, 2>
  wave.image_store %t, %out[%w, %h] : vector<2xi32>, !wave.image<2d, i32, 2>
}

// CHECK-LABEL: wave.func @i32_4
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d, i32, 4>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d, i32, 4>
wave.func @i32_4(%in: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<srv, si32>},
    %out: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<uav, 0, 3, ui32>}) kernel num_waves(1) {
  // CHECK: %[[w:.*]] = wave.image_size x %[[in]] : !wave.image<2d, i32, 4>
  %w = wave.image_size x %in : !wave.image<2d, i32, 4>
  // CHECK: %[[h:.*]] = wave.image_size y %[[in]] : !wave.image<2d, i32, 4>
  %h = wave.image_size y %in : !wave.image<2d, i32, 4>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[w]], %[[h]]] : !wave.image<2d, i32, 4> -> vector<4xi32>
  %t = wave.image_load %in[%w, %h] : !wave.image<2d, i32, 4> -> vector<4xi32>
  // CHECK: wave.image_store %[[t]], %[[out]][%[[w]], %[[h]]] : vector<4xi32>, !wave.image<2d, i32, 4>
  wave.image_store %t, %out[%w, %h] : vector<4xi32>, !wave.image<2d, i32, 4>
}

// A helper is given an image without a binding.
// CHECK-LABEL: wave.func @helper(%{{.*}}: !wave.image<2d, f32, 4>)
wave.func @helper(%image: !wave.image<2d, f32, 4>) {
}

// An access has as many coordinates as the image has dimensions.
// CHECK-LABEL: wave.func @array
// CHECK-SAME: %[[in:[a-z0-9]+]]: !wave.image<2d_array, f32, 4>
// CHECK-SAME: %[[out:[a-z0-9]+]]: !wave.image<2d_array, f32, 4>
wave.func @array(%in: !wave.image<2d_array, f32, 4> {wave.binding = #wave.binding<srv, f32>},
    %out: !wave.image<2d_array, f32, 4> {wave.binding = #wave.binding<uav, 0, 3, f32>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // CHECK: %[[n:.*]] = wave.image_size z %[[in]] : !wave.image<2d_array, f32, 4>
  %n = wave.image_size z %in : !wave.image<2d_array, f32, 4>
  // CHECK: %[[t:.*]] = wave.image_load %[[in]][%[[x:.*]], %[[x]], %[[n]]] : !wave.image<2d_array, f32, 4> -> vector<4xf32>
  %t = wave.image_load %in[%x, %x, %n] : !wave.image<2d_array, f32, 4> -> vector<4xf32>
  // CHECK: wave.image_store %[[t]], %[[out]][%[[x]], %[[x]], %[[n]]] : vector<4xf32>, !wave.image<2d_array, f32, 4>
  wave.image_store %t, %out[%x, %x, %n] : vector<4xf32>, !wave.image<2d_array, f32, 4>
}

// CHECK-LABEL: wave.func @atomics
// CHECK-SAME: %[[a:[a-z0-9]+]]: !wave.image<2d, i32, 1>
// CHECK-SAME: %[[b:[a-z0-9]+]]: !wave.image<2d_array, i32, 1>
wave.func @atomics(%a: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>},
    %b: !wave.image<2d_array, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  // CHECK: %[[old:.*]] = wave.image_atomic_rmw add %[[x:.*]], %[[a]][%[[x]], %[[x]]] : !wave.image<2d, i32, 1>
  %0 = wave.image_atomic_rmw add %x, %a[%x, %x] : !wave.image<2d, i32, 1>
  // CHECK: wave.image_atomic_rmw maxsi %[[old]], %[[b]][%[[x]], %[[x]], %[[x]]] : !wave.image<2d_array, i32, 1>
  %1 = wave.image_atomic_rmw maxsi %0, %b[%x, %x, %x] : !wave.image<2d_array, i32, 1>
  // CHECK: wave.image_atomic_exchange %{{.*}}, %[[a]][%[[x]], %[[x]]] : !wave.image<2d, i32, 1>
  %2 = wave.image_atomic_exchange %1, %a[%x, %x] : !wave.image<2d, i32, 1>
  // CHECK: wave.image_atomic_cas %{{.*}}, %[[x]], %[[a]][%[[x]], %[[x]]] : !wave.image<2d, i32, 1>
  %3 = wave.image_atomic_cas %2, %x, %a[%x, %x] : !wave.image<2d, i32, 1>
}
