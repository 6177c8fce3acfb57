"""A room for each target and each kind of device: its name, its options, its compiles, its devices.

A room is a package here whose ``__init__`` has a ``TARGET``, ``DEVICES``, or both; ``wavedialect.driver.rooms`` finds
it. No code outside a room needs to know its name.
"""
