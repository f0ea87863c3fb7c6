import type { Surface } from '@archwire/mesh'
import { boundingBox, facetCount, vertexCount } from '@archwire/mesh'
import { MeshoptEncoder } from 'meshoptimizer/encoder'

/** 14 bits resolve 65 mm to 4 micrometres, finer than any scanner. */
const BITS = 14
const POSITION_STRIDE = 8
const INDEX_STRIDE = 4

/**
 * Packs a surface as GLB for the viewer: indices in cache order, positions as 14-bit whole numbers
 * (KHR_mesh_quantization) that the node's scale and translation turn back into file coordinates, both compressed
 * (EXT_meshopt_compression, mode of glTF, version 0). No normals: the browser computes them.
 */
export async function packWebMesh(surface: Surface): Promise<Uint8Array> {
  await MeshoptEncoder.ready
  const { indices, positions } = reordered(surface)
  const box = boundingBox(positions)
  const steps = 2 ** BITS - 1
  const scale = Math.max(...box.size) / steps || 1
  const quantised = quantise(positions, box.min, scale)
  const vertices = vertexCount(surface)
  const packedPositions = MeshoptEncoder.encodeGltfBuffer(
    bytesOf(quantised),
    vertices,
    POSITION_STRIDE,
    'ATTRIBUTES',
    0,
  )
  const packedIndices = MeshoptEncoder.encodeGltfBuffer(bytesOf(indices), indices.length, INDEX_STRIDE, 'TRIANGLES', 0)
  const indicesAt = padded(packedPositions.length)
  const binary = new Uint8Array(padded(indicesAt + packedIndices.length))
  binary.set(packedPositions)
  binary.set(packedIndices, indicesAt)
  const high = box.size.map((size) => Math.round(size / scale))
  const document = {
    asset: { version: '2.0', generator: 'Archwire' },
    extensionsUsed: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: box.min, scale: [scale, scale, scale] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5123, count: vertices, type: 'VEC3', min: [0, 0, 0], max: high },
      { bufferView: 1, componentType: 5125, count: facetCount(surface) * 3, type: 'SCALAR' },
    ],
    bufferViews: [
      view(
        0,
        vertices * POSITION_STRIDE,
        34962,
        { stride: POSITION_STRIDE, count: vertices, mode: 'ATTRIBUTES' },
        0,
        packedPositions,
      ),
      view(
        vertices * POSITION_STRIDE,
        indices.length * INDEX_STRIDE,
        34963,
        { stride: INDEX_STRIDE, count: indices.length, mode: 'TRIANGLES' },
        indicesAt,
        packedIndices,
      ),
    ],
    // The second buffer stands for the unpacked data; it exists only in the decoder's memory.
    buffers: [
      { byteLength: binary.length },
      {
        byteLength: vertices * POSITION_STRIDE + indices.length * INDEX_STRIDE,
        extensions: { EXT_meshopt_compression: { fallback: true } },
      },
    ],
  }
  return glb(document, binary)
}

function reordered(surface: Surface): Surface {
  const indices = surface.indices.slice()
  const [newPlace] = MeshoptEncoder.reorderMesh(indices, true, true)
  const positions = new Float32Array(surface.positions.length)
  for (let vertex = 0; vertex < newPlace.length; vertex++) {
    const from = vertex * 3
    const to = newPlace[vertex]! * 3
    positions[to] = surface.positions[from]!
    positions[to + 1] = surface.positions[from + 1]!
    positions[to + 2] = surface.positions[from + 2]!
  }
  return { positions, indices }
}

/** Whole numbers of four to a vertex: x, y, z and a pad, since a stride is a multiple of four bytes. */
function quantise(positions: Float32Array, origin: readonly number[], scale: number): Uint16Array {
  const quantised = new Uint16Array((positions.length / 3) * 4)
  for (let from = 0, to = 0; from < positions.length; from += 3, to += 4)
    for (let axis = 0; axis < 3; axis++)
      quantised[to + axis] = Math.round((positions[from + axis]! - origin[axis]!) / scale)
  return quantised
}

function view(
  offset: number,
  length: number,
  target: number,
  layout: { stride: number; count: number; mode: string },
  packedAt: number,
  packed: Uint8Array,
) {
  const extension = {
    buffer: 0,
    byteOffset: packedAt,
    byteLength: packed.length,
    byteStride: layout.stride,
    count: layout.count,
    mode: layout.mode,
  }
  return {
    buffer: 1,
    byteOffset: offset,
    byteLength: length,
    target,
    ...(target === 34962 ? { byteStride: layout.stride } : {}),
    extensions: { EXT_meshopt_compression: extension },
  }
}

/** The GLB container of glTF 2.0: header, JSON chunk padded with spaces, binary chunk. */
function glb(document: unknown, binary: Uint8Array): Uint8Array {
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

function bytesOf(array: Uint16Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}
