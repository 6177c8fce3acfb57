// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 --convert-dxil-to-llvm -split-input-file | FileCheck %s

// A region becomes blocks, and what follows it one more; the results of an `if` are that one's arguments.
// CHECK-LABEL: llvm.func @choices()
// CHECK: llvm.cond_br %[[p:.*]], ^[[one:bb.*]], ^[[rest:bb.*]]
// CHECK: ^[[one]]:
// CHECK: dxil.raw_buffer_store
// CHECK: llvm.br ^[[rest]]
// CHECK: ^[[rest]]:
// CHECK: llvm.cond_br %[[p]], ^[[yes:bb.*]], ^[[no:bb.*]]
// CHECK: ^[[yes]]:
// CHECK: llvm.cond_br %{{.*}}, ^[[inner:bb.*]], ^[[other:bb.*]]
// CHECK: ^[[inner]]:
// CHECK: llvm.br ^[[join:bb.*]](%{{.*}} : i32)
// CHECK: ^[[other]]:
// CHECK: llvm.br ^[[join]](%{{.*}} : i32)
// CHECK: ^[[join]](%[[chosen:.*]]: i32):
// CHECK: llvm.br ^[[end:bb.*]](%[[chosen]] : i32)
// CHECK: ^[[no]]:
// CHECK: llvm.br ^[[end]](%{{.*}} : i32)
// CHECK: ^[[end]](%[[result:.*]]: i32):
// CHECK: dxil.raw_buffer_store %{{.*}}, %{{.*}}, %{{.*}}, %[[result]]
// CHECK: llvm.return
wave.func @choices(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32},
    %p: i1 {wave.element = i1}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = arith.trunci %n : i32 to i1
  scf.if %p {
    memref.store %n, %out[%c0] : memref<?xi32>
  }
  %r = scf.if %p -> i32 {
    %s = scf.if %q -> i32 {
      %a = arith.addi %n, %n : i32
      scf.yield %a : i32
    } else {
      %b = arith.muli %n, %n : i32
      scf.yield %b : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %n : i32
  }
  memref.store %r, %out[%c1] : memref<?xi32>
  wave.return
}

// -----

// The header of a loop compares; the edge back to it is the only one.
// CHECK-LABEL: llvm.func @loops()
// CHECK: llvm.br ^[[header:bb.*]](%[[zero:.*]], %[[n:.*]] : i32, i32)
// CHECK: ^[[header]](%[[i:.*]]: i32, %[[x:.*]]: i32):
// CHECK: %[[below:.*]] = llvm.icmp "ult" %[[i]], %[[n]] : i32
// CHECK: llvm.cond_br %[[below]], ^[[body:bb.*]], ^[[rest:bb.*]]
// CHECK: ^[[body]]:
// CHECK: %[[y:.*]] = llvm.mul %[[x]], %[[i]]
// CHECK: %[[next:.*]] = llvm.add %[[i]], %{{.*}}
// CHECK: llvm.br ^[[header]](%[[next]], %[[y]] : i32, i32)
// CHECK: ^[[rest]]:
// CHECK: llvm.br ^[[signed:bb.*]](%{{.*}} : i32)
// CHECK: ^[[signed]](%[[j:.*]]: i32):
// CHECK: %[[less:.*]] = llvm.icmp "slt" %[[j]], %[[n]] : i32
// CHECK: llvm.cond_br %[[less]], ^{{.*}}, ^[[after:bb.*]]
// CHECK: ^[[after]]:
// CHECK: llvm.br ^[[before:bb.*]](%[[x]] : i32)
// CHECK: ^[[before]](%[[v:.*]]: i32):
// CHECK: %[[w:.*]] = llvm.add %[[v]], %[[n]]
// CHECK: llvm.cond_br %{{.*}}, ^[[again:bb.*]](%[[w]] : i32), ^[[last:bb.*]]
// CHECK: ^[[again]](%[[u:.*]]: i32):
// CHECK: %[[z:.*]] = llvm.xor %[[u]], %[[n]]
// CHECK: llvm.br ^[[before]](%[[z]] : i32)
// CHECK: ^[[last]]:
// CHECK: dxil.raw_buffer_store %{{.*}}, %{{.*}}, %{{.*}}, %[[w]]
wave.func @loops(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32})
    kernel num_threads(32, 1, 1) {
  %at = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%carried = %n) -> i32 : i32 {
    %y = arith.muli %carried, %i : i32
    scf.yield %y : i32
  }
  scf.for %j = %c0 to %n step %c1 : i32 {
    memref.store %j, %out[%at] : memref<?xi32>
  }
  %w = scf.while (%v = %x) : (i32) -> i32 {
    %sum = arith.addi %v, %n : i32
    %goes_on = arith.cmpi ult, %sum, %n : i32
    scf.condition(%goes_on) %sum : i32
  } do {
  ^bb0(%u: i32):
    %z = arith.xori %u, %n : i32
    scf.yield %z : i32
  }
  memref.store %w, %out[%at] : memref<?xi32>
  wave.return
}
