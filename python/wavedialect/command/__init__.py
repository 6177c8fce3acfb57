"""The command line: ``python -m wavedialect``, with one file per command. Only this package imports click; rich is
imported only here and in ``tuning.progress``."""
