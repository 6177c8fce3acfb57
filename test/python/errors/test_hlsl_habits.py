"""HLSL code that kernels write differently: the help names the replacement."""

import numpy as np
import pytest

import wavedialect as wd
from wavedialect import u32


@pytest.mark.parametrize(
    ("member", "fix"),
    [
        ("Load(wd.int3(0, 0, 0))", "read a texel: `t[x, y]`"),
        ("SampleLevel(n, n)", "images have no sampler: read texels, `t[x, y]`"),
        ("GetDimensions(n, n)", "its width is `wd.image_size(t).x`"),
    ],
)
def test_members_of_textures(member, fix, refuse):
    text = f"""
        def kernel(t: wd.Texture2D[f32], out: wd.RWBuffer[f32], n: u32):
            out[0] = §t.{member}
    """
    refuse(text, "unknown-attribute", "has no", fix)


@pytest.mark.parametrize(
    ("member", "fix"),
    [
        ("Load(n)", "read an element, `out[i]`"),
        ("Length", "its length is `len(out)`"),
        ("GetDimensions(n, n)", "its length is `len(out)`"),
        ("Append(n)", "`out[wd.atomic_add(count, 0, u32(1))]` is the next element"),
        ("InterlockedAdd(n, n, n)", "did you mean `wd.atomic_add`?"),
    ],
)
def test_members_of_buffers(member, fix, refuse):
    text = f"""
        def kernel(out: wd.RWBuffer[u32], n: u32):
            out[0] = §out.{member}
    """
    refuse(text, "unknown-attribute", "has no", fix)


def test_atomics_on_images(refuse):
    text = """
        def kernel(t: wd.RWTexture2D[u32], n: u32):
            §wd.atomic_add(t, 0, n)
    """
    refuse(text, "image-coordinate", "an image has two coordinates, got 1", "write `wd.atomic_add(t, (x, y), value)`")


def test_atomics_on_images_of_floats(refuse):
    text = """
        def kernel(t: wd.RWTexture2D[f32], n: f32):
            §wd.atomic_add(t, (0, 0), n)
    """
    refuse(text, "atomic-type", "got RWTexture2D[f32]", "use an image of i32 or u32, or a `wd.RWBuffer`")


@pytest.mark.parametrize(
    ("model", "advised"), [("cs_6_6", "6.6"), ("6_8", "6.8"), (6.8, "6.8"), (6.1, "6.10"), ("new", "6.10")]
)
def test_shader_models(model, advised):
    with pytest.raises(wd.WaveError) as caught:

        @wd.kernel(num_waves=1, shader_model=model)
        def kernel(out: wd.RWBuffer[u32]):
            out[0] = 1

    assert f'`shader_model="{advised}"`' in str(caught.value)


def test_groups_as_three_arguments():
    @wd.kernel(num_waves=1)
    def fill(out: wd.RWBuffer[u32]):
        out[wd.wave_lane_index()] = 1

    with pytest.raises(wd.LaunchError, match=r"groups are one argument: `fill.dispatch\(\(x, y, z\), ...\)`"):
        fill.dispatch(1, 1, 1, np.zeros(128, np.uint32))
