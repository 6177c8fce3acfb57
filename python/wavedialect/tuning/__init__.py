"""Measures a kernel in many configurations, keeps the results, and launches the best configuration.

``configurations`` defines the choices; ``variants`` makes the kernel of a configuration; ``subjects`` prepares it on a
device; ``measuring`` times all candidates in turns; ``keeping`` stores and finds earlier measurements; ``workers``
compiles and measures through executors; ``table`` is the table of results and ``picture`` draws it. Users call ``tune``
and ``tuned``.
"""
