import { open } from 'node:fs/promises'

/** How a large scan is written; of PLY with what a point and a face have besides place and corners. */
export type LargeForm =
  | 'stl-binary'
  | 'stl-ascii'
  | 'obj'
  | 'ply-ascii'
  | 'ply-binary'
  | 'ply-binary with normals'
  | 'ply-binary with colors'

const columns = 2000
const side = 60

/** The text, or the bytes, of a row of points or of the two triangles above each of a row's squares. */
interface Plate {
  header: (rows: number) => string
  /** Bytes that a square takes, about: with its point and its two triangles. */
  square: number
  points?: (row: number, rows: number) => Uint8Array | string
  triangles: (row: number, rows: number) => Uint8Array | string
}

const height = (x: number, y: number) => Math.sin(x / 3) * Math.cos(y / 4) * 2
const placeOf = (column: number, row: number, rows: number) => {
  const [x, y] = [(column / columns) * side, (row / rows) * side]
  return [x, y, height(x, y)] as const
}
const words = (column: number, row: number, rows: number) =>
  placeOf(column, row, rows)
    .map((value) => value.toFixed(6))
    .join(' ')
const numberOf = (column: number, row: number) => row * (columns + 1) + column
const corners = (column: number, row: number) =>
  [
    [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
    ],
    [
      [column, row],
      [column + 1, row + 1],
      [column, row + 1],
    ],
  ] as const

const pointLines = (lead: string) => (row: number, rows: number) =>
  Array.from({ length: columns + 1 }, (_, column) => `${lead}${words(column, row, rows)}\n`).join('')
const faceLines = (lead: string, first: number) => (row: number) =>
  Array.from({ length: columns }, (_, column) =>
    corners(column, row)
      .map((triangle) => `${lead} ${triangle.map(([x, y]) => numberOf(x, y) + first).join(' ')}\n`)
      .join(''),
  ).join('')

const plyHeader = (format: string, more: string) => (rows: number) =>
  `ply\nformat ${format} 1.0\nelement vertex ${(columns + 1) * (rows + 1)}\nproperty float x\nproperty float y\nproperty float z\n` +
  `${more}element face ${columns * rows * 2}\nproperty list uchar int vertex_indices\nend_header\n`

function binaryPly(more: string, moreBytes: number): Plate {
  const pointBytes = 12 + moreBytes
  return {
    header: plyHeader('binary_little_endian', more),
    square: pointBytes + 26,
    points: (row, rows) => {
      const data = new DataView(new ArrayBuffer((columns + 1) * pointBytes))
      for (let column = 0; column <= columns; column++)
        for (const [axis, value] of placeOf(column, row, rows).entries())
          data.setFloat32(column * pointBytes + axis * 4, value, true)
      if (moreBytes === 3)
        for (let column = 0; column <= columns; column++) data.setUint8(column * pointBytes + 12 + (row % 3), 200)
      return new Uint8Array(data.buffer)
    },
    triangles: (row) => {
      const data = new DataView(new ArrayBuffer(columns * 26))
      for (let column = 0, at = 0; column < columns; column++)
        for (const triangle of corners(column, row)) {
          data.setUint8(at, 3)
          for (const [corner, [x, y]] of triangle.entries()) data.setInt32(at + 1 + corner * 4, numberOf(x, y), true)
          at += 13
        }
      return new Uint8Array(data.buffer)
    },
  }
}

const plates: Record<LargeForm, Plate> = {
  'stl-binary': {
    header: (rows) => {
      const header = Buffer.alloc(84)
      header.writeUInt32LE(columns * rows * 2, 80)
      return header.toString('latin1')
    },
    square: 100,
    triangles: (row, rows) => {
      const data = new DataView(new ArrayBuffer(columns * 100))
      for (let column = 0, at = 12; column < columns; column++)
        for (const triangle of corners(column, row)) {
          for (const [corner, [x, y]] of triangle.entries())
            for (const [axis, value] of placeOf(x, y, rows).entries())
              data.setFloat32(at + corner * 12 + axis * 4, value, true)
          at += 50
        }
      return new Uint8Array(data.buffer)
    },
  },
  'stl-ascii': {
    header: () => 'solid plate\n',
    square: 2 * 206,
    triangles: (row, rows) =>
      Array.from({ length: columns }, (_, column) =>
        corners(column, row)
          .map(
            (triangle) =>
              `  facet normal 0.000000 0.000000 1.000000\n    outer loop\n${triangle
                .map(([x, y]) => `      vertex ${words(x, y, rows)}\n`)
                .join('')}    endloop\n  endfacet\n`,
          )
          .join(''),
      ).join('') + (row + 1 === rows ? 'endsolid plate\n' : ''),
  },
  obj: { header: () => '# plate\no plate\n', square: 82, points: pointLines('v '), triangles: faceLines('f', 1) },
  'ply-ascii': {
    header: plyHeader('ascii', ''),
    square: 80,
    points: pointLines(''),
    triangles: faceLines('3', 0),
  },
  'ply-binary': binaryPly('', 0),
  'ply-binary with normals': binaryPly('property float nx\nproperty float ny\nproperty float nz\n', 12),
  'ply-binary with colors': binaryPly('property uchar red\nproperty uchar green\nproperty uchar blue\n', 3),
}

/** Writes a plate of 60 mm with waves of 2 mm, in squares of two triangles, as a file of about that size. Returns their number. */
export async function writeBumpyPlate(path: string, form: LargeForm, bytes: number): Promise<number> {
  const { header, square, points, triangles } = plates[form]
  const rows = Math.floor(bytes / square / columns)
  const file = await open(path, 'w')
  try {
    await file.write(Buffer.from(header(rows), 'latin1'))
    const put = async (part: Uint8Array | string) =>
      void (await file.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
    if (points) for (let row = 0; row <= rows; row++) await put(points(row, rows))
    for (let row = 0; row < rows; row++) await put(triangles(row, rows))
  } finally {
    await file.close()
  }
  return columns * rows * 2
}
