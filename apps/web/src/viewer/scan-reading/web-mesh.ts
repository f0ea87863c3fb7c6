import { srgbByte, type Surface } from '@archwire/mesh'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'

type Packed = { byteOffset?: number; byteLength: number; byteStride: number; count: number; mode: string }
type Document = {
  nodes: Array<{ translation?: number[]; scale?: number[] }>
  meshes: Array<{ primitives: Array<{ attributes: { POSITION: number; COLOR_0?: number }; indices: number }> }>
  accessors: Array<{ bufferView: number; componentType: number; count: number }>
  bufferViews: Array<{ extensions?: { EXT_meshopt_compression?: Packed } }>
}

const UNSIGNED_BYTE = 5121
const UNSIGNED_SHORT = 5123
const UNSIGNED_INT = 5125
const NOT_READABLE = 'The scan arrived damaged and cannot be shown.'

/**
 * Reads a web mesh as the server packs it: a GLB of one primitive with integer positions and 32-bit indices under
 * EXT_meshopt_compression, with or without colors in bytes. Positions come back in file coordinates. A general glTF
 * loader would read it, too, but is several times the size of this page.
 * @throws {Error} with a sentence when the bytes are not such a mesh
 */
export async function readWebMesh(glb: Uint8Array): Promise<Surface> {
  await MeshoptDecoder.ready
  const { document, binary } = openContainer(glb)
  const primitive = document.meshes[0]?.primitives[0]
  const node = document.nodes[0]
  if (!primitive || !node) throw new Error(NOT_READABLE)
  const indices = unpack(document, binary, primitive.indices, UNSIGNED_INT)
  const quantized = unpack(document, binary, primitive.attributes.POSITION, UNSIGNED_SHORT)
  const color = primitive.attributes.COLOR_0
  return {
    positions: placed(new Uint16Array(quantized.buffer), quantized.length / 8, node),
    indices: new Uint32Array(indices.buffer),
    ...(color !== undefined && { colors: colorsOf(unpack(document, binary, color, UNSIGNED_BYTE)) }),
  }
}

/** The two chunks of a GLB container (glTF 2.0, "GLB File Format Specification"). */
function openContainer(glb: Uint8Array): { document: Document; binary: Uint8Array } {
  const header = new DataView(glb.buffer, glb.byteOffset, glb.byteLength)
  if (glb.length < 28 || header.getUint32(0, true) !== 0x46546c67) throw new Error(NOT_READABLE)
  const jsonLength = header.getUint32(12, true)
  if (header.getUint32(8, true) > glb.length || 28 + jsonLength > glb.length) throw new Error(NOT_READABLE)
  const document = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength))) as Document
  return { document, binary: glb.subarray(28 + jsonLength) }
}

function unpack(document: Document, binary: Uint8Array, index: number, componentType: number): Uint8Array<ArrayBuffer> {
  const accessor = document.accessors[index]
  const packed = accessor && document.bufferViews[accessor.bufferView]?.extensions?.EXT_meshopt_compression
  if (!packed || accessor.componentType !== componentType || accessor.count !== packed.count)
    throw new Error(NOT_READABLE)
  const start = packed.byteOffset ?? 0
  const target = new Uint8Array(packed.count * packed.byteStride)
  const source = binary.subarray(start, start + packed.byteLength)
  MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode)
  return target
}

/** Integers, four per vertex, turned into positions by the node's scale and translation. */
function placed(quantized: Uint16Array, vertices: number, node: Document['nodes'][number]): Float32Array {
  const positions = new Float32Array(vertices * 3)
  const scale = node.scale ?? [1, 1, 1]
  const origin = node.translation ?? [0, 0, 0]
  for (let vertex = 0; vertex < vertices; vertex++)
    for (let axis = 0; axis < 3; axis++) {
      positions[vertex * 3 + axis] = quantized[vertex * 4 + axis]! * scale[axis]! + origin[axis]!
    }
  return positions
}

/** Linear light with opacity, four bytes per vertex, turned into sRGB of three. */
function colorsOf(linear: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, light) => srgbByte(light / 255))
  const colors = new Uint8Array((linear.length / 4) * 3)
  for (let from = 0, to = 0; from < linear.length; from += 4, to += 3)
    for (let channel = 0; channel < 3; channel++) colors[to + channel] = bytes[linear[from + channel]!]!
  return colors
}
