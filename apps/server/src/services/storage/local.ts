import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { now } from '../../kernel/clock.ts'
import { incomingKey, plainKey, problems, sealedKey } from './keys.ts'
import type { Storage } from './port.ts'
import { storageRoutes, type OpenObject } from './routes.ts'
import { sign } from './signature.ts'

const linkSeconds = 5 * 60

class TooLong extends Error {}

/** Lets `size` bytes through and fails at the next one, before it is written. */
function atMost(size: number): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > size) done(new TooLong())
      else done(null, chunk)
    },
  })
}

const isWhole = (written: Promise<void>): Promise<boolean> =>
  written.then(
    () => true,
    (error: unknown) => {
      if (error instanceof TooLong) return false
      throw error
    },
  )

/** Files in a folder, with signed links that this server serves itself (storage/routes.ts). */
export function localStorage(root: string, secret: string): Storage {
  const pathOf = (key: string) => join(root, plainKey(key))
  const incoming = (upload: string, part: number) => pathOf(incomingKey(upload, part))
  const exists = (path: string) =>
    stat(path).then(
      (info) => info.size,
      () => undefined,
    )

  async function settle(temporary: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true })
    const file = await open(temporary, 'r')
    await file.sync()
    await file.close()
    await rename(temporary, target)
  }
  const temporary = async () => {
    const folder = join(root, 'temporary')
    await mkdir(folder, { recursive: true })
    return join(folder, randomBytes(12).toString('hex'))
  }

  async function joinParts(
    upload: string,
    parts: number,
    target: string,
    hash: ReturnType<typeof createHash>,
  ): Promise<number> {
    let size = 0
    const measure = () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          size += chunk.length
          done(null, chunk)
        },
      })
    for (let part = 1; part <= parts; part += 1)
      await pipeline(
        createReadStream(incoming(upload, part)),
        measure(),
        createWriteStream(target, { flags: part === 1 ? 'w' : 'a' }),
      )
    return size
  }

  return {
    routes(fastify, door) {
      const openObject = async (key: string): Promise<OpenObject> => ({
        size: (await stat(pathOf(key))).size,
        read: (range) => createReadStream(pathOf(key), range),
      })
      storageRoutes(fastify, { receive: (...part) => this.receive(...part), open: openObject }, secret, door)
    },
    async putLink(upload, part, { size, type, expires }) {
      const parameters = {
        u: upload,
        p: String(part),
        z: String(size),
        t: type,
        e: String(Math.floor(expires.getTime() / 1000)),
      }
      return `/storage/upload?${new URLSearchParams({ ...parameters, s: sign(secret, 'PUT', parameters) })}`
    },
    async getLink(key, { type, fileName = '', inline = false }) {
      // Ends on a full minute, so that a reloaded page finds its pictures in the cache.
      const end = Math.ceil(now().getTime() / 60_000) * 60 + linkSeconds
      const parameters = { k: key, t: type, n: fileName, i: inline ? '1' : '0', e: String(end) }
      return `/storage/object?${new URLSearchParams({ ...parameters, s: sign(secret, 'GET', parameters) })}`
    },
    async receive(upload, part, size, bytes) {
      const file = await temporary()
      try {
        if (!(await isWhole(pipeline(bytes, atMost(size), createWriteStream(file))))) return false
        if ((await exists(file)) !== size) return false
        await settle(file, incoming(upload, part))
        return true
      } finally {
        await rm(file, { force: true })
      }
    },
    async seal(upload, { parts, size, sha256 }) {
      const key = sealedKey(upload)
      const isSealed = async () => (await exists(pathOf(key))) === size
      const refused = async (problem: string) => ((await isSealed()) ? { key } : { problem })
      if (await isSealed()) return { key }
      for (let part = 1; part <= parts; part += 1)
        if ((await exists(incoming(upload, part))) === undefined) return refused(problems.missing(part, parts))
      const file = await temporary()
      try {
        const hash = createHash('sha256')
        const arrived = await joinParts(upload, parts, file, hash)
        if (arrived !== size) return await refused(problems.size(arrived, size))
        if (hash.digest('hex') !== sha256) return await refused(problems.hash)
        await settle(file, pathOf(key))
        await rm(join(root, 'incoming', upload), { recursive: true, force: true })
        return { key }
      } catch (error) {
        // A concurrent sealer was faster and removed the parts in the meantime.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await isSealed())) return { key }
        throw error
      } finally {
        await rm(file, { force: true })
      }
    },
    async head(key, bytes) {
      const file = await open(pathOf(key), 'r')
      try {
        const buffer = new Uint8Array(bytes)
        const { bytesRead } = await file.read(buffer, 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async read(key) {
      await stat(pathOf(key))
      return createReadStream(pathOf(key))
    },
    async store(key, path) {
      const file = await temporary()
      await copyFile(path, file)
      await settle(file, pathOf(key))
    },
    withFile: (key, work) => work(pathOf(key)),
    async copy(from, to) {
      if ((await exists(pathOf(to))) !== undefined) return
      await mkdir(dirname(pathOf(to)), { recursive: true })
      try {
        await link(pathOf(from), pathOf(to))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'EEXIST') return
        if (code === 'ENOENT') throw error
        const file = await temporary()
        await copyFile(pathOf(from), file)
        await settle(file, pathOf(to))
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list(folder) {
      const names = await readdir(pathOf(folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.map((name) => `${folder}/${name}`)
    },
    async sweep(before, keep) {
      let removed = 0
      for (const folder of ['incoming', 'sealed', 'temporary']) {
        for (const name of await readdir(join(root, folder)).catch(() => [] as string[])) {
          const path = join(root, folder, name)
          const info = await stat(path).catch(() => undefined)
          if (!info || info.mtime > before || (folder !== 'temporary' && (await keep(name)))) continue
          await rm(path, { recursive: true, force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}
