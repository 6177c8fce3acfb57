"""Asks the plugin what MLIR's loader asks, from a process whose loader is not the MLIR that the plugin is made for."""

import ctypes
import sys


class PluginInfo(ctypes.Structure):
    """MLIR's DialectPluginLibraryInfo, and PassPluginLibraryInfo, which is the same."""

    _fields_ = [
        ("api_version", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_char_p),
        ("register", ctypes.c_void_p),
    ]


plugin = ctypes.CDLL(sys.argv[1])
for entry in ("mlirGetDialectPluginInfo", "mlirGetPassPluginInfo"):
    ask = getattr(plugin, entry)
    ask.restype = PluginInfo
    info = ask()
    print(entry, info.api_version, info.name.decode(), info.version.decode(), file=sys.stderr)
