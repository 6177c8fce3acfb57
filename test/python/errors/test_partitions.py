"""Masks and values of multi-prefix operations."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("mask", ["n", "n3", "1", "f4"])
def test_mask(refuse, mask):
    text = f"""
        def kernel(out: wd.RWBuffer[u32], n: u32, n3: wd.uint3, f4: wd.float4):
            out[0] = §wd.wave_multi_prefix_sum(n, {mask})
    """
    refuse(
        text,
        "mask-type",
        "the mask of `wave_multi_prefix_sum` must be a uint4, got",
        "pass the lanes of one key: `wd.wave_match(",
    )


def test_mask_of_a_count(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32, p: bool):
            out[0] = §wd.wave_multi_prefix_count_bits(p, n)
    """
    refuse(
        text, "mask-type", "the mask of `wave_multi_prefix_count_bits`", "pass the lanes of one key: `wd.wave_match("
    )


def test_sum_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], p: bool, m: wd.uint4):
            out[0] = §wd.wave_multi_prefix_sum(p, m)
    """
    refuse(text, "reduce-arithmetic-of-bool", "`wave_multi_prefix_sum`", "`wd.wave_multi_prefix_count_bits`")


def test_bits_of_bool(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], p: bool, m: wd.uint4):
            out[0] = §wd.wave_multi_prefix_bit_or(p, m)
    """
    refuse(text, "reduce-bits-of-bool", "`wave_multi_prefix_bit_or`", "`wd.wave_multi_prefix_count_bits`")


def test_bits_of_float(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], v: wd.float2, m: wd.uint4):
            x = §wd.wave_multi_prefix_bit_and(v, m)
    """
    refuse(text, "reduce-bits-of-float", "`wave_multi_prefix_bit_and` does not accept float2", "for integers")


def test_count_of_numbers(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32, m: wd.uint4):
            out[0] = §wd.wave_multi_prefix_count_bits(n, m)
    """
    refuse(text, "predicate-not-bool", "expects bool, got u32", "`n != 0`")


def test_match_of_a_tuple(refuse):
    text = """
        def kernel(out: wd.RWBuffer[u32], n: u32, x: f32):
            out[0] = §wd.wave_match((n, x)).x
    """
    refuse(text, "tuple-as-value", "`wave_match` takes one value", "")


def test_vote_of_a_vector(refuse):
    text = """
        def kernel(v: wd.bool3):
            p = §wd.wave_active_any_true(v)
    """
    refuse(text, "predicate-not-bool", "expects bool, got bool3", "`wd.any(v)` or `wd.all(v)`")
