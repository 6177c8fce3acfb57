// RUN: wave-opt %s -wave-verify | FileCheck %s
// RUN: wave-opt %s -wave-verify="shader-model=6.10 emulate-group-index=false" | FileCheck %s
// RUN: wave-opt %s -wave-verify="shader-model=6.8" | FileCheck %s
// RUN: wave-opt %s -wave-verify=barriers | FileCheck %s

// What is accepted; nothing changes.

// CHECK-LABEL: wave.func @helper
wave.func @helper() -> i32 {
  %w = wave.group_wave_index : i32
  %n = wave.group_wave_count : i32
  %s = arith.addi %w, %n : i32
  wave.return %s : i32
}
wave.func @helper_of_two() -> i32 num_waves(2) {
  %r = wave.call @helper() : () -> i32
  wave.return %r : i32
}

// Every stage that runs in groups.
// CHECK-LABEL: wave.func @compute
wave.func @compute() kernel stage(compute) num_waves(2) {
  %0 = wave.call @helper() : () -> i32
  %1 = wave.call @helper_of_two() : () -> i32
}
// CHECK-LABEL: wave.func @mesh
wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  %0 = wave.call @helper() : () -> i32
}
// CHECK-LABEL: wave.func @amplification
wave.func @amplification() kernel stage(amplification) num_waves(2) {
  %0 = wave.call @helper_of_two() : () -> i32
}
// CHECK-LABEL: wave.func @broadcasting
wave.func @broadcasting() kernel stage(node) node_launch(broadcasting) num_threads(32, 1, 1) {
  %0 = wave.group_wave_index : i32
}
// CHECK-LABEL: wave.func @coalescing
wave.func @coalescing() kernel stage(node) node_launch(coalescing) num_threads(32, 1, 1) {
  %0 = wave.group_wave_count : i32
}

// Threads have numbers under num_threads.
// CHECK-LABEL: wave.func @threads
wave.func @threads() kernel num_threads(8, 8, 1) {
  %0 = wave.dispatch_thread_id x : i32
  %1 = wave.group_thread_id y : i32
  %2 = wave.group_index : i32
}

// Other operations across lanes are for every stage.
// CHECK-LABEL: wave.func @pixel
wave.func @pixel() kernel stage(pixel) {
  %0 = wave.lane_index : i32
  %1 = wave.reduce add %0 : i32
}
// CHECK-LABEL: wave.func @library
wave.func @library(%x: i32) -> i32 exported {
  %0 = wave.read_first_lane %x : i32
  wave.return %0 : i32
}

// Memory in every use that it may have.
// CHECK-LABEL: wave.func @memory
wave.func @uses(%a: memref<?xi32>, %b: memref<4xi32, #gpu.address_space<workgroup>>) {
  wave.return
}
wave.func @memory(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                  %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  %n = memref.dim %in, %c0 : memref<?xi32>
  %x = memref.load %in[%c0] : memref<?xi32>
  memref.store %x, %out[%c0] : memref<?xi32>
  memref.store %x, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %x, %local[%c0] : memref<4xi32>
  %old = wave.atomic_rmw add %x, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.call @uses(%out, %shared) : (memref<?xi32>, memref<4xi32, #gpu.address_space<workgroup>>) -> ()
}

// Values that the language has, and a ballot in control flow.
// CHECK-LABEL: wave.func @values
wave.func @values(%p: i1 {wave.element = i1}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = wave.ballot %p : vector<4xi32>
  %1 = scf.if %p -> vector<4xi32> {
    %2 = wave.ballot %p : vector<4xi32>
    scf.yield %2 : vector<4xi32>
  } else {
    scf.yield %0 : vector<4xi32>
  }
  %3 = vector.extract %1[3] : i32 from vector<4xi32>
}
