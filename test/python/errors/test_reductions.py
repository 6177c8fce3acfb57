"""Reductions and votes of the wrong type."""

from __future__ import annotations


def test_bits_of_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            x = f32(n)
            out[0] = u32(§wd.wave_active_bit_or(x))
    """
    refuse(text, "reduce-bits-of-float", "`wave_active_bit_or` does not accept f32", "wave_active_max")


def test_sum_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_active_sum(n > 3)
    """
    refuse(text, "reduce-arithmetic-of-bool", "`wave_active_sum` does not accept bool", "wave_active_count_bits")


def test_prefix_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_prefix_sum(n > 3)
    """
    refuse(text, "reduce-arithmetic-of-bool", "`wave_prefix_sum`", "wave_prefix_count_bits")


def test_max_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§wd.wave_active_max(n > 3))
    """
    refuse(text, "reduce-arithmetic-of-bool", "`wave_active_max`", "wave_active_any_true")


def test_bits_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = u32(§wd.wave_active_bit_and(n > 3))
    """
    refuse(text, "reduce-bits-of-bool", "got bool", "wave_active_all_true")


def test_vote(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            if §wd.wave_active_any_true(n):
                out[0] = 1
    """
    refuse(text, "predicate-not-bool", "expects bool, got u32", "`n != 0`")


def test_ballot(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_active_ballot(n).x
    """
    refuse(text, "predicate-not-bool", "`wave_active_ballot`", "`n != 0`")


def test_count(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_active_count_bits(n & 1)
    """
    refuse(text, "predicate-not-bool", "`wave_active_count_bits`", "`(n & 1) != 0`")


def test_prefix_count(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §wd.wave_prefix_count_bits(n)
    """
    refuse(text, "predicate-not-bool", "`wave_prefix_count_bits`", "`n != 0`")
