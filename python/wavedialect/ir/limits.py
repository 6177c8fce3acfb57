"""Limits of the dialect, which the front end and the runtime apply without the compiler."""

#: The wave sizes of the dialect (`kMinWaveSize` to `kMaxWaveSize`).
ALL_SIZES = (4, 8, 16, 32, 64, 128)

#: The bytes of a table of constants (`kMostBytes` of `wave.lookup`).
MOST_TABLE_BYTES = 65536
