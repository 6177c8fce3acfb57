"""One HTML page that shows a kernel on its way through the compiler: source, wave IR after each pass, gpu, SPIR-V and
DXIL beside each other, their lines linked. It needs no server and loads nothing."""

from .page import write_bundle_page, write_page

__all__ = ["write_bundle_page", "write_page"]
