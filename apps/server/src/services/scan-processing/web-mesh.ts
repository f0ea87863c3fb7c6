import type { BoundingBox, Surface } from '@archwire/mesh'
import { boundingBox, facetCount, guessUnit, MILLIMETERS, SRGB_LIGHT, vertexCount } from '@archwire/mesh'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { glb, layOut, type Packed } from './glb.ts'

/** No vertex moves farther, in mm: a tenth of an intraoral scanner's accuracy. */
const MOST_MOVED = 0.005
const MOST_BITS = 16
/**
 * Half the distance to the next 32-bit float, by the size of a number: the possible error of reading the position
 * again.
 */
const FLOAT_ROUNDING = 2 ** -24
const POSITION_STRIDE = 8
const COLOR_STRIDE = 4
const INDEX_STRIDE = 4
const OPAQUE = 255

const UNSIGNED_BYTE = 5121
const UNSIGNED_SHORT = 5123
const UNSIGNED_INT = 5125

/**
 * Packs a surface as GLB for the viewer: indices in cache order, positions as whole numbers (KHR_mesh_quantization) that
 * the node's scale and translation turn back into file coordinates, colors as COLOR_0 when there are some, all compressed
 * (EXT_meshopt_compression, mode of glTF, version 0). No normals: the browser computes them.
 */
export async function packWebMesh(surface: Surface): Promise<Uint8Array> {
  await MeshoptEncoder.ready
  const { indices, positions, colors } = reordered(surface)
  const box = boundingBox(positions)
  const scale = Math.max(...box.size) / (2 ** positionBits(box) - 1) || 1
  const vertices = vertexCount(surface)
  const corners = facetCount(surface) * 3
  const { binary, bufferViews, buffers } = layOut([
    packed(quantize(positions, box.min, scale), vertices, POSITION_STRIDE, 'ATTRIBUTES'),
    packed(indices, corners, INDEX_STRIDE, 'TRIANGLES'),
    ...(colors ? [packed(linear(colors), vertices, COLOR_STRIDE, 'ATTRIBUTES')] : []),
  ])
  const high = box.size.map((size) => Math.round(size / scale))
  const attributes = { POSITION: 0, ...(colors && { COLOR_0: 2 }) }
  const document = {
    asset: { version: '2.0', generator: 'Archwire' },
    extensionsUsed: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: box.min, scale: [scale, scale, scale] }],
    meshes: [{ primitives: [{ attributes, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: UNSIGNED_SHORT, count: vertices, type: 'VEC3', min: [0, 0, 0], max: high },
      { bufferView: 1, componentType: UNSIGNED_INT, count: corners, type: 'SCALAR' },
      ...(colors
        ? [{ bufferView: 2, componentType: UNSIGNED_BYTE, normalized: true, count: vertices, type: 'VEC4' }]
        : []),
    ],
    bufferViews,
    buffers,
  }
  return glb(document, binary)
}

/**
 * Bits of a position along the longest side, the fewest with which no vertex moves more than 5 µm (half a step along
 * each axis, and the rounding of the 32-bit floats that are read again). At most 16: enough up to 0.37 m, beyond which
 * a vertex moves by 1.3 hundred-thousandths of the longest side. A file whose unit is in doubt gets all 16.
 */
export function positionBits({ min, max, size }: BoundingBox): number {
  const longest = Math.max(...size)
  const unit = guessUnit(longest)
  if (!unit) return MOST_BITS
  const allowed = MOST_MOVED / MILLIMETERS[unit]
  const rounding = Math.max(...min.map(Math.abs), ...max.map(Math.abs)) * FLOAT_ROUNDING
  for (let bits = 1; bits < MOST_BITS; bits++) {
    const step = longest / (2 ** bits - 1)
    if ((step / 2 + rounding) * Math.sqrt(3) <= allowed) return bits
  }
  return MOST_BITS
}

function packed(
  data: Uint8Array | Uint16Array | Uint32Array,
  count: number,
  stride: number,
  mode: Packed['mode'],
): Packed {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return { bytes: MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode, 0), count, stride, mode }
}

function reordered(surface: Surface): Surface {
  const indices = surface.indices.slice()
  const [newPlace] = MeshoptEncoder.reorderMesh(indices, true, true)
  const { positions: from, colors: fromColors } = surface
  const positions = new Float32Array(from.length)
  const colors = fromColors && new Uint8Array(fromColors.length)
  for (let vertex = 0; vertex < newPlace.length; vertex++) {
    const at = vertex * 3
    const to = newPlace[vertex]! * 3
    for (let part = 0; part < 3; part++) {
      positions[to + part] = from[at + part]!
      if (colors) colors[to + part] = fromColors![at + part]!
    }
  }
  return { positions, indices, ...(colors && { colors }) }
}

/** Integers, four per vertex: x, y, z and a pad, since a stride is a multiple of four bytes. */
function quantize(positions: Float32Array, origin: readonly number[], scale: number): Uint16Array {
  const quantized = new Uint16Array((positions.length / 3) * 4)
  for (let from = 0, to = 0; from < positions.length; from += 3, to += 4)
    for (let axis = 0; axis < 3; axis++)
      quantized[to + axis] = Math.round((positions[from + axis]! - origin[axis]!) / scale)
  return quantized
}

/** COLOR_0 of glTF 2.0 is linear light, with opacity. In bytes that costs dark colors some steps, but not teeth. */
function linear(colors: Uint8Array): Uint8Array {
  const light = Uint8Array.from(SRGB_LIGHT, (share) => Math.round(share * 255))
  const linearColors = new Uint8Array((colors.length / 3) * COLOR_STRIDE).fill(OPAQUE)
  for (let from = 0, to = 0; from < colors.length; from += 3, to += COLOR_STRIDE)
    for (let channel = 0; channel < 3; channel++) linearColors[to + channel] = light[colors[from + channel]!]!
  return linearColors
}
