"""The result of a compile: the files to ship, the manifest that describes their launch, and all intermediate stages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from ..errors import InternalError, WaveError, public_entry
from ..immutable import immutable
from ..ir.module import KernelAttributes

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "manifest.json"
RECORDS = "records.json"
"""The file of a compile for a launch that describes what the kernel prints and checks."""


class Stages(Mapping[str, str]):
    """The stages of a compile by name, in order; printing shows all of them."""

    def __init__(self, stages: list[tuple[str, str]]) -> None:
        self._texts = dict(stages)

    def __getitem__(self, name: str) -> str:
        if name not in self._texts:
            raise KeyError(f"no stage '{name}'; the stages are {', '.join(self._texts)}")
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __str__(self) -> str:
        return "\n".join(f"// ----- {name} -----\n{text.rstrip()}\n" for name, text in self._texts.items())

    def __repr__(self) -> str:
        return f"<stages {', '.join(self._texts)}>"


@immutable
class Origin:
    """The input of a bundle's compile, for compiling it again and recording the passes."""

    target: str
    """The name of the target."""
    text: str
    """The front end's MLIR, with locations, or the user's replacement of a stage."""
    pipeline: str
    """The pipeline that ran on it; if each wave size has its own module, the pipeline of the first one."""
    sources: dict[str, str]
    """The text, as far as known, of each file that contains the kernel or its helpers."""
    attributes: KernelAttributes
    """The arguments of the kernel's decorator."""
    language: str = "python"
    """The name of the language in which the kernel was written."""


class Bundle:
    """A compiled kernel for one target."""

    def __init__(
        self,
        stages: list[tuple[str, str]],
        files: list[tuple[str, bytes]],
        kernel: str | None = None,
        wave_sizes: Sequence[int] = (),
        origin: Origin | None = None,
        remarks: Sequence[str] = (),
    ) -> None:
        """``kernel`` and ``wave_sizes`` replace the manifest's values, for bundles without a manifest."""
        self.origin = origin
        """The input of the compile; None if the bundle was not compiled here."""
        self.remarks = list(remarks)
        """The remarks of the passes: ``file:line:column: remark: text``."""
        self.stages = Stages(stages)
        """The text of each stage: ``wave``, ``gpu``, ``spirv``, ``assembly``; for Direct3D ``wave``, ``dxil``,
        ``llvm``, ``container``; for CUDA ``wave``, ``nvvm``, ``llvm``, ``ptx``; for the CPU ``wave``, ``simd``, ``llvm``, ``assembly``; for target "mlir" ``wave`` and
        ``result``. If each wave size has its own module and they differ, the names are like ``gpu.w8``."""
        self.files = dict(files)
        """The contents of each file by name."""
        self.manifest: dict[str, Any] = json.loads(self.files[MANIFEST]) if MANIFEST in self.files else {}
        """Describes how to launch the kernel; the schemas are ``manifest.schema.json``, and
        ``manifest.dxil.schema.json`` for Direct3D and ``manifest.ptx.schema.json`` for CUDA, next to this module. Empty for the CPU and for target "mlir"."""
        self.kernel: str = kernel or self.manifest["kernel"]
        """The kernel's name."""
        self._wave_sizes = list(wave_sizes or self.manifest.get("wave_sizes", ()))

    @property
    def wave_sizes(self) -> list[int]:
        """The wave sizes at which the kernel can run, ascending; empty: any size of the device (``num_threads``)."""
        return list(self._wave_sizes)

    def module_at(self, wave_size: int) -> bytes:
        """The code for a wave size."""
        if f"{self.kernel}.o" in self.files:
            return self.files[f"{self.kernel}.o"]
        if not self.manifest:
            from .registry import code_target_choice

            fix = f"compile it with {code_target_choice()}"
            raise WaveError(f"the bundle of kernel '{self.kernel}' has no code", fix)
        name = self.manifest["module"] or self.manifest["modules"].get(str(wave_size))
        if name is None:
            sizes = ", ".join(self.manifest["modules"])
            raise WaveError(
                f"the bundle of kernel '{self.kernel}' has no module for {wave_size} lanes", f"it has {sizes}"
            )
        return self.files[name]

    def with_preferred_wave_size(self, prefer: str) -> Bundle:
        """The same bundle with a manifest that prefers the smallest ("small") or the largest ("large") wave size."""
        choose = min if prefer == "small" else max
        return self.preferring(choose(self.wave_sizes, default=None))

    def preferring(self, wave_size: int | None) -> Bundle:
        """The same bundle with a manifest that prefers that wave size."""
        manifest = dict(self.manifest, preferred_wave_size=wave_size)
        files = dict(self.files)
        files[MANIFEST] = _text(manifest)
        return Bundle(list(self.stages.items()), list(files.items()), origin=self.origin, remarks=self.remarks)

    @public_entry
    def save(self, directory: str | Path) -> None:
        """Writes the files into ``directory``, which is created if missing; existing files are replaced atomically
        after all files have been written."""
        _write(directory, self.files)

    @public_entry
    def dump(self, directory: str | Path) -> None:
        """Writes the files and the stages into ``directory``: ``0-wave.mlir``, ``3-assembly.spvasm``. An MLIR stage can
        be edited there and passed to ``Kernel.compile`` as one of its ``stage_files``."""
        from .dumps import stage_files

        target = self.origin.target if self.origin else self.manifest.get("target", "")
        files = {**self.files, **stage_files(target, self.stages.items())}
        _write(directory, files)

    def passes(self) -> list[Any]:
        """The kernel after each pass that changed it, preceded by the input: each entry has ``name``, ``text``,
        ``places`` and ``groupshared``, described at ``RecordedPass``. Runs the passes again."""
        if self.origin is None:
            raise WaveError("this bundle was not compiled here, so its passes are not known", "compile the kernel")
        from ..extensions import native

        return native().record_passes(self.origin.text, self.origin.pipeline).passes

    def explore(self, path: str | Path | None = None) -> Path:
        """Writes a page that shows the kernel from source to binary with linked lines into ``path``, by default
        ``<kernel>.html`` in the current directory, and returns the path. It needs no server; any browser opens it."""
        from ..explorer import write_bundle_page

        return write_bundle_page(self, path)

    def __repr__(self) -> str:
        return f"<bundle of kernel '{self.kernel}': {', '.join(self.files)}>"


