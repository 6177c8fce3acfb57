"""Which targets take the examples."""

from __future__ import annotations

ONLY_CPU_AND_CUDA = ("14-matrix-product", "15-attention")
"""Examples with pipes and wave matrices, which SPIR-V and DXIL refuse, and which HLSL cannot state. ``scripts/test`` skips them
on Vulkan."""
