import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../src/kernel/clock.ts'
import { localStorage } from '../../src/services/storage/local.ts'
import { partSize, type Storage } from '../../src/services/storage/port.ts'
import { s3Storage } from '../../src/services/storage/s3.ts'
import { startS3Server } from '../s3-server.ts'

/**
 * The same cases over both adapters: a folder whose links a server of ours answers, and a bucket. The S3 server is s3rver
 * behind our own check of signatures, so a link's size, type, key and end are proven. What it cannot prove: that a part
 * of a multipart upload is at least 5 MB (it takes any), aborting (it knows no AbortMultipartUpload, so giving up is tried
 * and its refusal swallowed), that a cut PUT leaves nothing (it keeps the first half; sealing refuses it), more than one page of a listing, virtual-host addresses, TLS, and bucket policies.
 */
interface Opened {
  storage: Storage
  /** Makes a link of this storage absolute. */
  at(link: string): string
  close(): Promise<void>
}

async function openLocal(folder: string): Promise<Opened> {
  const storage = localStorage(folder, 'a secret of this test, which is long enough')
  const fastify: FastifyInstance = Fastify()
  storage.routes!(fastify, { isOpen: async () => true, allowSlowBody: () => {} })
  const base = await fastify.listen({ port: 0, host: '127.0.0.1' })
  return { storage, at: (link) => base + link, close: () => fastify.close() }
}

async function openS3(folder: string): Promise<Opened> {
  const { settings, close } = await startS3Server(folder)
  return { storage: s3Storage(settings), at: (link) => link, close }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const type = 'application/octet-stream'
const newUpload = () => `u_${randomBytes(16).toString('hex')}`
const inAnHour = () => new Date(Date.now() + 3_600_000)

/** The file system's own clock, which need not be that of this process. */
function writtenAt(): number {
  const folder = mkdtempSync(join(tmpdir(), 'archwire-clock-'))
  const { mtimeMs } = statSync(folder)
  rmSync(folder, { recursive: true })
  return mtimeMs
}

/** A PUT whose line goes dead in its middle. */
const cutPut = (link: string, bytes: Uint8Array) =>
  new Promise<void>((resolve) => {
    const sending = request(link, {
      method: 'PUT',
      headers: { 'content-type': type, 'content-length': bytes.length },
    })
    sending.on('close', () => resolve()).on('error', () => {})
    sending.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => sending.destroy(), 50))
  })

