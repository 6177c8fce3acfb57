"""An array argument as the user passed it: its name in messages, and the code that converts it to a valid argument.

A kernel's results must not be lost in a copy. If the kernel writes to the array, the advice is therefore to copy the
results back after the launch or, where that is impossible, to continue with the copy.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np

from ..errors import LaunchError
from ..immutable import immutable


@immutable
class PassedArray:
    """An array passed for the parameter ``name``, and whether the kernel writes to it."""

    name: str
    value: Any
    written: bool = False
    subject: str = ""
    """Its name in messages, if it is not a kernel argument."""
    code: str = ""
    """The code for the argument, if it is not the name."""

    def __str__(self) -> str:
        return self.subject or f"argument '{self.name}'"

    @property
    def written_code(self) -> str:
        """The code for the argument."""
        return self.code or self.name

    def read_only(self) -> LaunchError:
        """The error for a read-only array of a parameter that kernels may write to."""
        message = f"{self} is read-only, but the kernel takes it as a buffer that it may write to"
        return LaunchError(f"{message}; one that it only reads is a `wd.Buffer`", self.copied())

    # Advice, with the code that fixes the argument.

    def converted(self, dtype: Any) -> str:
        """Advises an array of another element type, which is also contiguous and aligned; ``dtype`` is the name of
        NumPy's type, or the code for a dtype."""
        code = dtype if "." in str(dtype) or str(dtype) == "bool" else f"np.{dtype}"
        if is_tensor(self.value):
            more = "" if self.value.is_contiguous() else ".contiguous()"
            return self.replaced(f"{self.written_code}.to(torch.{dtype}){more}")
        if is_device_array(self.value):
            return self.replaced(f"wd.array({self.written_code}.numpy().astype({code}), {self.written_code}.device)")
        if is_cuda_array(self.value) or isinstance(self.value, np.ndarray) and self.value.flags.c_contiguous:
            return self.replaced(f"{self.written_code}.astype({code})")
        return self.replaced(f"np.ascontiguousarray({self._numpy}, {code})")

    def contiguous(self) -> str:
        """Advises a contiguous array."""
        if is_tensor(self.value):
            return self.replaced(f"{self.written_code}.contiguous()")
        if is_cuda_array(self.value):
            return self.copied()
        return self.replaced(f"np.ascontiguousarray({self._numpy})")

    def copied(self) -> str:
        """Advises a copy of the array."""
        return self.replaced(self.copy)

    def reshaped(self, shape: str) -> str:
        """Advises another shape for the array, which is contiguous."""
        if is_device_array(self.value):
            copy = f"wd.array({self.written_code}.numpy().reshape({shape}), {self.written_code}.device)"
            back = f"{self.written_code}.copy_from({self._copied}.numpy().reshape({self.written_code}.shape))"
            return self._replaced(copy, back)
        # Both return a view of a contiguous array.
        code = self.written_code if is_tensor(self.value) or is_cuda_array(self.value) else self._numpy
        return f"pass `{code}.reshape({shape})`"

    def padded(self, channels: int, wanted: int) -> str:
        """Advises an image with more channels, which are 0, for an image of shape (height, width, channels)."""
        more = wanted - channels
        if is_device_array(self.value):
            copy = f"wd.array(np.pad({self.written_code}.numpy(), ((0, 0), (0, 0), (0, {more}))), {self.written_code}.device)"
            back = f"{self.written_code}.copy_from(np.ascontiguousarray({self._copied}.numpy()[..., :{channels}]))"
            return self._replaced(copy, back)
        if is_tensor(self.value):
            code = f"torch.nn.functional.pad({self.written_code}, (0, {more}))"
            return self._replaced(code, f"{self.written_code}.copy_({self._copied}[..., :{channels}])")
        back = f"{self._numpy}[...] = {self._copied}[..., :{channels}]"
        code = f"np.pad({self._numpy}, ((0, 0), (0, 0), (0, {more})))"
        return self._replaced(code, back if _is_writable_view(self.value) else None)

    def moved(self, device: str) -> str:
        """Advises a copy of a device array on another device; ``device`` is the code that names it."""
        if not is_device_array(self.value):
            # An array of another library, whose `copy_from` does not exist.
            back = (
                f"{self.written_code}.copy_(torch.from_numpy({self._copied}.numpy()))"
                if is_tensor(self.value)
                else None
            )
            return self._replaced(f"wd.array({self.written_code}, {device})", back)
        return self._replaced(
            f"wd.array({self.written_code}, {device})", f"{self.written_code}.copy_from({self._copied})"
        )

    def separated(self) -> str:
        """Advises a copy of the array, because another argument overlaps it."""
        if self.written:
            return f"let each have its own results: `{self.written_code} = {self.copy}`"
        return f"pass a copy of the one that is only read: `{self.copy}`"

    @property
    def copy(self) -> str:
        """The code that copies the array."""
        if is_tensor(self.value):
            return f"{self.written_code}.clone()"
        if is_device_array(self.value):
            return f"wd.array({self.written_code}, {self.written_code}.device)"
        return f"{self.written_code}.copy()" if is_cuda_array(self.value) else f"{self._numpy}.copy()"

    def replaced(self, code: str) -> str:
        """Advises the result of ``code`` instead."""
        return self._replaced(code, self._copy_back() if self.written else None)

    def _replaced(self, code: str, back: str | None) -> str:
        """``back`` is the code that copies the results back; None if that is impossible."""
        if not self.written:
            return f"pass `{code}`"
        if back is None:
            return f"pass a copy, which then has the results: `{self.written_code} = {code}`"
        return f"pass a copy, and after the launch copy the results back: `{self._copied} = {code}`, then `{back}`"

    @property
    def _copied(self) -> str:
        # A part of an array or struct of resources, such as `q[1]`, is no variable's name.
        return re.sub(r"\W+", "_", f"{self.name} copy").lstrip("_")

    @property
    def _numpy(self) -> str:
        """The code for a value that NumPy functions accept in place of the array."""
        if isinstance(self.value, (np.ndarray, list, tuple)) or is_device_array(self.value):
            return self.written_code
        return f"np.{_reader(self.value).__name__}({self.written_code})"

    def _copy_back(self) -> str | None:
        name, copied = self.written_code, self._copied
        if is_tensor(self.value):
            return f"{name}.copy_({copied})"
        if is_device_array(self.value):
            return f"{name}.copy_from({copied}.numpy().astype({name}.dtype))"
        if isinstance(self.value, list):
            return f"{name}[:] = {copied}.tolist()"
        if is_cuda_array(self.value):
            return f"{name}[...] = {copied}"
        return f"{self._numpy}[...] = {copied}" if _is_writable_view(self.value) else None

    def as_array(self, dtype: Any) -> str:
        """Advises an array instead of another value, such as a list."""
        try:
            usable = np.asarray(self.value, dtype).ndim > 0
        except Exception:  # noqa: BLE001, whatever the value's own methods raise
            usable = False
        if not usable:
            # The counter of a buffer is one number.
            size = 1 if self.name.endswith(".counter") else 64
            return f"pass a NumPy array, such as `np.zeros({size}, np.{dtype})`, or one made by `wd.array`"
        return self.replaced(f"np.ascontiguousarray({self._numpy}, np.{dtype})")


def kind_of(value: Any) -> str:
    """The type of a value, with an article."""
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def is_tensor(value: Any) -> bool:
    """Returns whether it is a PyTorch tensor; a caller that passes one has already imported PyTorch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def is_device_array(value: Any) -> bool:
    """Returns whether ``wd.array`` or ``wd.empty`` made the array; only those arrays have this method."""
    return hasattr(value, "copy_from")


def is_cuda_array(value: Any) -> bool:
    """Returns whether another library's array is in the memory of a GPU, where NumPy cannot view it."""
    return not is_device_array(value) and hasattr(value, "__cuda_array_interface__")


def _reader(value: Any) -> Any:
    """Returns the NumPy function that converts another library's array."""
    return np.asarray if hasattr(value, "__array_interface__") or not hasattr(value, "__dlpack__") else np.from_dlpack


def _is_writable_view(value: Any) -> bool:
    """Returns whether NumPy views the array's own memory, and may write to it."""
    try:
        view, again = _reader(value)(value), _reader(value)(value)
        return bool(view.flags.writeable and np.may_share_memory(view, again))
    except Exception:  # noqa: BLE001, as above
        return False
