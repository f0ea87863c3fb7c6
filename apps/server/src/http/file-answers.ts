import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from '../kernel/disposition.ts'

/**
 * What the handler of a route with `file` returns: the name to keep it under, and its bytes or, for a file of any length, its
 * parts as they are read. Parts are read as fast as the caller takes them, so a file never is in memory as a whole. They are
 * read after the handler has returned: outside of its transaction, which routes that read do not have.
 */
export interface FileAnswer {
  name: string
  type: string
  bytes: Uint8Array | AsyncIterable<string>
}

/** Sends a file to be kept, never to be shown on an address of the portal. */
export async function sendFile({ name, type, bytes }: FileAnswer, reply: FastifyReply): Promise<void> {
  await reply
    .headers({
      'content-type': type,
      'content-disposition': disposition(name, false),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes, { objectMode: false }))
}
