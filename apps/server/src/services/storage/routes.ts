import type { FastifyInstance } from 'fastify'
import { now } from '../../kernel/clock.ts'
import { ApiError, Forbidden, NotFound } from '../../kernel/errors.ts'
import type { Storage } from './port.ts'
import { verify } from './signature.ts'

/**
 * The local folder's own answer to signed links. Not contract routes: the link is the permission, made by a route that
 * checked the scope; with S3 the same links lead elsewhere.
 */
export function storageRoutes(fastify: FastifyInstance, storage: Storage, secret: string): void {
  void fastify.register(async (scope) => {
    // Bytes are streamed, never gathered in memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    scope.put('/storage/upload', { bodyLimit: 512 * 1024 * 1024 }, async (request, reply) => {
      const query = request.query as Record<string, string>
      if (!verify(secret, 'PUT', query, now())) throw new Forbidden('This upload link has expired or was changed.')
      if (Number(request.headers['content-length']) !== Number(query.z))
        throw new ApiError(422, 'The size differs from the one the link was made for.')
      if ((request.headers['content-type'] ?? 'application/octet-stream') !== query.t)
        throw new ApiError(415, 'The type differs from the one the link was made for.')
      const whole = await storage.receive(query.u!, Number(query.p), Number(query.z), request.raw)
      if (!whole) throw new ApiError(422, 'The upload was cut off. Please send it again.')
      return reply.code(200).send({ received: Number(query.z) })
    })

    scope.get('/storage/object', async (request, reply) => {
      const query = request.query as Record<string, string>
      if (!verify(secret, 'GET', query, now())) throw new Forbidden('This link has expired.')
      const stream = await storage.read(query.k!).catch(() => {
        throw new NotFound('This file')
      })
      return reply
        .headers({
          'content-type': query.t!,
          'content-disposition': disposition(query.n ?? '', query.i === '1'),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=300',
        })
        .send(stream)
    })
  })
}

/** RFC 6266 with RFC 5987 encoding: names of users are data, never header syntax (rule 31). */
export function disposition(name: string, inline: boolean): string {
  const kind = inline ? 'inline' : 'attachment'
  if (name === '') return kind
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
