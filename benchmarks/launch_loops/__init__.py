"""Loops of launches in C++, beside which ``benchmarks/launch.py`` times dispatches from Python."""
