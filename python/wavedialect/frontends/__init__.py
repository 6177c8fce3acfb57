"""The front ends, one for each language, which translate source code to IR, and the type rules that they share."""
