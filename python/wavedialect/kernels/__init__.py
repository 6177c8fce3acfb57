"""The object that ``@wd.kernel`` returns, which compiles, launches, checks, lints and tunes a kernel."""
