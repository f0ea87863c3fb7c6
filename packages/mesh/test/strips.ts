import { bytes } from './shapes.ts'

export type StripForm = {
  encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  /** Type of the corners; -1 in one without a sign is its highest number. */
  corners?: 'int' | 'uint' | 'short' | 'ushort'
  /** Triangles that stand beside the strips, as faces. */
  faces?: readonly (readonly [number, number, number])[]
  name?: string
}

/** A PLY whose triangles are strips: each list is one row, in which -1 starts another strip. */
export function stripsPly(
  points: readonly (readonly [number, number, number])[],
  strips: readonly (readonly number[])[],
  { encoding, corners = 'int', faces = [], name = 'tristrips' }: StripForm,
): Uint8Array {
  const header = [
    'ply',
    `format ${encoding} 1.0`,
    `element vertex ${points.length}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...(faces.length > 0 ? [`element face ${faces.length}`, 'property list uchar int vertex_index'] : []),
    `element ${name} ${strips.length}`,
    `property list int ${corners} vertex_indices`,
    'end_header\n',
  ].join('\n')
  if (encoding === 'ascii') {
    const rows = [...points, ...[...faces, ...strips].map((list) => [list.length, ...list])]
    return bytes(`${header}${rows.map((row) => row.join(' ')).join('\n')}\n`)
  }
  const little = encoding === 'binary_little_endian'
  const data = new DataView(new ArrayBuffer(100_000))
  let at = 0
  const int = (value: number) => (data.setInt32(at, value, little), (at += 4))
  const short = (value: number) => (data.setInt16(at, value, little), (at += 2))
  const float = (value: number) => (data.setFloat32(at, value, little), (at += 4))
  for (const point of points) point.forEach(float)
  for (const face of faces) {
    data.setUint8(at++, 3)
    face.forEach(int)
  }
  for (const strip of strips) {
    int(strip.length)
    for (const corner of strip) {
      if (corners.endsWith('int')) int(corner)
      else short(corner)
    }
  }
  return Uint8Array.from([...bytes(header), ...new Uint8Array(data.buffer, 0, at)])
}
