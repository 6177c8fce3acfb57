"""``wave-opt``, ``wave-translate``, ``wave-lsp-server`` and ``wave-hlsl``: each is a command that calls the extension
module, so that all of them share one LLVM. `tools` in the checkout builds the same as programs."""

from __future__ import annotations

import signal
import sys
from typing import Any, NoReturn

from .. import extensions
from ..errors import WaveError


def _run(module: Any, name: str) -> NoReturn:
    # The tool decides what an interrupt does, and a closed pipe; Python's own handlers would wait for its end.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    try:
        run = getattr(module(), name)
    except WaveError as error:
        sys.exit(str(error))
    sys.exit(run(sys.argv))


def wave_opt() -> NoReturn:
    _run(extensions.native, "wave_opt")


def wave_translate() -> NoReturn:
    _run(extensions.native, "wave_translate")


def wave_lsp_server() -> NoReturn:
    _run(extensions.native, "wave_lsp_server")


def wave_hlsl() -> NoReturn:
    _run(extensions.hlsl, "wave_hlsl")
