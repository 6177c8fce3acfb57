"""What users write without a thought about types: statements of one lane, which Python can execute too.

Python executes them with NumPy's numbers: since NumPy 2, a Python number that meets a NumPy number takes its type, which is
the rule of the language for literals. So the results must be equal.

``lane``, ``tid``, ``count`` and ``len(...)`` are u32; ``size`` is an i32, ``scale`` an f32; ``x`` and ``out`` hold u32, ``y`` and
``signed`` i32, ``f`` and ``real`` f32, ``wide`` i64, ``double`` f64. Each lane writes its element of some of the last five.
"""

#: Programs that were accepted before literals adapted.
ACCEPTED = [
    "out[lane] = x[lane] + 1",
    "out[lane] = 1 << lane",
    "out[lane] = (1 << lane) - 1",
    "half = count // 2\nout[lane] = half",
    "if tid < count:\n    out[lane] = x[tid]",
    "for i in range(tid, len(x), 8):\n    out[lane] = i",
    "signed[lane] = y[lane] * -1",
    "n = 0\nfor i in range(8):\n    n += y[i]\nsigned[lane] = n",
    "last = len(x) - 1\nout[lane] = x[last]",
    "acc = 0.0\nfor i in range(8):\n    acc += f[i]\nreal[lane] = acc",
    "for i in range(4):\n    for j in range(4):\n        out[lane] += x[i * 4 + j] * lane",
    "for i in range(4):\n    signed[lane] += y[i]\nfor i in range(len(x)):\n    out[lane] += x[i]",
    "for i in range(len(x)):\n    out[lane] += x[i]\nfor i in range(4):\n    signed[lane] += y[i] * i",
    "n = x[lane] if lane > 2 else 0\nn = 3\nout[lane] = n * lane",
]

