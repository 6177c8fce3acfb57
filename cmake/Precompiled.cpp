// Only there to own the precompiled header.
