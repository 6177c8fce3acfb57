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


LOCAL = """
struct Item { uint a : 7; uint next() { return a + 1; } void set(uint value) { a = value; } };
struct Base { uint a : 3; };
struct Derived : Base { uint b : 5; float2 place; };
RWStructuredBuffer<uint> found;
RWStructuredBuffer<Derived> structs;
[[vk::push_constant]] Item pushed;
static Item kept = {5};
groupshared Item shared_items[4];
Item make() { Item item; item.a = 200; return item; }
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  Derived derived = structs[0];
  derived.b = i;
  derived.a = derived.b + 6;
  structs[i + 1] = derived;
  kept.set(130);
  found[0] = kept.next();
  found[1] = make().a;
  found[2] = pushed.next();
  shared_items[i] = (Item)0;
  shared_items[i].a = i * 40;
  GroupMemoryBarrierWithGroupSync();
  found[3 + i] = shared_items[(i + 1) % 4].a;
  Item local[3];
  local[i % 3].a = 3;
  local[1].a += 4;
  if (i == 0)
    found[7] = local[1].a;
  Item chosen = (Item)(i > 2 ? 1 : 0);
  if (i > 1)
    chosen = make();
  for (uint k = 0; k < 3; ++k)
    chosen.a += 30;
  if (i == 3)
    found[8] = chosen.a;
  found[9] = -kept.a;
  found[10] = kept.a ? 1 : 2;
  uint2 two = kept.a;
  found[11] = two.y;
  switch (kept.a) {
  case 2:
    found[12] = 1;
  }
}
"""


CONSTANTS = """
enum Kind { First, Second, Last = 5 };
struct Item { uint a : 4; int b : 5; uint whole; bool flag : 1; Kind kind : 8; };
struct Derived : Item { uint c : 3; Item items[2]; };
RWStructuredBuffer<int> found;
static const Item item = {17, 31, 17, true, Last}, other = {item.b, item.a, item.b, false, First};
static const uint a = item.a;
static const int b = item.b, sum = b + item.a + 1;
static const Derived derived = {{33, 15, 20, false, Last}, 12, {{18, 1, 2, true, First}, item}};
namespace Space { static const Item item = {19, 17, 3, true, Last}; static const uint a = item.a; }
template <typename T> int instantiated() {
  static const Item local = {18, 30, 4, true, Second}, again = {local.b, local.a, 0, true, First};
  static const T b = local.b;
  return b * 100 + again.a * 10 + again.b;
}
struct Methods {
  int get() {
    static const Item local = {18, 30, 4, true, Second};
    static const int b = local.b;
    return b;
  }
};
static const uint inner = derived.items[0].a + derived.items[1].a + derived.a;
[numthreads(1, 1, 1)]
void main() {
  uint n = 0;
  static const Item local = {18, 30, 4, true, Second};
  static const int localB = local.b;
  const Item copy = {20, 29, 5, true, Second};
  const int copyB = copy.b;
  found[n++] = a;
  found[n++] = b;
  found[n++] = sum;
  found[n++] = item.a + 1;
  found[n++] = item.whole;
  found[n++] = item.flag;
  found[n++] = item.kind == Last;
  found[n++] = other.a;
  found[n++] = other.b;
  found[n++] = derived.c;
  found[n++] = inner;
  found[n++] = Space::a;
  found[n++] = localB;
  found[n++] = local.a;
  found[n++] = copyB;
  found[n++] = copy.a;
  found[n++] = instantiated<int>();
  Methods methods;
  found[n++] = methods.get();
}
"""


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_bit_fields_of_constants(device):
    found = np.zeros(18, np.int32)
    wd.hlsl(text=CONSTANTS).dispatch(1, found=found, device=device)
    assert found.tolist() == [1, -1, 1, 2, 17, 1, 1, 15, 1, 4, 4, 3, -2, 2, -3, 4, -58, -2]


@pytest.mark.parametrize("device", ["cpu", "interpreter", "vulkan"])
def test_bit_fields_of_variables(device):
    kernel = wd.hlsl(text=LOCAL)
    dtype = kernel.parameters["structs"].element.dtype
    structs = np.zeros((5, dtype.itemsize // 4), np.uint32)
    structs[0, :2] = 0xFFFFFFF7, 0xFFFFFFE3
    found = np.zeros(13, np.uint32)
    kernel.dispatch(1, pushed={"a": 99}, found=found, structs=structs.reshape(-1).view(dtype), device=device)
    assert found.tolist() == [3, 72, 100, 40, 80, 120, 0, 4, 34, 2**32 - 2, 1, 2, 1]
    assert structs[1:, :2].tolist() == [[0xFFFFFFF0 | (i + 6) % 8, 0xFFFFFFE0 | i] for i in range(4)]


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