#: Programs that were refused.
HABITS = [
    # A loop over a literal number, whose variable meets ids.
    "for i in range(8):\n    out[lane] += x[tid + i]",
    "for i in range(8):\n    out[lane] += x[lane * 8 + i]",
    "for i in range(0, 64, 8):\n    out[lane] += x[i + lane]",
    "for i in range(1, 4):\n    if i < lane:\n        out[lane] += 1",
    "for i in range(7, -1, -1):\n    out[lane] = out[lane] * 3 + x[tid + i]",
    "for i in range(6, 0, -2):\n    out[lane] += x[lane + i] * i",
    "for i in range(4):\n    out[lane] |= i << lane",
    "for i in range(4):\n    out[lane] = out[lane] * 2 + ((x[lane] >> i) & 1)",
    "for i in range(4):\n    for j in range(i, 4):\n        out[lane] += x[tid + j]",
    "size_of_tile = 8\nfor i in range(size_of_tile):\n    out[lane] += x[tid + i]",
    "for i in range(8):\n    if i == lane:\n        continue\n    out[lane] += i",
    "for i in range(8):\n    if tid + i >= len(x):\n        break\n    out[lane] = i",
    "for i in wd.static_range(4):\n    signed[lane] += y[i] + i\nfor i in range(count):\n    out[lane] += i",
    "for i in wd.static_range(4):\n    out[lane] += x[tid + i]\nfor i in range(4):\n    out[lane] += x[tid + i] * i",
    "for i in range(4):\n    for j in range(4):\n        out[lane] += x[i * 4 + j + lane]",
    "i = 3\nfor i in range(len(x)):\n    out[lane] += x[i]",
    "last = count\nfor i in range(3):\n    last -= i\nout[lane] = last",
    # Counters and sums.
    "n = 0\nfor i in range(len(x)):\n    n += x[i]\nout[lane] = n",
    "n = 0\nn += lane\nout[lane] = n",
    "n = 0\nn = n + x[lane]\nn = n * 2 + 1\nout[lane] = n",
    "n = 0\nfor i in range(len(x)):\n    if x[i] > 9:\n        n += 1\nout[lane] = n",
    "n = 0\nfor i in range(len(x)):\n    if x[i] > 9:\n        n += 1\nif n > count:\n    out[lane] = n - count",
    "total = 0\ncounted = 0\nfor i in range(len(x)):\n    if x[i] % 2 == 0:\n        total += x[i]\n        counted += 1\n"
    "if counted > 0:\n    out[lane] = total // counted",
    "best = 0\nfor i in range(len(x)):\n    best = max(best, x[i])\nout[lane] = best",
    "place = 0\nfor i in range(len(x)):\n    if x[i] == 7:\n        place = i\nout[lane] = place",
    "place = 0\nwhile place < len(x) and x[place] != 7:\n    place += 1\nout[lane] = place",
    "a, b = 0, 1\nfor i in range(lane):\n    a, b = b, a + b\nout[lane] = a",
    "a = b = 0\nfor i in range(8):\n    a += x[i]\n    b += y[i]\nout[lane] = a\nsigned[lane] = b",
    "bits = 0\nfor i in range(8):\n    bits |= x[i] << i\nout[lane] = bits",
    "key = 5381\nfor i in range(8):\n    key = (key * 33) ^ x[i]\nout[lane] = key",
    "low = 0\nhigh = len(x)\nwhile low < high:\n    middle = (low + high) // 2\n    if x[middle] < 40:\n        low = middle + 1\n    else:\n        high = middle\nout[lane] = low",
    "n = 0\nif lane > 2:\n    n = lane\nout[lane] = n",
    "if lane > 2:\n    n = 1\nelse:\n    n = lane\nout[lane] = n",
    "n = 1 if lane > 2 else 0\nout[lane] = n + count",
    # Powers of two.
    "j = 1\nwhile j < wd.wave_lane_count():\n    j *= 2\nout[lane] = j",
    "j = 1\nwhile j < wd.wave_lane_count():\n    if lane >= j:\n        out[lane] += x[lane - j]\n    j <<= 1",
    "d = 4\nwhile d > 0:\n    if lane < d:\n        out[lane] += x[lane + d]\n    d //= 2",
    "d = 4\nwhile d > 0:\n    if lane < d:\n        out[lane] += x[lane + d]\n    d >>= 1",
    "mask = 1\nout[lane] = (mask << lane) - 1",
    "mask = 1\nfor i in range(4):\n    mask = mask << 1\nout[lane] = x[lane] & mask",
    "bit = 1\nwhile bit <= count:\n    out[lane] += 1\n    bit = bit + bit",
    # Strides and offsets.
    "stride = 8\nfor i in range(tid, len(x), stride):\n    out[lane] += x[i]",
    "stride = 8\ni = tid\nwhile i < len(x):\n    out[lane] += x[i]\n    i += stride",
    "i = 0\nwhile i < len(x):\n    out[lane] += x[i]\n    i += 1",
    "i = 0\nwhile i < 8:\n    out[lane] += x[tid + i]\n    i += 1",
    "width = 4\nrow = tid // width\ncolumn = tid % width\nout[lane] = row * 10 + column",
    "offset = 2\nif lane + offset < count:\n    out[lane] = x[lane + offset]",
    "limit = 5\nif lane < limit and x[lane] > 0:\n    out[lane] = limit - lane",
    "first = 3\nlast = first + 4\nif first <= lane and lane < last:\n    out[lane] = last - lane",
    # One literal, several types.
    "two = 2\nout[lane] = x[lane] * two\nsigned[lane] = y[lane] * two\nreal[lane] = f[lane] * two",
    "k = 3\nout[lane] = k\nsigned[lane] = k\nreal[lane] = k",
    "sign = 1 if lane > 2 else -1\nsigned[lane] = y[lane] * sign\nreal[lane] = f[lane] * sign",
    # Sums of floats that begin with an integer.
    "acc = 0\nfor i in range(8):\n    acc += f[i]\nreal[lane] = acc",
    "acc = 0\nfor i in range(8):\n    if f[i] > 0.5:\n        acc = acc + f[i] * 2\nreal[lane] = acc",
    "acc = 0\nacc += f[lane]\nreal[lane] = acc",
    "best = 0\nfor i in range(8):\n    if f[i] > best:\n        best = f[i]\nreal[lane] = best",
    "acc = 1\nfor i in range(3):\n    acc = acc * 0.5\nreal[lane] = acc * scale",
    "acc = 0\nfor i in range(4):\n    acc += wide[i]\nwide[lane + 8] = acc",
    "acc = 0.0\nfor i in range(4):\n    acc += double[i]\ndouble[lane + 8] = acc",
    "tenth = 0.1\ndouble[lane + 8] = double[lane] * tenth\nreal[lane] = scale * tenth",
    "clamped = 0\nfor i in range(4):\n    clamped = min(max(clamped + x[i], 2), count)\nout[lane] = clamped",
]
