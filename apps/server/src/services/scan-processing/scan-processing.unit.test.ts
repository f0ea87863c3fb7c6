import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { areaAndVolume, boundingBox, checkScan, syntheticArch, toBinaryStl } from '@archwire/mesh'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import sharp from 'sharp'
import { painted, toColoredPly } from '../../../../../packages/mesh/test/colored-shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coarser } from './coarse-mesh.ts'
import { processPhoto, processScan } from './index.ts'
import { packWebMesh } from './web-mesh.ts'

const sample = (path: string) => fileURLToPath(new URL(`../../../../../samples/${path}`, import.meta.url))
let folder: string
/** Large enough for a coarse mesh, in the long run by far. */
const large = syntheticArch({
  jaw: 'lower',
  seed: 4,
  alignment: 0.5,
  triangles: process.env.LONG === '1' ? 60_000 : 40_000,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archwire-scan-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const scanFiles = (name: string) => ({
  path: join(folder, name),
  as: 'scan' as const,
  meshPath: join(folder, `${name}.glb`),
  coarsePath: join(folder, `${name}.coarse.glb`),
  thumbnailPath: join(folder, `${name}.webp`),
})

describe('processScan', () => {
  it('checks the real scan, and packs and draws it', async () => {
    const files = { ...scanFiles('real'), path: sample('scans/maxilla-cast-partial.stl') }
    const result = await processScan(files)
    expect(result).toMatchObject({ ok: true, outcome: { report: { triangles: 118_178, verdict: 'pass' } } })
    expect((await stat(files.meshPath)).size).toBeLessThan(500_000)
    // The first picture: a tenth of it.
    expect((await stat(files.coarsePath)).size).toBeLessThan(50_000)
    expect(await sharp(files.thumbnailPath).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
    const { channels } = await sharp(files.thumbnailPath).stats()
    // A drawn model covers a good part of the picture, is lit unevenly and leaves the background clear.
    expect(channels[3]!.min).toBe(0)
    expect(channels[3]!.mean).toBeGreaterThan(60)
    expect(channels[0]!.stdev).toBeGreaterThan(30)
  })

  it('draws a scan in its own colors, near and whole', async () => {
    const scan = painted(large, (x) => (x > 0 ? [40, 160, 60] : [60, 160, 40]))
    const files = scanFiles('green.ply')
    await writeFile(files.path, toColoredPly(scan, { encoding: 'binary_little_endian', on: 'vertex', type: 'uchar' }))
    const result = await processScan(files)
    expect(result).toMatchObject({ ok: true, outcome: { report: { has_colours: true, verdict: 'pass' } } })
    // Both web meshes carry them.
    for (const path of [files.meshPath, files.coarsePath])
      expect((await readFile(path)).subarray(0, 2000).toString('latin1')).toContain('COLOR_0')
    const { data } = await sharp(files.thumbnailPath).raw().toBuffer({ resolveWithObject: true })
    let [seen, greenest] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! < 250) continue
      seen++
      if (data[at + 1]! > data[at]! * 1.3 && data[at + 1]! > data[at + 2]! * 1.3) greenest++
    }
    expect(seen).toBeGreaterThan(20_000)
    expect(greenest / seen).toBeGreaterThan(0.97)
  })

  it('answers block and writes nothing for an archive named .stl', async () => {
    const files = scanFiles('zip.stl')
    await writeFile(files.path, 'PK\x03\x04 and so on')
    expect(await processScan(files)).toMatchObject({
      ok: true,
      outcome: { report: { verdict: 'block' }, mesh_bytes: null },
    })
    await expect(stat(files.meshPath)).rejects.toThrow('ENOENT')
  })

  it('answers a sentence when the file is not there', async () => {
    expect(await processScan(scanFiles('missing'))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The file .*\.$/),
    })
  })
})

describe('packWebMesh', () => {
  it('unpacks to file coordinates within the step of 14 bits', async () => {
    const { mesh } = checkScan(toBinaryStl(syntheticArch({ jaw: 'lower', seed: 1, alignment: 0 })))
    const unpacked = await unpack(await packWebMesh(mesh!))
    const step = Math.max(...boundingBox(mesh!.positions).size) / (2 ** 14 - 1)
    // Facets and vertices were put in another order: compare the corners sorted.
    const expected = [...mesh!.indices].map((vertex) => [...mesh!.positions.subarray(vertex * 3, vertex * 3 + 3)])
    const found = Array.from({ length: unpacked.length / 3 }, (_, corner) => [
      ...unpacked.subarray(corner * 3, corner * 3 + 3),
    ])
    expect(found.length).toBe(expected.length)
    for (const axis of [0, 1, 2]) {
      const sorted = (points: number[][]) => points.map((point) => point[axis]!).sort((a, b) => a - b)
      const difference = differences(sorted(found), sorted(expected))
      expect(Math.max(...difference)).toBeLessThanOrEqual(step / 2 + 1e-6)
    }
    const { report } = checkScan(
      toBinaryStl({ positions: Float32Array.from(unpacked), indices: Uint32Array.from(found.keys()) }),
    )
    expect(report).toMatchObject({ triangles: mesh!.indices.length / 3, shells: 1, open_edges: 0 })
  })
})

