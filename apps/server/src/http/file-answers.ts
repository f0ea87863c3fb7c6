import type { FastifyReply } from 'fastify'
import { disposition } from '../kernel/disposition.ts'

/** What the handler of a route with `file` returns: the bytes, and the name to keep them under. */
export interface FileAnswer {
  name: string
  type: string
  bytes: Uint8Array
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
    .send(Buffer.from(bytes))
}
