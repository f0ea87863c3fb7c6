import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { disposition } from '../../kernel/disposition.ts'
import { now } from '../../kernel/clock.ts'
import { ApiError, Forbidden, NotFound, TooMany } from '../../kernel/errors.ts'
import { byteRange, type ByteRange } from './byte-range.ts'
import type { Storage, StorageDoor } from './port.ts'
import { verified } from './signature.ts'

/** An object of the folder: its length, and its bytes or a part of them. */
export interface OpenObject {
  size: number
  read(range?: ByteRange): Readable
}

/**
 * Serves signed links of the local folder. Not contract routes: the link is the permission, made by a route that
 * checked the scope; with S3 the same links lead elsewhere.
 */
export function storageRoutes(
  fastify: FastifyInstance,
  storage: Pick<Storage, 'receive'> & { open(key: string): Promise<OpenObject> },
  secret: string,
  door: StorageDoor,
): void {
  void fastify.register(async (scope) => {
    // Bytes are streamed, never buffered in memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    // Concurrent uploads of one part: a broken connection may still be open when the next try arrives.
    const arriving = new Map<string, number>()
    const mostTries = 3

    scope.put('/storage/upload', { bodyLimit: 512 * 1024 * 1024 }, async (request, reply) => {
      const link = verified(secret, 'PUT', request.query, now())
      // The upload's own row decides: the signature is trusted, but a registered or deleted upload takes no bytes.
      if (!link || !(await door.isOpen(link.u))) throw new Forbidden('This upload link has expired or was changed.')
      if (Number(request.headers['content-length']) !== Number(link.z))
        throw new ApiError(422, 'The size differs from the one the link was made for.')
      if ((request.headers['content-type'] ?? 'application/octet-stream') !== link.t)
        throw new ApiError(415, 'The type differs from the one the link was made for.')
      const place = `${link.u} ${link.p}`
      if ((arriving.get(place) ?? 0) >= mostTries) throw new TooMany(5, 'This part is already being uploaded.')
      arriving.set(place, (arriving.get(place) ?? 0) + 1)
      door.allowSlowBody(request)
      const whole = await storage.receive(link.u, Number(link.p), Number(link.z), request.raw).finally(() => {
        const left = arriving.get(place)! - 1
        if (left === 0) arriving.delete(place)
        else arriving.set(place, left)
      })
      if (!whole) throw new ApiError(422, 'The upload was cut off. Please send it again.')
      return reply.code(200).send({ received: Number(link.z) })
    })

    scope.get('/storage/object', async (request, reply) => {
      const link = verified(secret, 'GET', request.query, now())
      if (!link) throw new Forbidden('This link has expired.')
      const object = await storage.open(link.k).catch(() => {
        throw new NotFound('This file')
      })
      // A part can only be joined safely to what the client has if the file is still the same; objects never change,
      // but we send no validator, so conditional requests get the whole file.
      const range = byteRange(
        request.headers['if-range'] === undefined ? request.headers.range : undefined,
        object.size,
      )
      void reply.headers({
        'content-type': link.t,
        'content-disposition': disposition(link.n, link.i === '1'),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=300',
        'accept-ranges': 'bytes',
      })
      if (range === 'all') return reply.header('content-length', object.size).send(object.read())
      if (range === 'none')
        return reply
          .code(416)
          .headers({ 'content-range': `bytes */${object.size}`, 'content-length': 0 })
          .send('')
      return reply
        .code(206)
        .headers({
          'content-range': `bytes ${range.start}-${range.end}/${object.size}`,
          'content-length': range.end - range.start + 1,
        })
        .send(object.read(range))
    })
  })
}
