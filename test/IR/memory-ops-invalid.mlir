// RUN: wave-opt %s -verify-diagnostics -split-input-file

wave.func @groupshared_place_c1(%p: i1 {wave.element = i1}) kernel num_waves(1) {
  scf.if %p {
    // expected-error@+1 {{'wave.groupshared' op must be in the kernel's own block, outside of control flow: move it up [groupshared-place]}}
    %0 = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  }
}

// -----

wave.func @groupshared_without_space_c2() kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64 in address space workgroup, got 'memref<4xi32>' [groupshared-type]}}
  %0 = wave.groupshared : memref<4xi32>
}

// -----

wave.func @groupshared_private_c2() kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64 in address space workgroup, got 'memref<4xi32, #gpu.address_space<private>>' [groupshared-type]}}
  %0 = wave.groupshared : memref<4xi32, #gpu.address_space<private>>
}

// -----

wave.func @groupshared_of_booleans_c2() kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64 in address space workgroup, got 'memref<4xi1, #gpu.address_space<workgroup>>' [groupshared-type]}}
  %0 = wave.groupshared : memref<4xi1, #gpu.address_space<workgroup>>
}

// -----

wave.func @groupshared_of_rank_two_c2() kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must be a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64 in address space workgroup, got 'memref<4x4xi32, #gpu.address_space<workgroup>>' [groupshared-type]}}
  %0 = wave.groupshared : memref<4x4xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @groupshared_without_length_c3() kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must have a length operand if its length is dynamic, and none otherwise [groupshared-size]}}
  %0 = wave.groupshared : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @groupshared_with_two_lengths_c3(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.groupshared' op must have a length operand if its length is dynamic, and none otherwise [groupshared-size]}}
  %0 = wave.groupshared(%n) : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @atomic_kind_c1(%b: memref<?xi32>, %v: i32) {
  %i = arith.index_castui %v : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op cannot combine 'i32' by 'mul': atomics of integers are add, and, or, xor, minsi, minui, maxsi and maxui [atomic-kind]}}
  %0 = wave.atomic_rmw mul %v, %b[%i] : memref<?xi32>
}

// -----

wave.func @integer_kind_of_float_c1(%b: memref<?xf32>, %v: f32, %n: i32) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op cannot combine 'f32' by 'minsi': atomics of floats are add, minnumf and maxnumf [atomic-kind]}}
  %0 = wave.atomic_rmw minsi %v, %b[%i] : memref<?xf32>
}

// -----

wave.func @float_kind_of_integer_c1(%b: memref<?xi32>, %v: i32) {
  %i = arith.index_castui %v : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op cannot combine 'i32' by 'maxnumf': atomics of integers are add, and, or, xor, minsi, minui, maxsi and maxui [atomic-kind]}}
  %0 = wave.atomic_rmw maxnumf %v, %b[%i] : memref<?xi32>
}

// -----

wave.func @atomic_of_half_c2(%b: memref<?xf16>, %v: f16, %n: i32) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'f16' and 'memref<?xf16>' [atomic-element]}}
  %0 = wave.atomic_rmw add %v, %b[%i] : memref<?xf16>
}

// -----

wave.func @atomic_of_other_element_c2(%b: memref<?xf32>, %v: i32) {
  %i = arith.index_castui %v : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'i32' and 'memref<?xf32>' [atomic-element]}}
  %0 = "wave.atomic_rmw"(%v, %b, %i) <{kind = #gpu<all_reduce_op add>}> : (i32, memref<?xf32>, index) -> i32
}

// -----

wave.func @atomic_of_local_array_c3(%v: i32) {
  %i = arith.index_castui %v : i32 to index
  %local = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{'wave.atomic_rmw' op works on a buffer or groupshared memory: a local array belongs to one lane, use a load and a store [atomic-memory]}}
  %0 = wave.atomic_rmw add %v, %local[%i] : memref<4xi32>
}

// -----

wave.func @unknown_scope() {
  // expected-error@+1 {{unknown keyword 'world'}}
  wave.barrier world sync
}

// -----

wave.func @atomic_of_short_c2(%b: memref<?xi16>, %v: i16, %n: i32) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{'wave.atomic_rmw' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'i16' and 'memref<?xi16>' [atomic-element]}}
  %0 = wave.atomic_rmw add %v, %b[%i] : memref<?xi16>
}

// -----

wave.func @exchange_of_half_c1(%b: memref<?xf16>, %v: f16, %n: i32) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{'wave.atomic_exchange' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'f16' and 'memref<?xf16>' [atomic-element]}}
  %0 = wave.atomic_exchange %v, %b[%i] : memref<?xf16>
}

// -----

wave.func @cas_of_half_c1(%b: memref<?xf16>, %v: f16, %n: i32) {
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{'wave.atomic_cas' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'f16' and 'memref<?xf16>' [atomic-element]}}
  %0 = wave.atomic_cas %v, %v, %b[%i] : memref<?xf16>
}

// -----

wave.func @exchange_of_local_array_c2(%v: i32) {
  %i = arith.index_castui %v : i32 to index
  %local = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{'wave.atomic_exchange' op works on a buffer or groupshared memory: a local array belongs to one lane, use a load and a store [atomic-memory]}}
  %0 = wave.atomic_exchange %v, %local[%i] : memref<4xi32>
}

// -----

wave.func @cas_of_local_array_c2(%v: i32) {
  %i = arith.index_castui %v : i32 to index
  %local = memref.alloca() : memref<4xi32>
  // expected-error@+1 {{'wave.atomic_cas' op works on a buffer or groupshared memory: a local array belongs to one lane, use a load and a store [atomic-memory]}}
  %0 = wave.atomic_cas %v, %v, %local[%i] : memref<4xi32>
}

// -----

wave.func @wide_atomic_on_groupshared_c2(%v: i64) {
  %i = arith.constant 0 : index
  %array = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'wave.atomic_rmw' op expects i32, i64, f32 or f64 and memory of the same type, or i64 and a buffer of i32, got 'i64' and 'memref<4xi32, #gpu.address_space<workgroup>>' [atomic-element]}}
  %0 = wave.atomic_rmw add %v, %array[%i] : i64, memref<4xi32, #gpu.address_space<workgroup>>
}
