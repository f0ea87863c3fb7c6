import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A connection on which nothing moves for so long ends: a reader who takes nothing of an answer holds it no longer. More than
 * the longest wait before an answer, large uploads being joined in a slow bucket. Streams say something every 20 s.
 */
export const silenceMs = 10 * 60_000

const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

/**
 * A body that has not arrived after 30 seconds ends its connection (`safety/waits`), whatever was answered meanwhile.
 * Node's own limit is one for all requests, and uploads may take half an hour: they ask for it by `allowSlowBody`.
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

/** From now on only Node's own limit holds for this body. For who has shown a signed link, never before. */
export const allowSlowBody = (request: FastifyRequest): void => clearTimeout(timers.get(request))