describe.each([
  ['a folder', openLocal],
  ['a bucket', openS3],
] as const)('storage in %s', (_name, open) => {
  let opened: Opened
  let storage: Storage
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'archwire-storage-'))
    opened = await open(folder)
    storage = opened.storage
  })
  afterAll(async () => {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const put = async (link: string, bytes: Uint8Array, contentType = type) =>
    (
      await fetch(opened.at(link), {
        method: 'PUT',
        headers: { 'content-type': contentType },
        body: Buffer.from(bytes),
      })
    ).status
  const linkFor = (upload: string, part: number, bytes: Uint8Array) =>
    storage.putLink(upload, part, { size: bytes.length, type, expires: inAnHour() })
  const partsOf = (bytes: Uint8Array) =>
    Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, part) =>
      bytes.subarray(part * partSize, (part + 1) * partSize),
    )
  const expected = (bytes: Uint8Array) => ({
    parts: partsOf(bytes).length,
    size: bytes.length,
    sha256: sha256(bytes),
  })
  const send = async (upload: string, bytes: Uint8Array) => {
    for (const [index, part] of partsOf(bytes).entries())
      expect(await put(await linkFor(upload, index + 1, part), part)).toBe(200)
  }
  const sealed = async (bytes: Uint8Array) => {
    const upload = newUpload()
    await send(upload, bytes)
    const { key } = (await storage.seal(upload, expected(bytes))) as { key: string }
    return { upload, key }
  }
  const contentOf = async (key: string) => buffer(await storage.read(key))

  it('a link takes the bytes it was made for, and nothing else', async () => {
    const bytes = randomBytes(1000)
    const upload = newUpload()
    const link = await linkFor(upload, 1, bytes)
    if (storage.origin) expect(new URL(link).origin).toBe(storage.origin)
    expect([403, 422]).toContain(await put(link, randomBytes(999)))
    expect([403, 422]).toContain(await put(link, randomBytes(1001)))
    expect([403, 415]).toContain(await put(link, bytes, 'text/html'))
    expect(await put(link.replace(upload, newUpload()), bytes)).toBe(403)
    const late = await storage.putLink(upload, 1, { size: 1000, type, expires: new Date(Date.now() + 1) })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await put(late, bytes)).toBe(403)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ problem: 'The file has not arrived.' })
    expect(await put(link, bytes)).toBe(200)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ key: `sealed/${upload}` })
  })

  it('18 MB in parts, one of them cut and sent again, arrive whole', async () => {
    const bytes = randomBytes(18 * 1024 * 1024)
    const upload = newUpload()
    const parts = partsOf(bytes)
    expect(parts).toHaveLength(3)
    for (const index of [0, 2]) await put(await linkFor(upload, index + 1, parts[index]!), parts[index]!)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ problem: 'Part 2 of 3 has not arrived.' })
    const link = await linkFor(upload, 2, parts[1]!)
    await cutPut(opened.at(link), parts[1]!)
    expect(await storage.seal(upload, expected(bytes))).toHaveProperty('problem')
    expect(await put(link, parts[1]!)).toBe(200)
    expect(await put(link, parts[1]!), 'a part that is sent twice').toBe(200)
    const { key } = (await storage.seal(upload, expected(bytes))) as { key: string }
    expect(sha256(await contentOf(key))).toBe(sha256(bytes))
  })

  it.each([
    ['small', 5000],
    ['in parts', partSize + 5000],
  ])('bytes of another hash or size are not sealed (%s)', async (_what, size) => {
    const bytes = randomBytes(size)
    const upload = newUpload()
    const other = Buffer.from(bytes)
    other[100]! ^= 1
    await send(upload, other)
    expect(await storage.seal(upload, expected(bytes))).toEqual({
      problem: 'The file was damaged during the upload. Please upload it again.',
    })
    expect(await storage.seal(upload, { ...expected(bytes), size: size + 1 })).toEqual({
      problem: `The file has ${size} bytes instead of ${size + 1}.`,
    })
    await expect(storage.read(`sealed/${upload}`)).rejects.toThrow()
    await send(upload, bytes)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ key: `sealed/${upload}` })
  })

  it('sealing twice, and five at once, is as sealing once; a late PUT changes nothing of it', async () => {
    const bytes = randomBytes(partSize + 1)
    const upload = newUpload()
    await send(upload, bytes)
    const answers = await Promise.all(Array.from({ length: 5 }, () => storage.seal(upload, expected(bytes))))
    expect(answers).toEqual(answers.map(() => ({ key: `sealed/${upload}` })))
    const late = randomBytes(partSize)
    expect(await put(await linkFor(upload, 1, late), late)).toBe(200)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ key: `sealed/${upload}` })
    expect(sha256(await contentOf(`sealed/${upload}`))).toBe(sha256(bytes))
  })

  it('takes a part without a link, whole or not at all', async () => {
    const upload = newUpload()
    const bytes = randomBytes(300)
    expect(await storage.receive(upload, 1, 300, Readable.from([bytes.subarray(0, 200)]))).toBe(false)
    expect(await storage.receive(upload, 1, 300, Readable.from([bytes, bytes]))).toBe(false)
    expect(await storage.seal(upload, expected(bytes))).toEqual({ problem: 'The file has not arrived.' })
    expect(await storage.receive(upload, 1, 300, Readable.from([bytes]))).toBe(true)
    expect(await storage.seal(upload, expected(bytes))).toMatchObject({ key: `sealed/${upload}` })
  })

  it('keeps no byte more than it was told, however many come', async () => {
    const upload = newUpload()
    let taken = 0
    async function* endless() {
      for (;;) {
        taken += 1
        yield randomBytes(64 * 1024)
      }
    }
    expect(await storage.receive(upload, 1, 300_000, Readable.from(endless()))).toBe(false)
    expect(taken, 'pieces that were asked for').toBeLessThan(60)
    expect(await storage.seal(upload, { parts: 1, size: 300_000, sha256: '' })).toHaveProperty('problem')
  })

  it('answers a part of a file to who asks for one', async () => {
    const bytes = randomBytes(1000)
    const { key } = await sealed(bytes)
    const link = opened.at(await storage.getLink(key, { type: 'model/stl' }))
    const part = async (range: string) => {
      const answer = await fetch(link, { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())] as const
    }
    expect(await part('bytes=10-19')).toEqual([206, 'bytes 10-19/1000', bytes.subarray(10, 20)])
    // The imitation of S3 reads the last bytes as the first ones.
    if (!storage.origin) expect(await part('bytes=-100')).toEqual([206, 'bytes 900-999/1000', bytes.subarray(900)])
    expect((await part('bytes=1000-'))[0]).toBe(416)
    const whole = await fetch(link)
    expect([whole.status, whole.headers.get('content-length'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      '1000',
      'bytes',
    ])
    await whole.arrayBuffer()
  })

  it('reads the beginning, all of it, and as a file that no longer exists afterwards where it was fetched', async () => {
    const bytes = randomBytes(700)
    const { key } = await sealed(bytes)
    expect(Buffer.from(await storage.head(key, 256))).toEqual(bytes.subarray(0, 256))
    expect(Buffer.from(await storage.head(key, 9999))).toEqual(bytes)
    expect(await contentOf(key)).toEqual(bytes)
    const path = await storage.withFile(key, async (at) => {
      expect(readFileSync(at)).toEqual(bytes)
      return at
    })
    if (storage.origin) expect(existsSync(path)).toBe(false)
    await expect(storage.withFile('o/1/p/1/missing', (at) => readFile(at))).rejects.toThrow()
    await expect(storage.head('o/1/p/1/missing', 10)).rejects.toThrow()
  })

  it('copies once, stores over what was there, removes', async () => {
    const [first, second] = [await sealed(randomBytes(100)), await sealed(randomBytes(100))]
    const target = `o/1/p/1/${randomBytes(8).toString('hex')}`
    await Promise.all([storage.copy(first.key, target), storage.copy(first.key, target)])
    await storage.copy(second.key, target)
    expect(await contentOf(target)).toEqual(await contentOf(first.key))
    await expect(storage.copy('sealed/missing', 'o/1/p/1/never')).rejects.toThrow()
    const path = join(folder, 'made-here')
    // The last one is more than a part: a bucket gets it in two.
    for (const bytes of [Buffer.from('one'), Buffer.from('two'), randomBytes(partSize + 1_000)]) {
      writeFileSync(path, bytes)
      await storage.store(target, path)
      expect(sha256(await contentOf(target))).toBe(sha256(bytes))
    }
    await storage.remove(target)
    await storage.remove(target)
    await expect(storage.read(target)).rejects.toThrow()
  })

  it('lists what is in a folder, and nothing of one whose name starts alike', async () => {
    const path = join(folder, 'listed')
    writeFileSync(path, 'made here')
    for (const key of ['o/7/p/1/first', 'o/7/p/1/second', 'o/7/p/12/other']) await storage.store(key, path)
    expect((await storage.list('o/7/p/1')).sort()).toEqual(['o/7/p/1/first', 'o/7/p/1/second'])
    expect(await storage.list('o/7/p/2')).toEqual([])
  })

  it('a link to read names type and file, any letters in it, and ends', async () => {
    const bytes = randomBytes(64)
    const { key } = await sealed(bytes)
    const name = 'Müller "Ada"; 上顎.stl'
    const answer = await fetch(opened.at(await storage.getLink(key, { type: 'model/stl', fileName: name })))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    expect(answer.headers.get('content-type')).toBe('model/stl')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="M_ller _Ada__ __.stl"; filename*=UTF-8''M%C3%BCller%20%22Ada%22%3B%20%E4%B8%8A%E9%A1%8E.stl`,
    )
    const inline = await fetch(opened.at(await storage.getLink(key, { type: 'image/webp', inline: true })))
    expect(inline.headers.get('content-disposition')).toBe('inline')
    expect(inline.headers.get('cache-control')).toContain('max-age=300')
    const link = await storage.getLink(key, { type: 'image/webp', inline: true })
    expect((await fetch(opened.at(link.replace('image%2Fwebp', 'text%2Fhtml')))).status).toBe(403)
    expect((await fetch(opened.at(link.replace(key.slice(-8), '00000000')))).status).toBe(403)
    setClock(() => new Date(Date.now() - 7 * 60_000))
    const old = await storage.getLink(key, { type: 'image/webp' })
    setClock(undefined)
    expect((await fetch(opened.at(old))).status).toBe(403)
  })

  it('the same link within a minute, so that a page that is loaded again finds its pictures', async () => {
    const minute = Date.UTC(2026, 10, 21, 12, 0, 1)
    const linkAt = async (time: number) => {
      setClock(() => new Date(time))
      return storage.getLink('o/1/p/1/x', { type: 'image/webp', inline: true })
    }
    try {
      const link = await linkAt(minute)
      expect(await linkAt(minute + 50_000)).toBe(link)
      expect(await linkAt(minute + 61_000)).not.toBe(link)
    } finally {
      setClock(undefined)
    }
  })

  it('refuses keys that are not plain', async () => {
    for (const key of ['../secrets', 'o/../../x', '/etc/passwd', 'a//b', 'a\\b', ''])
      await expect((async () => storage.read(key))()).rejects.toThrow('impossible storage key')
  })

  it('sweeps what no one keeps and is old, and nothing else', async () => {
    const waiting = newUpload()
    await send(waiting, randomBytes(partSize + 10))
    const { upload: kept, key } = await sealed(randomBytes(10))
    const final = 'o/9/p/9/final'
    await storage.copy(key, final)
    const written = writtenAt()
    const later = new Date(written + 60_000)
    await storage.sweep(new Date(written - 60_000), async () => false)
    expect(await contentOf(key), 'what is young stays').toHaveLength(10)
    const asked: string[] = []
    const removed = await storage.sweep(later, async (upload) => {
      asked.push(upload)
      return upload === kept
    })
    expect(asked.filter((upload) => upload === waiting)).toHaveLength(1)
    expect(removed).toBeGreaterThan(0)
    expect(await storage.seal(waiting, { parts: 1, size: 1, sha256: '' })).toEqual({
      problem: 'The file has not arrived.',
    })
    expect(await contentOf(key)).toHaveLength(10)
    await storage.sweep(later, async () => false)
    await expect(storage.read(key)).rejects.toThrow()
    expect(await contentOf(final)).toHaveLength(10)
  })
})

it('a bucket that cannot be reached is said as such, soon', async () => {
  const storage = s3Storage({
    bucket: 'archwire',
    endpoint: 'http://127.0.0.1:9',
    publicEndpoint: 'https://files.example.com',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: false,
  })
  await expect(storage.head('o/1/p/1/x', 10)).rejects.toMatchObject({ status: 503 })
  expect(storage.origin).toBe('https://archwire.files.example.com')
  expect(new URL(await storage.getLink('o/1/p/1/x', { type: 'image/webp' })).origin).toBe(storage.origin)
})
