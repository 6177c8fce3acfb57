// RUN: wave-opt %s --split-input-file --verify-diagnostics

wave.func @too_few_types(%x: i32) {
  // expected-error @+1 {{'wave.print' op has 1 values and the types of 0 [record-types]}}
  wave.print "{}"(%x : i32) as []
  wave.return
}

// -----

wave.func @another_type(%x: i32) {
  // expected-error @+1 {{'wave.print' op states the type 'f32' for a value of type 'i32' [record-types]}}
  wave.print "{}"(%x : i32) as [f32]
  wave.return
}

// -----

wave.func @no_element(%i: i32) {
  %x = arith.index_castui %i : i32 to index
  // expected-error @+1 {{'wave.print' op takes i1, i16, i32, i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, got 'index' [element-type]}}
  wave.print "{}"(%x : index) as [index]
  wave.return
}

// -----

wave.func @type_of_an_assertion(%c: i1, %x: i64) {
  // expected-error @+1 {{'wave.assert' op states the type 'ui32' for a value of type 'i64' [record-types]}}
  wave.assert %c "c" "{}"(%x : i64) as [ui32] names []
  wave.return
}

// -----

wave.func @too_many_names(%c: i1, %x: i32) {
  // expected-error @+1 {{'wave.assert' op has 2 names for 1 values [assert-names]}}
  wave.assert %c "x < n" ""(%x : i32) as [ui32] names ["x", "n"]
  wave.return
}
