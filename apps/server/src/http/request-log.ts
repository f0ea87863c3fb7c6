import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino } from 'pino'

/** One line per request, on its response: method, path, status, milliseconds. Fastify's own are two lines. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else request.log.info(line, 'answered')
  }

  /** Without the query's values: search texts are names of patients (`safety/private`). */
  override routeNotFound(request: FastifyRequest): void {
    if (!this.isLogDisabled(request)) request.log.info({ req: request }, 'no such address')
  }
}

/**
 * Standard output, written in blocks of 4 KB, at least once a second, and at exit: a system call per line cost a tenth
 * of a request. A killed process may lose that second, as it may lose the access log's.
 */
export const gatheredOutput = (): ReturnType<typeof pino.destination> =>
  pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 })
