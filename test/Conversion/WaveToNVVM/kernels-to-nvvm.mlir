// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm | FileCheck %s
// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm --convert-ptx-to-llvm | FileCheck %s --check-prefix=LLVM

// Resources are addresses, in order; scalars and lengths are one block by value.
// CHECK: module @arguments attributes {wave.manifest = {
// CHECK-SAME: constants = {bytes = 32 : i64
// CHECK-SAME: role = "extent"
// CHECK-SAME: launched_threads = [64, 1, 1]
// CHECK: llvm.func @arguments(%[[in:.*]]: !llvm.ptr<1> {llvm.align = 8 : i64}, %[[image:.*]]: !llvm.ptr<1> {llvm.align = 4 : i64}, %[[out:.*]]: !llvm.ptr<1> {llvm.align = 8 : i64},
// CHECK-SAME: %[[block:.*]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<32 x i8>, nvvm.grid_constant})
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 64>
// CHECK-DAG: llvm.getelementptr inbounds %[[block]][8] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-DAG: llvm.getelementptr inbounds %[[block]][16] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.return
// LLVM-LABEL: llvm.func @arguments
// LLVM-NOT: arith
gpu.module @kernels {
wave.func @arguments(%in: memref<?xf64> {wave.binding = #wave.binding<srv, f64>, wave.name = "in"},
                     %image: !wave.image<2d, f32, 1> {wave.binding = #wave.binding<srv, f32>, wave.name = "image"},
                     %n: i32 {wave.element = ui32},
                     %d: f64 {wave.element = f64},
                     %out: memref<?xf64> {wave.binding = #wave.binding<uav, f64>}) kernel num_waves(2) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %c0 = arith.constant 0 : index
  %length = memref.dim %in, %c0 : memref<?xf64>
  %k = arith.index_castui %length : index to i32
  %x = arith.uitofp %k : i32 to f64
  %y = arith.addf %x, %d : f64
  memref.store %y, %out[%i] : memref<?xf64>
}
}

// -----

// The index of a lane follows from that of its thread. The assembler knows that the first lane of
// the first wave is one thread.
// CHECK-LABEL: llvm.func @first_thread
// CHECK-DAG: %[[thread:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-DAG: %[[last:.*]] = arith.constant 31 : i32
// CHECK-DAG: %[[zero:.*]] = arith.constant 0 : i32
// CHECK-DAG: arith.andi %[[thread]], %[[last]] : i32
// CHECK: %[[is:.*]] = arith.cmpi eq, %[[thread]], %[[zero]] : i32
// CHECK: scf.if %[[is]]
// CHECK: llvm.atomicrmw
// CHECK: %[[again:.*]] = arith.cmpi eq, %[[thread]], %[[zero]] : i32
// CHECK: scf.if %[[again]]
// CHECK: llvm.atomicrmw
// CHECK: %[[third:.*]] = arith.cmpi eq, %[[thread]], %[[zero]] : i32
// CHECK: scf.if %[[third]]
// CHECK: llvm.atomicrmw
gpu.module @kernels {
wave.func @first_thread(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %wave = wave.group_wave_index : i32
  %c0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  %lane = wave.is_first_lane : i1
  %both = arith.andi %first, %lane : i1
  scf.if %both {
    %i = arith.constant 0 : index
    %old = wave.atomic_rmw add %n, %out[%i] : memref<?xi32>
  }
  %second = scf.if %first -> i1 {
    %is = wave.is_first_lane : i1
    scf.yield %is : i1
  } else {
    %false = arith.constant false
    scf.yield %false : i1
  }
  scf.if %second {
    %i = arith.constant 1 : index
    %old = wave.atomic_rmw add %n, %out[%i] : memref<?xi32>
  }
  %no = arith.constant false
  %third = arith.select %first, %lane, %no : i1
  scf.if %third {
    %i = arith.constant 2 : index
    %old = wave.atomic_rmw add %n, %out[%i] : memref<?xi32>
  }
}
}

// -----

// Scalars and vectors of narrow types take four bytes each.
// CHECK-LABEL: llvm.func @narrow
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: arith.cmpi ne
// CHECK: vector.from_elements %{{.*}} : vector<2xi16>
gpu.module @kernels {
wave.func @narrow(%h: f16 {wave.element = f16}, %b: i1 {wave.element = i1},
                  %v: vector<2xi16> {wave.element = vector<2xui16>},
                  %out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %z = arith.constant 0.0 : f16
  %x = arith.select %b, %h, %z : f16
  %y = vector.extract %v[1] : i16 from vector<2xi16>
  %f = arith.uitofp %y : i16 to f16
  %s = arith.addf %x, %f : f16
  memref.store %s, %out[%i] : memref<?xf16>
}
}

// -----

// Blocks have one dimension: indices follow from the linear one.
// CHECK-LABEL: llvm.func @threads
// CHECK-SAME: nvvm.reqntid = array<i32: 64>
// CHECK-DAG: %[[thread:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-DAG: nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-DAG: nvvm.read.ptx.sreg.nctaid.x : i32
// CHECK-DAG: %[[c8:.*]] = arith.constant 8 : i32
// CHECK: arith.remui %[[thread]], %[[c8]]
// CHECK: arith.divui %[[thread]], %[[c8]]
gpu.module @kernels {
wave.func @threads(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 8, 1) {
  %x = wave.group_thread_id x : i32
  %y = wave.dispatch_thread_id y : i32
  %z = wave.group_thread_id z : i32
  %n = wave.group_count x : i32
  %w = wave.group_wave_index : i32
  %c = wave.group_wave_count : i32
  %t = wave.group_index : i32
  %i = arith.index_castui %t : i32 to index
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %z : i32
  %d = arith.addi %b, %n : i32
  %e = arith.addi %d, %w : i32
  %f = arith.addi %e, %c : i32
  memref.store %f, %out[%i] : memref<?xi32>
}
}

// -----

// CHECK-LABEL: llvm.mlir.global internal @arrays.shared0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>
// CHECK: llvm.func @arrays
// CHECK: llvm.mlir.addressof @arrays.shared0 : !llvm.ptr<3>
// CHECK: llvm.alloca %{{.*}} x !llvm.array<4 x f32> {alignment = 16 : i64}
// LLVM-LABEL: llvm.func @arrays
// LLVM-NOT: scf
// LLVM: llvm.cond_br
gpu.module @kernels {
wave.func @arrays(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xf32>
  %t = wave.lane_index : i32
  %i = arith.index_castui %t : i32 to index
  %k = arith.index_castui %n : i32 to index
  %x = arith.uitofp %t : i32 to f32
  memref.store %x, %local[%k] : memref<4xf32>
  memref.store %t, %shared[%i] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %y = memref.load %shared[%k] : memref<64xi32, #gpu.address_space<workgroup>>
  %z = memref.load %local[%i] : memref<4xf32>
  %p = arith.cmpf olt, %x, %z : f32
  scf.if %p {
    memref.store %y, %out[%i] : memref<?xi32>
  }
}
}
