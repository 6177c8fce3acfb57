// Owns the precompiled header.
