"""The debugger: runs a kernel on the interpreter, wave by wave, and stops at statements."""
