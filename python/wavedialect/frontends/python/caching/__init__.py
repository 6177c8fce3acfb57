"""What the front end made of a kernel before, and what tells that the kernel is still the same."""
