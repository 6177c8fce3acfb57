// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.5 | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: wave-opt %s -split-input-file --wave-expand-partitions --convert-wave-to-dxil=shader-model=6.4 | FileCheck %s --check-prefixes=CHECK,OLD

// CHECK-LABEL: llvm.func @prefix
// CHECK: dxil.wave_prefix_op %{{.*}} {kind = #dxil<wave_op_kind sum>, signedness = #dxil<signedness unsigned>} : (i32) -> i32
// CHECK: dxil.wave_prefix_op %{{.*}} {kind = #dxil<wave_op_kind product>, signedness = #dxil<signedness signed>} : (f64) -> f64
gpu.module @kernels {
wave.func @prefix(%n: i32 {wave.element = ui32}, %d: f64 {wave.element = f64}) kernel num_threads(64, 1, 1) {
  %0 = wave.prefix add %n : i32
  %1 = wave.prefix mul %d : f64
}
}

// -----

// CHECK-LABEL: llvm.func @prefix_of_booleans
// CHECK: %[[opposite:.*]] = arith.xori %[[flag:.*]], %true : i1
// CHECK: %[[count:.*]] = dxil.wave_prefix_bit_count %[[opposite]] : (i1) -> i32
// CHECK: arith.cmpi eq, %[[count]], %c0_i32 : i32
// CHECK: %[[count:.*]] = dxil.wave_prefix_bit_count %[[flag]] : (i1) -> i32
// CHECK: arith.cmpi ne, %[[count]], %c0_i32 : i32
// CHECK: %[[count:.*]] = dxil.wave_prefix_bit_count %[[flag]] : (i1) -> i32
// CHECK: %[[odd:.*]] = arith.andi %[[count]], %c1_i32 : i32
// CHECK: arith.cmpi ne, %[[odd]], %c0_i32 : i32
gpu.module @kernels {
wave.func @prefix_of_booleans(%flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %0 = wave.prefix and %flag : i1
  %1 = wave.prefix or %flag : i1
  %2 = wave.prefix xor %flag : i1
}
}

// -----

// There is no scan of bits but that of a partition; before there were partitions, the
// lanes took turns.
// CHECK-LABEL: llvm.func @prefix_of_bits
// NEW: %[[lanes:.*]] = dxil.wave_active_ballot %true
// NEW: %[[word:.*]] = dxil.extract %[[lanes]][0]
// NEW: dxil.wave_multi_prefix_op %{{.*}}, %[[word]], %{{.*}} {kind = #dxil<multi_prefix_kind and>, signedness = #dxil<signedness signed>} : (i64, i32, i32, i32, i32) -> i64
// OLD: %[[count:.*]] = dxil.wave_all_bit_count %true : (i1) -> i32
// OLD: %[[place:.*]] = dxil.wave_prefix_bit_count %true : (i1) -> i32
// OLD: scf.for %[[turn:.*]] = %c0_i32 to %[[count]] step %c1_i32 iter_args(%[[carried:.*]] = %c-1_i64)
// OLD:   %[[is_turn:.*]] = arith.cmpi eq, %[[place]], %[[turn]] : i32
// OLD:   %[[given:.*]] = arith.select %[[is_turn]], %{{.*}}, %c0_i64 : i64
// OLD:   %[[all:.*]] = dxil.wave_active_bit %[[given]] {kind = #dxil<wave_bit_kind or>} : (i64) -> i64
// OLD:   %[[is_later:.*]] = arith.cmpi ugt, %[[place]], %[[turn]] : i32
// OLD:   %[[combined:.*]] = arith.andi %[[carried]], %[[all]] : i64
// OLD:   %[[next:.*]] = arith.select %[[is_later]], %[[combined]], %[[carried]] : i64
// OLD:   scf.yield %[[next]] : i64
gpu.module @kernels {
wave.func @prefix_of_bits(%l: i64 {wave.element = ui64}) kernel num_threads(64, 1, 1) {
  %0 = wave.prefix and %l : i64
}
}

// -----

// CHECK-LABEL: llvm.func @multi_prefix
// NEW: dxil.wave_match %[[key:.*]] : (i32)
// NEW: dxil.wave_multi_prefix_op %{{.*}} {kind = #dxil<multi_prefix_kind sum>, signedness = #dxil<signedness signed>} : (f32, i32, i32, i32, i32) -> f32
// NEW: dxil.wave_multi_prefix_op %{{.*}} {kind = #dxil<multi_prefix_kind product>, signedness = #dxil<signedness unsigned>} : (i32, i32, i32, i32, i32) -> i32
// NEW: dxil.wave_multi_prefix_op %{{.*}} {kind = #dxil<multi_prefix_kind xor>, signedness = #dxil<signedness signed>} : (i32, i32, i32, i32, i32) -> i32
// NEW: dxil.wave_multi_prefix_bit_count %[[flag:.*]], %{{.*}} : (i1, i32, i32, i32, i32) -> i32
// NEW: %[[count:.*]] = dxil.wave_multi_prefix_bit_count %[[flag]], %{{.*}} : (i1, i32, i32, i32, i32) -> i32
// NEW: arith.cmpi ne, %[[count]], %c0_i32 : i32
// NEW-NOT: vector
// OLD: scf.while
// OLD-NOT: multi_prefix
gpu.module @kernels {
wave.func @multi_prefix(%key: i32 {wave.element = ui32}, %x: f32 {wave.element = f32}, %flag: i1 {wave.element = i1}) kernel num_threads(64, 1, 1) {
  %mask = wave.match %key : i32
  %0 = wave.multi_prefix add %x, %mask : f32
  %1 = wave.multi_prefix mul %key, %mask : i32
  %2 = wave.multi_prefix xor %key, %mask : i32
  %3 = wave.multi_prefix_count_bits %flag, %mask : i32
  %4 = wave.multi_prefix or %flag, %mask : i1
}
}
