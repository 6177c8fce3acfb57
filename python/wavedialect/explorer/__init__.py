"""Writes one HTML page that shows a kernel at every stage of the compiler: source, wave IR after each pass, gpu, SPIR-V
and DXIL side by side, with linked lines. The page needs no server and loads no other files."""

from .page import write_bundle_page, write_page

__all__ = ["write_bundle_page", "write_page"]
