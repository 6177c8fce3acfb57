"""A room for each target and each kind of device: what it is called, its options, its compiles, its devices.

A room is a package here whose ``__init__`` has a ``TARGET``, ``DEVICES``, or both; ``wavedialect.driver.rooms`` finds
it. Nothing outside of a room has to know its name.
"""
