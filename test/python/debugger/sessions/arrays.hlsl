cbuffer Settings {
  float scale;
  int2 offsets;
  float weights[3];
};

struct Cell {
  float a;
  int b[2];
};

RWStructuredBuffer<int> result;
RWStructuredBuffer<Cell> cells;
groupshared float t[2][4];
groupshared float3 colors[2][2];
groupshared Cell grid[2][3];
groupshared int counter;

int sum(int k) {
  int local[2][3];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      local[i][j] = k + i * 3 + j;
  int r = local[k % 2][k % 3];
  return r;
}

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
  int q = int(index) + offsets.x;
  t[index / 4][index % 4] = index * scale;
  colors[index / 4][index % 2] = float3(index, 1, 2);
  grid[index % 2][index % 3].b[1] = -int(index);
  cells[index].b[1] = q;
  if (index == 0)
    counter = -3;
  GroupMemoryBarrierWithGroupSync();
  if (index < 2)
    return;
  int h = sum(q);
  result[index] = h + int(t[1][index % 4]);
}
