"""Wave matrices in kernels that are MLIR text."""

from __future__ import annotations

import numpy as np

import wavedialect as wd

TEXT = """
wave.func @f(%a: memref<?xi8> {wave.binding = #wave.binding<srv, si8>, wave.name = "a"},
             %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>, wave.name = "out"}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %l = wave.matrix_load row_major %a[%zero, %three] : memref<?xi8> -> !wave.matrix<3x3xi8, a>
  %r = wave.matrix_load column_major %a[%zero, %three] : memref<?xi8> -> !wave.matrix<3x3xi8, b>
  %c = wave.matrix_fill %three : i32 -> !wave.matrix<3x3xi32, acc>
  %d = wave.matrix_multiply_add %l, %r, %c : !wave.matrix<3x3xi8, a>, !wave.matrix<3x3xi8, b>, !wave.matrix<3x3xi32, acc>
  %e = wave.matrix_map %d, %three : !wave.matrix<3x3xi32, acc>, i32 -> !wave.matrix<3x3xi32, acc> {
  ^bb0(%x: i32, %y: i32):
    %negative = arith.muli %x, %y : i32
    %zero_again = arith.constant 0 : i32
    %z = arith.subi %zero_again, %negative : i32
    wave.matrix_yield %z : i32
  }
  %f = wave.matrix_row_reduce max %e : !wave.matrix<3x3xi32, acc>
  wave.matrix_store row_major %f, %out[%zero, %three] : !wave.matrix<3x3xi32, acc>, memref<?xi32>
}
"""


def test_a_kernel_of_text():
    kernel = wd.mlir(text=TEXT)
    a = np.array([1, -2, 3, -4, 5, -6, 7, -8, 100], np.int8)
    wide = a.reshape(3, 3).astype(np.int32)
    expected = np.repeat((-3 * (wide @ wide.T + 3)).max(axis=1), 3)
    for device in ("interpreter", "cpu"):
        out = np.zeros(9, np.int32)
        kernel.dispatch(1, a, out, device=device)
        np.testing.assert_array_equal(out, expected)
