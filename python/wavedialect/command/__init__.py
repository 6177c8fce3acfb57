"""The command line: ``python -m wavedialect``, one file a command. Only this package imports click; rich is also in ``tuning.progress``."""
