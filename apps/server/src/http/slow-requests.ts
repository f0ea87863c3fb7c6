import type { FastifyInstance } from 'fastify'

const seconds = 30

/**
 * A body that has not arrived after 30 seconds ends its connection (rule 42). Node's own limit is one for all requests, and
 * uploads to `uploadPath` may take half an hour.
 */
export function endSlowRequests(fastify: FastifyInstance, uploadPath: string): void {
  fastify.addHook('onRequest', async (request) => {
    if (request.url.startsWith(uploadPath)) return
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, seconds * 1000)
    timer.unref()
    request.raw.once('close', () => clearTimeout(timer))
  })
}
