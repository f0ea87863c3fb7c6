import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '../../config.ts'
import { now } from '../../kernel/clock.ts'
import { incomingKey, plainKey, sealedKey } from './keys.ts'
import type { Storage } from './port.ts'
import { disposition } from '../../kernel/disposition.ts'
import { bodyOf, isMissing, isOutOfRange, openBucket, secondsUntil } from './s3-client.ts'
import { joinParts, storeFile } from './s3-seal.ts'

const linkSeconds = 5 * 60

/**
 * Files in a bucket of any S3 server. Browsers talk to it by presigned links; every part of an upload is a separate
 * object (`incoming/<upload>/<n>`), so that only an interrupted part is sent again and the local folder behaves the
 * same.
 */
export function s3Storage(settings: S3Settings): Storage {
  const Bucket = settings.bucket
  const bucket = openBucket(settings)

  /** Bytes of an object; undefined when there is none. */
  const sizeOf = (Key: string): Promise<number | undefined> =>
    bucket
      .call((s3) => s3.headObject({ Bucket, Key }))
      .then(
        ({ ContentLength }) => ContentLength ?? 0,
        (error: unknown) => {
          if (isMissing(error)) return undefined
          throw error
        },
      )
  const remove = async (Key: string) => {
    await bucket.call((s3) => s3.deleteObject({ Bucket, Key }))
  }

  /** Every object under a prefix, page by page. */
  async function* objectsUnder(Prefix: string): AsyncGenerator<{ key: string; changed: Date }> {
    let ContinuationToken: string | undefined
    do {
      const page = await bucket.call((s3) => s3.listObjectsV2({ Bucket, Prefix, ContinuationToken }))
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key && LastModified) yield { key: Key, changed: LastModified }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  return {
    origin: bucket.origin,
    putLink: (upload, part, { size, type, expires }) =>
      bucket.signPut(
        { Key: incomingKey(upload, part), ContentLength: size, ContentType: type },
        { from: now(), seconds: secondsUntil(expires) },
      ),
    async getLink(key, { type, fileName = '', inline = false }) {
      // Signed at the full minute, so that a reloaded page finds its pictures in the cache.
      const from = new Date(Math.floor(now().getTime() / 60_000) * 60_000)
      const answer = {
        ResponseContentType: type,
        ResponseContentDisposition: disposition(fileName, inline),
        ResponseCacheControl: `private, max-age=${linkSeconds}`,
      }
      return bucket.signGet({ Key: plainKey(key), ...answer }, { from, seconds: 60 + linkSeconds })
    },
    async receive(upload, part, size, bytes) {
      const Body = await gathered(bytes, size)
      if (!Body) return false
      await bucket.call((s3) => s3.putObject({ Bucket, Key: incomingKey(upload, part), Body }))
      return true
    },
    async seal(upload, expected) {
      const key = sealedKey(upload)
      // The key exists only with checked bytes, so its existence is enough.
      const isSealed = async () => (await sizeOf(key)) === expected.size
      if (await isSealed()) return { key }
      const problem = await joinParts(bucket, Bucket, upload, expected).catch((error: unknown) => {
        if (isMissing(error)) return 'A part has not arrived. Please upload the file again.'
        throw error
      })
      // A concurrent sealer may have been faster and have removed the parts in the meantime.
      if (problem !== undefined) return (await isSealed()) ? { key } : { problem }
      // What remains here is swept later; the upload is sealed all the same.
      const parts = Array.from({ length: expected.parts }, (_, index) => incomingKey(upload, index + 1))
      await Promise.allSettled(parts.map(remove))
      return { key }
    },
    async head(key, bytes) {
      const Range = `bytes=0-${bytes - 1}`
      try {
        const answer = await bucket.call((s3) => s3.getObject({ Bucket, Key: plainKey(key), Range }))
        return (await gathered(bodyOf(answer), Infinity))!.subarray(0, bytes)
      } catch (error) {
        if (isOutOfRange(error)) return new Uint8Array()
        throw error
      }
    },
    read: async (key) => bodyOf(await bucket.call((s3) => s3.getObject({ Bucket, Key: plainKey(key) }))),
    async store(key, path) {
      await storeFile(bucket, { Bucket, Key: plainKey(key) }, path)
    },
    async withFile(key, work) {
      const folder = await mkdtemp(join(tmpdir(), 'archwire-file-'))
      try {
        const path = join(folder, 'file')
        await pipeline(await this.read(key), createWriteStream(path))
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async copy(from, to) {
      if ((await sizeOf(plainKey(to))) !== undefined) return
      await bucket.call((s3) => s3.copyObject({ Bucket, Key: to, CopySource: `${Bucket}/${plainKey(from)}` }))
    },
    remove: (key) => remove(plainKey(key)),
    async list(folder) {
      const keys: string[] = []
      for await (const { key } of objectsUnder(`${plainKey(folder)}/`)) keys.push(key)
      return keys
    },
    async sweep(before, keep) {
      const removed = new Set<string>()
      for (const prefix of ['incoming', 'sealed']) {
        // All parts of one upload are adjacent: one query per upload.
        let asked: { upload: string; keep: boolean } | undefined
        for await (const { key, changed } of objectsUnder(`${prefix}/`)) {
          if (changed > before) continue
          const upload = key.split('/')[1]!
          if (asked?.upload !== upload) asked = { upload, keep: await keep(upload) }
          if (asked.keep) continue
          await remove(key)
          removed.add(`${prefix}/${upload}`)
        }
      }
      return removed.size
    },
  }
}

/** All bytes of a stream; undefined unless there are exactly `size` (`Infinity` accepts any number). */
async function gathered(bytes: Readable, size: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > size) return undefined
  }
  return size === Infinity || length === size ? Buffer.concat(chunks) : undefined
}
