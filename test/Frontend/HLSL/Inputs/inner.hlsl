uint inner() { return 1; }
