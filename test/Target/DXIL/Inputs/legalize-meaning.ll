; What DXIL's functions compute, in LLVM IR, and a program that calls @check with all triples of some numbers and prints
; what it hands to @print. So a module does the same before and after its legalization, or a test fails.

declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

define i32 @dx.op.unaryBits.i32(i32 %op, i32 %x) {
  %zero = icmp eq i32 %x, 0
  switch i32 %op, label %none [ i32 31, label %count
                                i32 32, label %low
                                i32 33, label %high ]
count:
  %c = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %c
low:
  %t = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %l = select i1 %zero, i32 -1, i32 %t
  ret i32 %l
high:
  %z = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %h = select i1 %zero, i32 -1, i32 %z
  ret i32 %h
none:
  unreachable
}

define i32 @dx.op.unaryBits.i64(i32 %op, i64 %x) {
  %zero = icmp eq i64 %x, 0
  switch i32 %op, label %none [ i32 31, label %count
                                i32 32, label %low
                                i32 33, label %high ]
count:
  %c = call i64 @llvm.ctpop.i64(i64 %x)
  %c32 = trunc i64 %c to i32
  ret i32 %c32
low:
  %t = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  %t32 = trunc i64 %t to i32
  %l = select i1 %zero, i32 -1, i32 %t32
  ret i32 %l
high:
  %z = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  %z32 = trunc i64 %z to i32
  %h = select i1 %zero, i32 -1, i32 %z32
  ret i32 %h
none:
  unreachable
}

define i32 @dx.op.unary.i32(i32 %op, i32 %x) {
  %r = call i32 @llvm.bitreverse.i32(i32 %x)
  ret i32 %r
}

define i64 @dx.op.unary.i64(i32 %op, i64 %x) {
  %r = call i64 @llvm.bitreverse.i64(i64 %x)
  ret i64 %r
}

define i32 @dx.op.binary.i32(i32 %op, i32 %a, i32 %b) {
  switch i32 %op, label %none [ i32 37, label %imax
                                i32 38, label %imin
                                i32 39, label %umax
                                i32 40, label %umin ]
imax:
  %r0 = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  ret i32 %r0
imin:
  %r1 = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  ret i32 %r1
umax:
  %r2 = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  ret i32 %r2
umin:
  %r3 = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  ret i32 %r3
none:
  unreachable
}

define i64 @dx.op.binary.i64(i32 %op, i64 %a, i64 %b) {
  switch i32 %op, label %none [ i32 37, label %imax
                                i32 38, label %imin
                                i32 39, label %umax
                                i32 40, label %umin ]
imax:
  %r0 = call i64 @llvm.smax.i64(i64 %a, i64 %b)
  ret i64 %r0
imin:
  %r1 = call i64 @llvm.smin.i64(i64 %a, i64 %b)
  ret i64 %r1
umax:
  %r2 = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  ret i64 %r2
umin:
  %r3 = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  ret i64 %r3
none:
  unreachable
}

declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.ceil.f32(float)
declare float @llvm.trunc.f32(float)
declare float @llvm.roundeven.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minnum.f32(float, float)

define float @dx.op.unary.f32(i32 %op, float %x) {
  switch i32 %op, label %none [ i32 6, label %fabs
                                i32 24, label %sqrt
                                i32 26, label %ne
                                i32 27, label %ni
                                i32 28, label %pi
                                i32 29, label %z ]
fabs:
  %r0 = call float @llvm.fabs.f32(float %x)
  ret float %r0
sqrt:
  %r1 = call float @llvm.sqrt.f32(float %x)
  ret float %r1
ne:
  %r2 = call float @llvm.roundeven.f32(float %x)
  ret float %r2
ni:
  %r3 = call float @llvm.floor.f32(float %x)
  ret float %r3
pi:
  %r4 = call float @llvm.ceil.f32(float %x)
  ret float %r4
z:
  %r5 = call float @llvm.trunc.f32(float %x)
  ret float %r5
none:
  unreachable
}

define float @dx.op.binary.f32(i32 %op, float %a, float %b) {
  %isMax = icmp eq i32 %op, 35
  br i1 %isMax, label %max, label %min
max:
  %r0 = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %r0
min:
  %r1 = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r1
}

define float @dx.op.tertiary.f32(i32 %op, float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd float %p, %c
  ret float %r
}

@numbers = internal constant [32 x i64] [i64 0, i64 1, i64 2, i64 3, i64 5, i64 7, i64 8, i64 24, i64 31, i64 32, i64 33, i64 63, i64 64, i64 127, i64 128, i64 255, i64 32768, i64 65535, i64 2147483647, i64 2147483648, i64 4294967295, i64 9223372036854775807, i64 -9223372036854775808, i64 -1, i64 1056964608, i64 3217031168, i64 1258291201, i64 2143289344, i64 2139095040, i64 4286578688, i64 3472883712, i64 1]
@sum = internal global i64 0
@format = internal constant [8 x i8] c"%016lx\0A\00"
declare i32 @printf(ptr, ...)
declare void @check(i64, i64, i64)

; The order of what was printed counts.
define void @print(i64 %x) {
  %old = load i64, ptr @sum
  %mixed = xor i64 %old, %x
  %new = mul i64 %mixed, 1099511628211
  store i64 %new, ptr @sum
  ret void
}

; A NaN is a NaN.
define void @print_float(float %x) {
  %bits = bitcast float %x to i32
  %nan = fcmp uno float %x, %x
  %one = select i1 %nan, i32 2143289344, i32 %bits
  %wide = zext i32 %one to i64
  call void @print(i64 %wide)
  ret void
}

define i32 @main() {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i1, %a.next ]
  %pi = getelementptr i64, ptr @numbers, i32 %i
  %x = load i64, ptr %pi
  br label %b
b:
  %j = phi i32 [ 0, %a ], [ %j1, %b.next ]
  %pj = getelementptr i64, ptr @numbers, i32 %j
  %y = load i64, ptr %pj
  br label %c
c:
  %k = phi i32 [ 0, %b ], [ %k1, %c ]
  %pk = getelementptr i64, ptr @numbers, i32 %k
  %z = load i64, ptr %pk
  call void @check(i64 %x, i64 %y, i64 %z)
  %k1 = add i32 %k, 1
  %k2 = icmp ult i32 %k1, 32
  br i1 %k2, label %c, label %b.next
b.next:
  %sum = load i64, ptr @sum
  call i32 (ptr, ...) @printf(ptr @format, i64 %sum)
  store i64 0, ptr @sum
  %j1 = add i32 %j, 1
  %j2 = icmp ult i32 %j1, 32
  br i1 %j2, label %b, label %a.next
a.next:
  %i1 = add i32 %i, 1
  %i2 = icmp ult i32 %i1, 32
  br i1 %i2, label %a, label %exit
exit:
  ret i32 0
}
