"""The command line: ``python -m wavedialect``, one file a command. Only this package imports click and rich."""
