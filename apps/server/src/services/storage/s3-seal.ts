import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { incomingKey, problems, sealedKey } from './keys.ts'
import { partSize } from './port.ts'
import { bodyOf, isMissing, translated, type Bucket } from './s3-client.ts'

interface Expected {
  parts: number
  size: number
  sha256: string
}

/**
 * Reads the parts of an upload once, in order, and writes them as one object while measuring them. That object is
 * created only when size and hash are right: a small one by one PUT, a larger one by an S3 multipart upload that is
 * completed last. Returns a problem as text, or undefined when the object exists.
 *
 * Holds at most four parts in memory. An abandoned upload is aborted; should that fail too, a lifecycle rule of the
 * bucket removes it (docs/deploy.md).
 */
export async function joinParts(
  bucket: Bucket,
  Bucket: string,
  upload: string,
  { parts, size, sha256 }: Expected,
): Promise<string | undefined> {
  const arrived = await sizesOf(bucket, Bucket, upload)
  for (let part = 1; part <= parts; part += 1)
    if (!arrived.has(incomingKey(upload, part))) return problems.missing(part, parts)
  const keys = Array.from({ length: parts }, (_, index) => incomingKey(upload, index + 1))
  const total = keys.reduce((sum, key) => sum + arrived.get(key)!, 0)
  if (total !== size) return problems.size(total, size)

  const hash = createHash('sha256')
  let read = 0
  async function* bytes() {
    for (const Key of keys)
      for await (const chunk of bodyOf(await bucket.call((s3) => s3.getObject({ Bucket, Key })))) {
        hash.update(chunk as Buffer)
        read += (chunk as Buffer).length
        yield chunk as Buffer
      }
  }
  // A part may have been sent again since it was listed: the bytes that were read decide.
  const problem = () =>
    read !== size ? problems.size(read, size) : hash.digest('hex') === sha256 ? undefined : problems.hash
  const Key = sealedKey(upload)
  try {
    if (size > partSize) return await writeInParts(bucket, { Bucket, Key }, pieces(bytes()), problem)
    const whole: Buffer[] = []
    for await (const piece of pieces(bytes())) whole.push(piece)
    const wrong = problem()
    if (wrong === undefined) await bucket.call((s3) => s3.putObject({ Bucket, Key, Body: Buffer.concat(whole) }))
    return wrong
  } catch (error) {
    throw isMissing(error) ? error : translated(error)
  }
}

/** Stores a file of this machine as one object, in parts where it is a large one. Holds at most four parts in memory. */
export async function storeFile(bucket: Bucket, target: { Bucket: string; Key: string }, path: string): Promise<void> {
  const { size } = await stat(path)
  const bytes = pieces(createReadStream(path))
  if (size > partSize) {
    await writeInParts(bucket, target, bytes, () => undefined)
    return
  }
  const whole: Buffer[] = []
  for await (const piece of bytes) whole.push(piece)
  await bucket.call((s3) => s3.putObject({ ...target, Body: Buffer.concat(whole) }))
}

/** The parts that have arrived, with their sizes: at most 63 (500 MB), so one page. */
async function sizesOf(bucket: Bucket, Bucket: string, upload: string): Promise<Map<string, number>> {
  const Prefix = incomingKey(upload, 0).slice(0, -1)
  const { Contents = [] } = await bucket.call((s3) => s3.listObjectsV2({ Bucket, Prefix }))
  return new Map(Contents.map(({ Key = '', Size = 0 }) => [Key, Size]))
}

/** Cuts a stream into pieces of S3's part size; the last one is the remainder. */
async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let length = 0
  for await (let chunk of chunks) {
    while (length + chunk.length >= partSize) {
      const head = chunk.subarray(0, partSize - length)
      yield Buffer.concat([...gathered, head])
      gathered = []
      length = 0
      chunk = chunk.subarray(head.length)
    }
    if (chunk.length > 0) gathered.push(chunk)
    length += chunk.length
  }
  if (length > 0) yield Buffer.concat(gathered)
}

/** Two pieces are in flight while the next is read. */
async function writeInParts(
  bucket: Bucket,
  target: { Bucket: string; Key: string },
  bytes: AsyncIterable<Buffer>,
  problem: () => string | undefined,
): Promise<string | undefined> {
  const { UploadId } = await bucket.call((s3) => s3.createMultipartUpload(target))
  const sent: Promise<CompletedPart>[] = []
  const send = async (PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
    const { ETag } = await bucket.call((s3) => s3.uploadPart({ ...target, UploadId, PartNumber, Body }))
    return { PartNumber, ETag }
  }
  try {
    for await (const piece of bytes) {
      await sent.at(-2)
      const part = send(sent.length + 1, piece)
      // The caller that awaits it gets the error; until then it must not count as unhandled.
      part.catch(() => {})
      sent.push(part)
    }
    const Parts = await Promise.all(sent)
    const wrong = problem()
    if (wrong === undefined) {
      await bucket.call((s3) => s3.completeMultipartUpload({ ...target, UploadId, MultipartUpload: { Parts } }))
      return undefined
    }
    await giveUp()
    return wrong
  } catch (error) {
    await giveUp()
    throw error
  }

  async function giveUp(): Promise<void> {
    await Promise.allSettled(sent)
    await bucket.call((s3) => s3.abortMultipartUpload({ ...target, UploadId })).catch(() => {})
  }
}
