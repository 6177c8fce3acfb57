"""What ``@wd.kernel`` returns: one object that compiles, launches, checks, lints and tunes a kernel."""
