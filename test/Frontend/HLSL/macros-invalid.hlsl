// RUN: not wave-hlsl %s -D VALUE=unknownValue 2>&1 | FileCheck %s

// An error in a macro is where it is used, with a note where it is defined.
#define ADD(x) (x + unknownMacro)
#define TWICE(x) ADD(x)

RWStructuredBuffer<uint> Out : register(u0);

[numWaves(1)]
void main() {
  // CHECK: :[[#@LINE+2]]:12: error: use of undeclared identifier 'unknownMacro' [hlsl-type]
  // CHECK: :4:21: note: expanded from macro 'ADD'
  Out[0] = ADD(1);
  // CHECK: :[[#@LINE+3]]:12: error: use of undeclared identifier 'unknownMacro' [hlsl-type]
  // CHECK: :4:21: note: expanded from macro 'ADD'
  // CHECK: :5:18: note: expanded from macro 'TWICE'
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
