/** The packed data of a GLB: how many pieces of how many bytes, and how they are packed (EXT_meshopt_compression). */
export type Packed = { bytes: Uint8Array; count: number; stride: number; mode: 'ATTRIBUTES' | 'TRIANGLES' }

/** The binary chunk of a GLB whose views are all packed by EXT_meshopt_compression, and the parts of its JSON on it. */
export type PackedBinary = { binary: Uint8Array; bufferViews: object[]; buffers: object[] }

const VERTEX_DATA = 34962
const INDEX_DATA = 34963

/** Lays packed data one after the other; view n is the nth. */
export function layOut(parts: readonly Packed[]): PackedBinary {
  let packedAt = 0
  let unpackedAt = 0
  const placed = parts.map((part) => {
    const place = { ...part, packedAt, unpackedAt }
    packedAt = padded(packedAt + part.bytes.length)
    unpackedAt += part.count * part.stride
    return place
  })
  const binary = new Uint8Array(packedAt)
  for (const part of placed) binary.set(part.bytes, part.packedAt)
  return {
    binary,
    bufferViews: placed.map(viewOf),
    // The second buffer represents the unpacked data; it exists only in the decoder's memory.
    buffers: [
      { byteLength: binary.length },
      { byteLength: unpackedAt, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  }
}

function viewOf({ bytes, count, stride, mode, packedAt, unpackedAt }: Packed & Record<`${string}At`, number>) {
  const isVertices = mode === 'ATTRIBUTES'
  const packed = { buffer: 0, byteOffset: packedAt, byteLength: bytes.length, byteStride: stride, count, mode }
  return {
    buffer: 1,
    byteOffset: unpackedAt,
    byteLength: count * stride,
    target: isVertices ? VERTEX_DATA : INDEX_DATA,
    ...(isVertices && { byteStride: stride }),
    extensions: { EXT_meshopt_compression: packed },
  }
}

/** The GLB container of glTF 2.0: header, JSON chunk padded with spaces, binary chunk. */
export function glb(document: unknown, binary: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(document))
  const jsonLength = padded(json.length)
  const bytes = new Uint8Array(12 + 8 + jsonLength + 8 + binary.length)
  const header = new DataView(bytes.buffer)
  header.setUint32(0, 0x46546c67, true)
  header.setUint32(4, 2, true)
  header.setUint32(8, bytes.length, true)
  header.setUint32(12, jsonLength, true)
  header.setUint32(16, 0x4e4f534a, true)
  bytes.fill(0x20, 20, 20 + jsonLength)
  bytes.set(json, 20)
  header.setUint32(20 + jsonLength, binary.length, true)
  header.setUint32(24 + jsonLength, 0x004e4942, true)
  bytes.set(binary, 28 + jsonLength)
  return bytes
}

function padded(length: number): number {
  return (length + 3) & ~3
}
