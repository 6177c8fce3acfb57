"""From the IR of a front end to an artifact: options, the calls of the native compiler, its diagnostics, and bundles."""
