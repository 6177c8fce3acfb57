// RUN: wave-hlsl %s | FileCheck %s

struct Item {
  uint2 place;
  float weight;
};
RWStructuredBuffer<Item> kept : register(u0);
AppendStructuredBuffer<Item> list : register(u1);
ConsumeStructuredBuffer<uint> stack : register(u2);
RWStructuredBuffer<uint> sizes : register(u3);

// The counters are buffers behind all other arguments, in the order of the declarations.
// CHECK-LABEL: wave.func @main
// CHECK-SAME: %[[KEPT:[a-z0-9]+]]: memref<?xi32> {{.*}}wave.name = "kept"
// CHECK-SAME: %[[LIST:[a-z0-9]+]]: memref<?xi32> {{.*}}wave.name = "list"
// CHECK-SAME: %[[STACK:[a-z0-9]+]]: memref<?xi32> {{.*}}#wave.binding<uav, 0, 2{{.*}}wave.name = "stack"
// CHECK-SAME: %[[KEPT_COUNTER:[a-z0-9]+]]: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 4, ui32>, wave.name = "kept.counter", wave.vulkan_binding = array<i32: 0>}
// CHECK-SAME: %[[LIST_COUNTER:[a-z0-9]+]]: memref<?xi32> {{.*}}wave.name = "list.counter"
// CHECK-SAME: %[[STACK_COUNTER:[a-z0-9]+]]: memref<?xi32> {{.*}}wave.name = "stack.counter"
[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Item item = {id.xy, 1};
  // CHECK: %[[PLACE:.*]] = wave.atomic_rmw add %c1_i32, %[[KEPT_COUNTER]][%c0] : memref<?xi32>
  // CHECK: arith.muli %[[PLACE]], %c3_i32
  kept[kept.IncrementCounter()] = item;
  // The new value is the index of the element.
  // CHECK: %[[OLD:.*]] = wave.atomic_rmw add %c-1_i32{{.*}}, %[[STACK_COUNTER]][%c0{{.*}}] : memref<?xi32>
  // CHECK: %[[NEW:.*]] = arith.subi %[[OLD]], %c1_i32{{.*}}
  // CHECK: memref.load %[[STACK]]
  item.place.y = stack.Consume();
  // CHECK: wave.atomic_rmw add %c1_i32{{.*}}, %[[LIST_COUNTER]][%c0{{.*}}] : memref<?xi32>
  // CHECK: vector.store %{{.*}}, %[[LIST]]
  list.Append(item);
  // CHECK: wave.atomic_rmw add %c-1_i32{{.*}}, %[[KEPT_COUNTER]]
  kept.DecrementCounter();
  uint count, stride;
  // CHECK: memref.dim %[[LIST]]
  list.GetDimensions(count, stride);
  sizes[0] = count;
}
