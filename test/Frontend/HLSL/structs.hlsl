// RUN: wave-hlsl %s | FileCheck %s

struct Base {
  float3 position;
  uint id;
  uint doubled() { return 2 * id; }
  void set(uint value) { id = value; }
};
struct Item : Base {
  float weights[3];
  bool used;
};

// Words have the width of the smallest scalar; hosts get the layout.
// CHECK: memref<?xi32> {wave.binding = #wave.binding<uav, 1, 2, ui32>, wave.name = "items",
// CHECK-SAME: wave.struct = {bytes = 32 : i64, fields = [
// CHECK-SAME: {components = 3 : i64, element = "f32", name = "position", offset = 0 : i64}
// CHECK-SAME: {components = 1 : i64, element = "f32", name = "weights[1]", offset = 20 : i64}
// CHECK-SAME: {components = 1 : i64, element = "bool", name = "used", offset = 28 : i64}
RWStructuredBuffer<Item> items : register(u2, space1);

RWStructuredBuffer<Base> bases;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  // A method of an element changes only its field, and the index of a field that would
  // wrap around is out of bounds.
  // CHECK: %[[X:.*]] = wave.dispatch_thread_id x
  // CHECK: %[[START:.*]] = arith.muli %[[X]], %c8_i32
  // CHECK: %[[WORD:.*]] = arith.addi %[[START]], %c3_i32
  // CHECK: arith.select %{{.*}}, %[[WORD]], %c-8_i32
  // CHECK: memref.store %{{.*}}, %arg0
  items[id.x].set(4);
  // CHECK: arith.addi %{{.*}}, %[[X]]
  // CHECK: %[[WEIGHT:.*]] = memref.load
  // CHECK: arith.bitcast %[[WEIGHT]] : i32 to f32
  float weight = items[id.x].weights[id.x];
  // CHECK: wave.atomic_rmw add
  uint old;
  InterlockedAdd(items[id.x].id, 1, old);
  // A value of a struct consists of its fields.
  Base one = (Base)0;
  one.set(old);
  Base two = one;
  two.position.yz = weight;
  // Adjacent fields are one access.
  // CHECK: vector.store %{{.*}} : memref<?xi32>, vector<4xi32>
  bases[two.doubled()] = two;
}
