// The implicit header of every shader.
#pragma GCC system_header
