import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * An idle connection ends after this time, so that a reader that accepts no data cannot hold it. Longer than the
 * longest wait before a response, large uploads being joined in a slow bucket. Streams send something every 20 s.
 */
export const silenceMs = 10 * 60_000

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * A body that has not arrived after 30 seconds ends its connection (`safety/waits`), even after a response. Node's own
 * limit is the same for all requests, and uploads may take half an hour: they request it by `allowSlowBody`.
 */
export function endSlowRequests(fastify: FastifyInstance, seconds = 30): void {
  fastify.addHook('onRequest', async (request) => {
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, seconds * 1000)
    timer.unref()
    timers.set(request, timer)
    request.raw.once('close', () => clearTimeout(timer))
  })
}

/** From now on only Node's own limit applies to this body. For callers that presented a signed link, never before. */
export const allowSlowBody = (request: FastifyRequest): void => clearTimeout(timers.get(request))
