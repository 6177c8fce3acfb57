"""Bit-fields: read, written and passed, in buffers, constant buffers, groupshared and local variables."""

import numpy as np
import pytest

import wavedialect as wd

SHADER = """
enum Kind { First, Second, Last = 5 };
struct Item { uint a : 4; uint b : 12; int c : 20; uint plain; bool flag : 1; Kind kind : 8; uint : 4; uint d : 3; };
struct Outer { Item item; float scale; };
StructuredBuffer<Item> input;
RWStructuredBuffer<Item> items;
RWStructuredBuffer<int> found;
cbuffer Constants { Outer outer; };
ByteAddressBuffer raw;
groupshared Item shared_items[2];
static const Item constant = {17, 2, -3, 4, true, Last, 9};

uint sum(Item item) { return item.a + item.b; }
void change(inout Item item, out uint bits) { item.c = -1; bits = 4097; }

[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  found[n++] = input[0].a;
  found[n++] = input[0].b;
  found[n++] = input[0].c;
  found[n++] = input[0].flag ? 10 : 20;
  found[n++] = input[0].kind == Last;
  found[n++] = input[0].d;
  found[n++] = outer.item.c + (int)outer.scale;
  found[n++] = (input[0].a - 5) / 2 == 0x7fffffff;
  items[0].a = 19;
  items[0].c += 5;
  items[0].b++;
  found[n++] = items[0].b--;
  found[n++] = (items[0].d = 12);
  Item local = input[0];
  local.plain = 70000;
  change(local, local.b);
  items[1] = local;
  Item made = {17, 2, -3, 4, true, Second, 9};
  shared_items[1] = made;
  shared_items[1].kind = Last;
  items[2] = shared_items[1];
  items[3] = (Item)0;
  found[n++] = sum(made) + sum(constant);
  found[n++] = raw.Load<Item>(0).c;
  Outer whole = outer;
  whole.item.flag = false;
  items[4] = whole.item;
}
"""


def pack(a, b, c, plain, flag, kind, gap, d):
    return [a | b << 4, c & 0xFFFFF, plain, flag | kind << 1 | gap << 9 | d << 13]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_bit_fields(device):
    kernel = wd.hlsl(text=SHADER)
    dtype = kernel.parameters["items"].element.dtype
    assert dtype.names == ("a_b", "c", "plain", "flag_kind_d")
    first = pack(2, 3000, -7, 9, 1, 5, 0xF, 6)
    item = np.array(first, np.uint32)
    items = np.zeros((5, 4), np.uint32)
    items[0] = pack(1, 4095, 2, 3, 0, 1, 5, 7)
    found = np.zeros(16, np.int32)
    constants = np.zeros(8, np.uint32)
    constants[:4] = first
    constants[4] = np.float32(2.5).view(np.uint32)
    kernel.dispatch(
        1,
        input=item.view(dtype),
        items=items.reshape(-1).view(dtype),
        found=found,
        Constants=constants.tobytes(),
        raw=item,
        device=device,
    )
    assert found[:12].tolist() == [2, 3000, -7, 10, 1, 6, -5, 0, 0, 4, 6, -7]
    assert items.tolist() == [
        pack(3, 4095, 7, 3, 0, 1, 5, 4),
        pack(2, 1, -1, 70000, 1, 5, 0xF, 6),
        pack(1, 2, -3, 4, 1, 5, 0, 1),
        [0, 0, 0, 0],
        pack(2, 3000, -7, 9, 0, 5, 0xF, 6),
    ]
