import type { Surface } from '../src/index.ts'
import { bytes } from './shapes.ts'

export type Rgb = readonly [red: number, green: number, blue: number]
/** The color at a place, in bytes. */
export type Painter = (x: number, y: number, z: number) => Rgb

/** The surface with a color on each vertex. */
export function painted(surface: Surface, paint: Painter): Required<Surface> {
  const colors = new Uint8Array(surface.positions.length)
  for (let at = 0; at < colors.length; at += 3) {
    const [x, y, z] = surface.positions.subarray(at, at + 3) as unknown as [number, number, number]
    colors.set(paint(x, y, z), at)
  }
  return { ...surface, colors }
}

export type ColoredPly = {
  encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  /** Whose colors; those of a face are the ones of its first corner. */
  on: 'vertex' | 'face'
  /** Bytes to 255, floats to 1, shorts to 65,535. */
  type: 'uchar' | 'float' | 'ushort'
  names?: readonly [string, string, string]
  alpha?: boolean
}

const FULL = { uchar: 255, float: 1, ushort: 65_535 } as const
const SIZE = { uchar: 1, float: 4, ushort: 2 } as const

/** A PLY with colors as scanners write them. */
export function toColoredPly(surface: Required<Surface>, form: ColoredPly): Uint8Array {
  const { encoding, on, type, names = ['red', 'green', 'blue'], alpha = false } = form
  const { positions, indices, colors } = surface
  const [vertices, faces] = [positions.length / 3, indices.length / 3]
  const channels = [...names, ...(alpha ? ['alpha'] : [])]
  const properties = channels.map((name) => `property ${type} ${name}\n`).join('')
  const header =
    `ply\nformat ${encoding} 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n` +
    `${on === 'vertex' ? properties : ''}element face ${faces}\nproperty list uchar int vertex_indices\n` +
    `${on === 'face' ? properties : ''}end_header\n`
  const colorOf = (vertex: number) =>
    [...[0, 1, 2].map((channel) => colors[vertex * 3 + channel]!), ...(alpha ? [128] : [])].map(
      (byte) => (byte / 255) * FULL[type],
    )
  const place = (vertex: number) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]
  const corners = (face: number) => [...indices.subarray(face * 3, face * 3 + 3)]
  if (encoding === 'ascii') {
    const whole = (value: number) => (type === 'float' ? String(value) : String(Math.round(value)))
    const rows = Array.from({ length: vertices }, (_, vertex) =>
      [...place(vertex), ...(on === 'vertex' ? colorOf(vertex).map(whole) : [])].join(' '),
    )
    for (let face = 0; face < faces; face++) {
      const color = on === 'face' ? colorOf(corners(face)[0]!).map(whole) : []
      rows.push([3, ...corners(face), ...color].join(' '))
    }
    return bytes(`${header}${rows.join('\n')}\n`)
  }
  const little = encoding === 'binary_little_endian'
  const colorBytes = channels.length * SIZE[type]
  const body = new DataView(
    new ArrayBuffer(vertices * 12 + faces * 13 + (on === 'vertex' ? vertices : faces) * colorBytes),
  )
  let at = 0
  const putColor = (vertex: number) => {
    for (const value of colorOf(vertex)) {
      if (type === 'float') body.setFloat32(at, value, little)
      else if (type === 'ushort') body.setUint16(at, Math.round(value), little)
      else body.setUint8(at, value)
      at += SIZE[type]
    }
  }
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (const value of place(vertex)) {
      body.setFloat32(at, value, little)
      at += 4
    }
    if (on === 'vertex') putColor(vertex)
  }
  for (let face = 0; face < faces; face++) {
    body.setUint8(at++, 3)
    for (const corner of corners(face)) {
      body.setInt32(at, corner, little)
      at += 4
    }
    if (on === 'face') putColor(corners(face)[0]!)
  }
  return new Uint8Array(Buffer.concat([bytes(header), new Uint8Array(body.buffer)]))
}

/** An OBJ with the color of each point behind its place, from 0 to `full`. */
export function toColoredObj({ positions, indices, colors }: Required<Surface>, full: 1 | 255): string {
  const lines: string[] = []
  for (let at = 0; at < positions.length; at += 3) {
    const color = [...colors.subarray(at, at + 3)].map((byte) => (full === 255 ? byte : byte / 255))
    lines.push(`v ${[...positions.subarray(at, at + 3), ...color].join(' ')}`)
  }
  for (let at = 0; at < indices.length; at += 3)
    lines.push(`f ${[...indices.subarray(at, at + 3)].map((corner) => corner + 1).join(' ')}`)
  return `${lines.join('\n')}\n`
}
