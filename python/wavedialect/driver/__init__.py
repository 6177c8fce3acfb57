"""Compiles front-end IR to artifacts: options, calls of the native compiler, its diagnostics, and bundles."""
