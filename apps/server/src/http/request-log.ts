import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** One line a request, when it is answered: method, path, status, milliseconds. Fastify's own are two lines. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) request.log.error({ ...line, err: error }, 'request errored')
    else request.log.info(line, 'answered')
  }

  /** Without the query's values: search texts are names of patients (rule 38). */
  override routeNotFound(request: FastifyRequest): void {
    if (!this.isLogDisabled(request)) request.log.info({ req: request }, 'no such address')
  }
}
