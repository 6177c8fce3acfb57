"""Wave matrices on Vulkan devices: the products of cooperative matrices that a device has, and those of a kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...errors import DeviceError, WaveError
from ...numbers import is_integer

#: M, N, K, and K for i8, which code has if nothing else is asked for: the sizes of most devices.
DEFAULT_TILE = (16, 16, 16, 32)
_BYTES = "i8"
_SIZES = tuple(2**n for n in range(2, 9))


def tile_of(properties: Any) -> tuple[int, ...]:
    """The sizes for kernels of this device: M, N, K, and K for i8. Empty for the default, also if the device has no
    product."""
    short = [product for product in properties.matrix_products if product[3] in ("f16", "bf16")]
    byte = [product for product in properties.matrix_products if product[3] == _BYTES]
    *wanted, depth, byte_depth = DEFAULT_TILE

    def chosen(products: Iterable[Any], sizes: list[int], depth: int) -> tuple[int, int, int] | None:
        """The product with these sizes, else the one with the most elements, whose depth is nearest."""
        ranked = sorted(
            products,
            key=lambda one: (list(one[:2]) == sizes, one[0] * one[1], -abs(one[2] - depth)),
        )
        return ranked[-1][:3] if ranked else None

    # f16 first: all matrices of a kernel have the same M and N.
    first = chosen(short, wanted, depth)
    if first is not None:
        wanted = list(first[:2])
        depth = first[2]
    second = chosen(byte, wanted, byte_depth)
    if second is not None and (first is None or list(second[:2]) == wanted):
        wanted = list(second[:2])
        byte_depth = second[2]
    tile = (*wanted, depth, byte_depth)
    return () if tile == DEFAULT_TILE else tile


def checked_tile(given: Any) -> tuple[int, ...]:
    """The sizes of ``Kernel.compile``."""
    if given is None:
        return ()
    sizes = tuple(given) if isinstance(given, (tuple, list)) else ()
    if len(sizes) != 4 or not all(is_integer(size) and size in _SIZES for size in sizes):
        fix = f"write M, N, K, and K for i8, each a power of two from 4 to 256, such as `matrix_tile={DEFAULT_TILE}`"
        raise WaveError(f"matrix_tile is {given!r}", fix)
    return sizes


def check_matrices(device: str, properties: Any, manifest: dict[str, Any]) -> None:
    """Checks that the device has the products of the kernel; the error names those that it has."""
    for asked in manifest.get("matrices", ()):
        if any(_covers(product, asked) for product in properties.matrix_products):
            continue
        raise DeviceError(
            f"device '{device}' does not multiply the matrices of kernel '{manifest['kernel']}', which need"
            f" {_described(asked)}; it has {_list(properties.matrix_products)}",
            "use another element, another device, or device='cpu'",
        )


def _covers(product: tuple[int, int, int, str, str], asked: dict[str, Any]) -> bool:
    has = dict(zip(("m", "n", "k", "element", "sum"), product, strict=True))
    return all(has[name] == value for name, value in asked.items())


def _described(product: dict[str, Any]) -> str:
    sizes = " x ".join(str(product.get(name, "any")) for name in ("m", "n", "k"))
    return f"{sizes} of {product.get('element', 'any element')} with a sum of {product.get('sum', 'any element')}"


def _list(products: Iterable[tuple[int, int, int, str, str]]) -> str:
    described = dict.fromkeys(
        _described(dict(zip(("m", "n", "k", "element", "sum"), product, strict=True))) for product in products
    )
    return ", ".join(described) or "no such product"
