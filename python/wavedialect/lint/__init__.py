"""Lints: what is legal in a kernel and probably not meant, or slow. The compiler finds it (``wave-lint``); here is what
is set, what is ignored, and how it is told."""
