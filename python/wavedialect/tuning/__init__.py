"""Measures a kernel in many configurations, keeps what came out, and launches the best.

``configurations`` says what can be chosen, ``variants`` makes the kernel of a choice, ``subjects`` makes it ready on a
device, ``measuring`` times all of them in turns, ``keeping`` knows what was measured before, ``workers`` lets others
compile and measure, ``results`` is the table and ``picture`` draws it; ``tune`` and ``tuned`` are what users call.
"""
