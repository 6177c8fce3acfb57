// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90 | FileCheck %s

// The kernel tests whether pieces of 16 bytes are aligned; otherwise it copies elements.

!shared = memref<2112xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @tile
// CHECK: llvm.ptrtoint
// CHECK: %[[bits:.*]] = arith.andi %{{.*}}, %c15
// CHECK: %[[aligned:.*]] = arith.cmpi eq, %[[bits]], %c0
// CHECK: scf.if %[[aligned]] {
// CHECK: scf.for unsigned
// CHECK: %[[exists:.*]] = arith.andi
// CHECK: %[[bytes:.*]] = arith.select %[[exists]], %{{.*}}, %c0
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[bytes]]
// CHECK: } else {
// CHECK: scf.for unsigned
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca, %
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"
// CHECK-NEXT: nvvm.barrier0
gpu.module @kernels {
wave.func @tile(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %y: i32 {wave.element = ui32}, %x: i32 {wave.element = ui32},
                %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32}, %pitch: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c33 = arith.constant 33 : i32
  %c64 = arith.constant 64 : i32
  %c32 = arith.constant 32 : i32
  %tile = wave.groupshared : !shared
  wave.async_copy %tile[%c0, %c33], %a[%c0, %pitch] at [%y, %x] of [%height, %width] size [%c64, %c32] : !shared, memref<?xf32>
  wave.barrier group sync
}
}

// -----

// Elements of 16 bytes need no test, and those of 2 bytes are loaded and stored where
// the pieces are not aligned. Elements of 12 bytes are three words.

!four = memref<256xf32, #gpu.address_space<workgroup>>
!three = memref<192xf32, #gpu.address_space<workgroup>>
!half = memref<64xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @elements
// CHECK-NOT: scf.if
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg
// CHECK-NOT: scf.if
// CHECK-COUNT-3: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca
// CHECK: scf.if
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg
// CHECK: } else {
// CHECK: llvm.load %{{.*}} invariant {alignment = 2 : i64}
// CHECK: llvm.store
gpu.module @kernels {
wave.func @elements(%a: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>}, %b: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>},
                    %c: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %four = wave.groupshared : !four
  %three = wave.groupshared : !three
  %half = wave.groupshared : !half
  wave.async_copy %four[%c0, %c0], %a[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] {components = 4 : i32} : !four, memref<?xf32>
  wave.async_copy %three[%c0, %c0], %b[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] {components = 3 : i32} : !three, memref<?xf32>
  wave.async_copy %half[%c0, %c0], %c[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] : !half, memref<?xf16>
  wave.barrier wave sync
}
}

// -----

// Each lane of a wave that copies arrives when its copies end, in addition to the wave.
// Wave 1 copies nothing, so its release is one arrival.

!stage = memref<64xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @pipe
// CHECK: nvvm.mbarrier.init %{{.*}}, %c33
// CHECK: nvvm.mbarrier.init %{{.*}}, %c1
// CHECK: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.mbarrier.arrive %[[full:.*]] {noinc = true}
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: scf.if
// CHECK-NEXT: nvvm.mbarrier.arrive %[[full]]
// CHECK-NOT: nvvm.cp.async.mbarrier.arrive
gpu.module @kernels {
wave.func @pipe(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !stage
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %stage = wave.pipe_acquire %pipe : i32
    wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] : !stage, memref<?xf32>
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
}
}
