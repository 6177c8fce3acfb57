// RUN: wave-opt %s -wave-elide-barriers --remarks-filter=wave-elide-barriers 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Accesses of coherent memory are signals to other groups, like atomics.

#uav = #wave.binding<uav, ui32>
!buffer = memref<?xi32>

gpu.module @kernels {

// CHECK-LABEL: wave.func @publishes
// CHECK: memref.store
// CHECK-NEXT: wave.barrier device sync
// CHECK-NEXT: wave.coherent_store
// CHECK: wave.return
// REMARK: Function=publishes | Remark="made a barrier of the device
// REMARK: Function=publishes | Remark="stays between the store at line [[@LINE+5]] and the store at line [[@LINE+7]]"
wave.func @publishes(%parts: !buffer {wave.binding = #uav}, %flags: !buffer {wave.binding = #uav, wave.coherent}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  memref.store %l, %parts[%li] : !buffer
  wave.barrier all sync
  wave.coherent_store %n, %flags[%i0] : !buffer
}

// The same without coherent memory.
// CHECK-LABEL: wave.func @publishes_nothing
// CHECK: memref.store
// CHECK-NEXT: memref.store
wave.func @publishes_nothing(%parts: !buffer {wave.binding = #uav}, %flags: !buffer {wave.binding = #uav}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  memref.store %l, %parts[%li] : !buffer
  wave.barrier all sync
  memref.store %n, %flags[%i0] : !buffer
}

// CHECK-LABEL: wave.func @receives
// CHECK: scf.while
// CHECK: wave.coherent_load
// CHECK: wave.barrier device
// CHECK-NEXT: memref.load
wave.func @receives(%parts: !buffer {wave.binding = #wave.binding<srv, ui32>}, %flags: !buffer {wave.binding = #uav, wave.coherent}, %out: !buffer {wave.binding = #uav}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %flag = wave.coherent_load %flags[%i0] : !buffer
    %isUnset = arith.cmpi eq, %flag, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
  wave.barrier device
  %part = memref.load %parts[%i0] : !buffer
  memref.store %part, %out[%i0] : !buffer
}

// One element has one order of its accesses.
// CHECK-LABEL: wave.func @order_of_one_flag
// CHECK: wave.coherent_load
// CHECK: wave.barrier device sync
// CHECK: wave.coherent_store
wave.func @order_of_one_flag(%flags: !buffer {wave.binding = #uav, wave.coherent}, %out: !buffer {wave.binding = #uav}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %flag = wave.coherent_load %flags[%i0] : !buffer
  wave.barrier device sync
  wave.coherent_store %c1, %flags[%i0] : !buffer
  memref.store %flag, %out[%li] : !buffer
}
}
