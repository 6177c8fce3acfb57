"""Names and lines of the source in the module, on request."""

import re

import numpy as np
import pytest

import wavedialect as wd


@wd.kernel(num_waves=1)
def named(out: wd.RWBuffer[wd.u32]):
    lane = wd.wave_lane_index()
    out[lane] = wd.wave_active_sum(lane)


LINE = named.function.__code__.co_firstlineno + 3


@pytest.mark.parametrize("form", ["specialized", "fixed"])
def test_lines(form):
    stages = named.compile(debug_info=True, form=form).stages
    texts = [text for stage, text in stages.items() if stage.startswith("assembly")]
    assert len(texts) == (1 if form == "specialized" else 6)
    for text in texts:
        assert f'OpString "{__file__}"' in text
        assert re.search(rf"OpLine %\S+ {LINE} \d+\n", text)
    plain = named.compile(form=form).stages
    assert "OpLine" not in str(plain)


def test_the_module_does_the_same():
    """Run by hand, as a host without Python would."""
    from wavedialect import _vulkan
    from wavedialect.backends.spirv.device import native_bindings, native_buffers, settings
    from wavedialect.runtime.device import BufferArgument
    from wavedialect.runtime.launch_constants import pack_constants

    made = named.compile(debug_info=True)
    device = _vulkan.Device(0)
    size = device.properties.subgroup_size
    values = {"wave_size": size, **settings(device.properties)}
    manifest = made.manifest
    pipeline = device.load(
        made.module_at(size),
        manifest["entry_point"],
        native_bindings(manifest),
        manifest["constants"]["bytes"],
        {field["id"]: values[name] for name, field in manifest["specialization"].items()},
        size if device.properties.min_subgroup_size != device.properties.max_subgroup_size else 0,
        True,
    )
    found = np.zeros(size, np.uint32)
    arguments = [BufferArgument(device.alloc(found.nbytes), found.size)]
    device.launch(pipeline, native_buffers(arguments), pack_constants(manifest, arguments), (1, 1, 1))
    device.download(arguments[0].handle, found)
    np.testing.assert_array_equal(found, size * (size - 1) // 2)
    device.close()
