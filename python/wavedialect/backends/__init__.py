"""A package for each backend: a target, a kind of device, or both.

The ``__init__`` of a backend defines ``TARGET``, ``DEVICES``, or both; ``wavedialect.driver.registry`` finds it. No code
outside a backend needs to know its name.
"""
