// RUN: not wave-hlsl %s -D VALUE=unknownValue 2>&1 | FileCheck %s --implicit-check-not="<hlsl>"
// RUN: not wave-hlsl %s -D 1=2 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: macros-invalid.hlsl: error: macro name must be an identifier [hlsl-syntax]

// An error in a macro is where it is used, with a note where it is defined.
#define ADD(x) (x + unknownMacro)
#define TWICE(x) ADD(x)

RWStructuredBuffer<uint> Out : register(u0);

[numWaves(1)]
void main() {
  // CHECK: :[[#@LINE+2]]:12: error: use of undeclared identifier 'unknownMacro' [hlsl-type]
  // CHECK: :6:21: note: expanded from macro 'ADD'
  Out[0] = ADD(1);
  // CHECK: :[[#@LINE+3]]:12: error: use of undeclared identifier 'unknownMacro' [hlsl-type]
  // CHECK: :6:21: note: expanded from macro 'ADD'
  // CHECK: :7:18: note: expanded from macro 'TWICE'
  Out[0] = TWICE(1);
  // The argument of a macro is the user's own text.
  // CHECK: :[[#@LINE+1]]:16: error: use of undeclared identifier 'argument' [hlsl-type]
  Out[0] = ADD(argument);
  // CHECK: :[[#@LINE+1]]:12: error: use of undeclared identifier 'unknownValue' [hlsl-type]
  Out[0] = VALUE;
  // A column counts the bytes before it, and the caret its characters.
  // CHECK: :[[#@LINE+3]]:21: error: use of undeclared identifier 'later' [hlsl-type]
  // CHECK-NEXT: {{^  /\* é \*/ Out\[0\] = later;}}
  // CHECK-NEXT: {{^                   \^}}
  /* é */ Out[0] = later;
#line 70 "other.hlsl"
  // CHECK: other.hlsl:71:12: error: use of undeclared identifier 'elsewhere' [hlsl-type]
  Out[0] = elsewhere;
}
