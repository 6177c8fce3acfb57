"""Which targets take the examples."""

from __future__ import annotations

WITH_MATRICES = ("14-matrix-product", "15-attention")
"""Examples with pipes and wave matrices: HLSL cannot state them, DXIL has matrices from Shader Model 6.10 on, and lavapipe has
none. ``scripts/test`` skips them on Vulkan."""
