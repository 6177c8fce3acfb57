// RUN: wave-test-opt %s --test-hoist-from-branches --loop-invariant-code-motion --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --test-hoist-from-branches --loop-invariant-code-motion --cse --canonicalize --test-wave-from-pure | not FileCheck %s

// An operation before a break sees the lanes that leave, one behind the loop sees all.
// microsoft/DirectXShaderCompiler#6222, shader-slang/slang
// tests/hlsl-intrinsic/active-mask/for-break.slang.

// CHECK-LABEL: wave.func @sum_before_break
wave.func @sum_before_break(%x: i32, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %true = arith.constant true
  // CHECK: scf.while
  %r:2 = scf.while (%go = %true, %seen = %c0) : (i1, i32) -> (i1, i32) {
    scf.condition(%go) %go, %seen : i1, i32
  } do {
  ^bb0(%go: i1, %seen: i32):
    %l = wave.lane_index : i32
    %leaves = arith.cmpi ult, %l, %n : i32
    // CHECK: scf.if
    // CHECK-NEXT: wave.reduce add
    %now = scf.if %leaves -> i32 {
      %s = wave.reduce add %x : i32
      scf.yield %s : i32
    } else {
      scf.yield %seen : i32
    }
    %stay = arith.xori %leaves, %true : i1
    scf.yield %stay, %now : i1, i32
  }
  // CHECK: %[[after:.*]] = wave.reduce add
  // CHECK: wave.return %{{.*}}, %[[after]]
  %after = wave.reduce add %x : i32
  wave.return %r#1, %after : i32, i32
}
