import { errorCodes, type FastifyInstance } from 'fastify'
import { Invalid } from '../kernel/errors.ts'

/** A larger body is checked before it is parsed; parsing a smaller one takes less than a millisecond. */
const small = 64 * 1024
/** Values and keys that a large body may have; our large bodies have long values, not many of them. */
const most = 20_000

const quote = 0x22
const backslash = 0x5c
/** `{`, `[`, `,`, `:` */
const structural = new Set([0x7b, 0x5b, 0x2c, 0x3a])

/**
 * True when JSON text holds more values than `limit`: counts what opens and separates them, outside of strings, without
 * building any. Takes about a millisecond a megabyte. For text that is not JSON the count is meaningless; the parser
 * refuses it.
 */
export function hasMoreValues(bytes: Uint8Array, limit: number): boolean {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === quote) {
      at = endOfString(bytes, at)
      if (at < 0) return false
    } else if (structural.has(byte) && (count += 1) > limit) return true
  }
  return false
}

/** Where the string that starts at `start` ends; −1 when it does not. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's bytes are kept: its sender has signed them. */
    signed?: boolean
    /** The body of a form is taken, and ignored. */
    form?: boolean
  }
  interface FastifyRequest {
    /** The body of a signed call as it arrived. */
    bytes: Uint8Array | undefined
  }
}

/** Bodies of forms are for the calls that ignore them: those of mail programs (`today/switch`). */
export function ignoreFormBodies(fastify: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  fastify.addContentTypeParser(forms, { parseAs: 'buffer' }, (request, _body, done) => {
    if (request.routeOptions.config.form) return done(null, {})
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? ''))
  })
}

/** Refuses bodies of very many values before they are parsed: sixty megabytes of them take the only thread for seconds (`safety/bounds`). */
export function readJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.decorateRequest('bytes', undefined)
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length > small && hasMoreValues(body, most)) return done(new Invalid('The request has too many values.'))
    if (request.routeOptions.config.signed) request.bytes = body
    return parse(request, body.toString('utf8'), done)
  })
}