#: Keys that differ between wave sizes: lists are joined, flags are united, numbers take the maximum.
_JOINED = {
    "capabilities", "feature_flags", "features", "groupshared_bytes", "lanes_per_group", "modules", "payload",
    "preferred_wave_size", "wave_sizes",
}  # fmt: skip

#: Keys that are those of the wave size with the most constants.
_CONSTANTS = {"constants", "root_constants"}


def one_a_size(at_size: Mapping[int, Bundle]) -> Bundle:
    """Combines the bundles of the wave sizes into one bundle with a module per wave size."""
    # A size at which the kernel does not read the number of groups lacks that constant, which is the last one.
    first = max(at_size.values(), key=lambda bundle: len(bundle.manifest["constants"]["fields"]))
    files: dict[str, bytes] = {}
    joined: dict[str, Any] = {key: copy(first.manifest[key]) for key in _JOINED & first.manifest.keys()}
    joined["modules"] = {}
    for size, bundle in at_size.items():
        manifest = bundle.manifest
        for key in first.manifest.keys() - _JOINED - _CONSTANTS:
            if manifest[key] != first.manifest[key]:
                raise InternalError(f"the modules of kernel '{manifest['kernel']}' differ in their {key}")
        name = manifest["modules"][str(size)]
        joined["modules"][str(size)], files[name] = name, bundle.files[name]
        # The same at each size.
        files |= {RECORDS: bundle.files[RECORDS]} if RECORDS in bundle.files else {}
        joined["groupshared_bytes"] = max(joined["groupshared_bytes"], manifest["groupshared_bytes"])
        joined["wave_sizes"] = sorted({*joined["wave_sizes"], *manifest["wave_sizes"]})
        joined["lanes_per_group"] |= manifest["lanes_per_group"]
        joined["preferred_wave_size"] = joined["preferred_wave_size"] or manifest["preferred_wave_size"]
        # Their order is the same in all manifests.
        for key in {"capabilities", "features"} & joined.keys():
            joined[key] = list(dict.fromkeys(joined[key] + manifest[key]))
        if "feature_flags" in joined:
            joined["feature_flags"] |= manifest["feature_flags"]
    if joined.get("payload"):
        joined["payload"] = _joined_payload({size: bundle.manifest["payload"] for size, bundle in at_size.items()})
    stages = []
    for stage in dict.fromkeys(stage for bundle in at_size.values() for stage in bundle.stages):
        # A size that began at a later stage lacks the earlier ones.
        texts = {size: bundle.stages[stage] for size, bundle in at_size.items() if stage in bundle.stages}
        if len(texts) == len(at_size) and len(set(texts.values())) == 1:
            stages.append((stage, first.stages[stage]))
        else:
            stages += [(f"{stage}.w{size}", text) for size, text in texts.items()]
    remarks = dict.fromkeys(remark for bundle in at_size.values() for remark in bundle.remarks)
    manifest_text = _text({**first.manifest, **joined})
    return Bundle(stages, [*files.items(), (MANIFEST, manifest_text)], origin=first.origin, remarks=list(remarks))


def _joined_payload(payloads: Mapping[int, dict[str, Any]]) -> dict[str, Any]:
    """The largest payload, with the length at each wave size if they differ: a mesh shader must declare its payload."""
    largest = max(payloads.values(), key=lambda payload: payload["elements"])
    lengths = {str(size): payload["elements"] for size, payload in payloads.items()}
    return largest if len(set(lengths.values())) == 1 else {**largest, "elements_by_wave_size": lengths}


def _write(directory: Any, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder."""
    # A launch, which imports this module, does not write files.
    from ..folder import checked_path, write_whole

    folder = checked_path("directory", directory)
    try:
        write_whole(folder, files)
    except (FileExistsError, NotADirectoryError, PermissionError) as error:
        reason = f"{error.strerror}: '{error.filename}'"
        raise WaveError(f"the files cannot be written into '{folder}': {reason}", "name another folder") from None


def _text(manifest: dict[str, Any]) -> bytes:
    return (json.dumps(manifest, indent=2, sort_keys=True) + "\n").encode()