describe('processPhoto', () => {
  const photoFiles = (name: string) => ({
    path: join(folder, name),
    thumbnailPath: join(folder, `${name}.thumb.webp`),
    displayPath: join(folder, `${name}.display.webp`),
  })

  it('makes two sizes without EXIF', async () => {
    const files = { ...photoFiles('real'), path: sample('photos/case-b-frontal-nikon-exif.jpg') }
    expect((await sharp(files.path).metadata()).exif).toBeDefined()
    const result = await processPhoto(files)
    expect(result).toMatchObject({ ok: true, outcome: { accepted: true, width: 1600, format: 'jpeg' } })
    for (const [path, side] of [
      [files.displayPath, 1600],
      [files.thumbnailPath, 480],
    ] as const) {
      const { format, width, height, exif } = await sharp(path).metadata()
      expect({ format, longest: Math.max(width, height), exif }).toEqual({
        format: 'webp',
        longest: side,
        exif: undefined,
      })
    }
  })

  it('turns the pixels the way EXIF says', async () => {
    const files = photoFiles('turned.jpg')
    const lying = sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    await lying.withMetadata({ orientation: 6 }).jpeg().toFile(files.path)
    expect(await processPhoto(files)).toMatchObject({ ok: true, outcome: { width: 20, height: 60 } })
  })

  it('shows the photo of a phone with 200 megapixels', async () => {
    const path = fileURLToPath(new URL('../../../../web/test/field-cases/200-megapixels.png', import.meta.url))
    expect(await processPhoto({ ...photoFiles('large.png'), path })).toMatchObject({
      ok: true,
      outcome: { accepted: true, width: 1600 },
    })
  })

  it('calls a photo too large, and one that is cut off damaged', async () => {
    const said = async (name: string, bytes: Uint8Array) => {
      const files = photoFiles(name)
      await writeFile(files.path, bytes)
      return processPhoto(files)
    }
    const whole = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const cut = whole.subarray(0, whole.length - 30)
    expect(await said('cut.png', cut)).toMatchObject({
      ok: true,
      outcome: { accepted: false, message: 'The photo is damaged.' },
    })
    const huge = Buffer.from(whole)
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(20_000, 20)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    expect(await said('huge.png', huge)).toMatchObject({
      ok: true,
      outcome: {
        accepted: false,
        message: 'The photo has 600 megapixels. We can show photos with up to 400.',
      },
    })
  })

  it.each([
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['notes.jpg', 'not a picture at all'],
    ['phone.heic', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['cut.jpg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ])('refuses %s', async (name, content) => {
    const files = photoFiles(name)
    await writeFile(files.path, content, 'latin1')
    expect(await processPhoto(files)).toMatchObject({ ok: true, outcome: { accepted: false } })
  })
})

/** Corners of a packed mesh in facet order, in file coordinates, as any glTF reader would place them. */
async function unpack(glb: Uint8Array): Promise<Float64Array> {
  await MeshoptDecoder.ready
  const header = new DataView(glb.buffer)
  const jsonLength = header.getUint32(12, true)
  const { nodes, bufferViews } = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength)))
  const binary = glb.subarray(28 + jsonLength)
  const [positions, indices] = bufferViews.map((view: { extensions: Record<string, Packed> }) => {
    const packed = view.extensions['EXT_meshopt_compression']!
    const target = new Uint8Array(packed.count * packed.byteStride)
    const source = binary.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength)
    MeshoptDecoder.decodeGltfBuffer(target, packed.count, packed.byteStride, source, packed.mode)
    return target
  }) as [Uint8Array, Uint8Array]
  const quantized = new Uint16Array(positions.buffer)
  const corners = [...new Uint32Array(indices.buffer)]
  const { translation, scale } = nodes[0] as { translation: number[]; scale: number[] }
  return Float64Array.from(
    corners.flatMap((v) => [0, 1, 2].map((i) => quantized[v * 4 + i]! * scale[i]! + translation[i]!)),
  )
}

function differences(a: number[], b: number[]): number[] {
  return a.map((value, at) => Math.abs(value - b[at]!))
}

type Packed = { byteOffset: number; byteLength: number; byteStride: number; count: number; mode: string }

describe('the coarse mesh', () => {
  it('keeps the shape of a large scan in a few thousand triangles', async () => {
    const coarse = (await coarser(large))!
    expect(coarse.indices.length / 3).toBeGreaterThan(8_000)
    expect(coarse.indices.length / 3).toBeLessThanOrEqual(12_000)
    const [a, b] = [boundingBox(large.positions), boundingBox(coarse.positions)]
    for (const axis of [0, 1, 2]) expect(Math.abs(a.size[axis]! - b.size[axis]!)).toBeLessThan(0.3)
    const [area, coarseArea] = [areaAndVolume(large, a).area, areaAndVolume(coarse, b).area]
    expect(Math.abs(coarseArea / area - 1)).toBeLessThan(0.02)
  })

  it('is not made of a scan that arrives as fast whole', async () => {
    expect(await coarser(syntheticArch({ jaw: 'lower', seed: 4, alignment: 0.5, triangles: 6_000 }))).toBeNull()
  })
})
