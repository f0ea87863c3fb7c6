import { bytes } from './shapes.ts'

export const textOf = (file: Uint8Array): string => String.fromCharCode(...file)
export const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const rows = [
  'property float x\nproperty list uchar float w\nproperty double y\nproperty short z',
  'property list int uchar q',
  'property list uchar uint vertex_index\nproperty list uint float texcoord\nproperty uchar red\nproperty uchar green\nproperty uchar blue',
] as const

/** A PLY with CRLF in its header, a comment of more than ASCII, lists that no one needs, a quad and colors of faces. */
export function furnishedPly(encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'): Uint8Array {
  const header = `ply\nformat ${encoding} 1.0\ncomment é\nelement vertex 4\n${rows[0]}\nelement edge 2\n${rows[1]}\nelement face 2\n${rows[2]}\nend_header\n`
  const head = bytes(header.replaceAll('\n', '\r\n'))
  if (encoding === 'ascii') {
    const body =
      '0 2 1.5 2 0 0\n9 0 0 0\n9 1 7 9 1\n0 0 9e0 2\n3 1 2 3\n0\n4 0 1 2 3 2 .5 .5 1 2 3\n3 0 1 2 0 9 9 200\n'
    return Uint8Array.from([...head, ...bytes(body)])
  }
  const little = encoding === 'binary_little_endian'
  const data = new DataView(new ArrayBuffer(1000))
  let at = 0
  const put = {
    byte: (value: number) => (data.setUint8(at, value), (at += 1)),
    short: (value: number) => (data.setInt16(at, value, little), (at += 2)),
    int: (value: number) => (data.setUint32(at, value, little), (at += 4)),
    float: (value: number) => (data.setFloat32(at, value, little), (at += 4)),
    double: (value: number) => (data.setFloat64(at, value, little), (at += 8)),
  }
  for (const [x, y, z] of [
    [0, 0, 0],
    [9, 0, 0],
    [9, 9, 1],
    [0, 9, 2],
  ] as const) {
    put.float(x)
    put.byte(2)
    put.float(1)
    put.float(2)
    put.double(y)
    put.short(z)
  }
  put.int(3)
  for (const value of [1, 2, 3]) put.byte(value)
  put.int(0)
  for (const [corners, coordinates] of [
    [[0, 1, 2, 3], 2],
    [[0, 1, 2], 0],
  ] as const) {
    put.byte(corners.length)
    corners.forEach(put.int)
    put.int(coordinates)
    for (let coordinate = 0; coordinate < coordinates; coordinate++) put.float(0.5)
    for (const value of [9, 9, 200]) put.byte(value)
  }
  return Uint8Array.from([...head, ...new Uint8Array(data.buffer, 0, at)])
}
