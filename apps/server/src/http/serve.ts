import type { Route } from '@archwire/contract/core/route.ts'
import { statementLog } from '../db/client.ts'
import { admit } from './admit.ts'
import type { EffectSteps } from './effect-call.ts'
import { execute, type Served } from './execute.ts'
import { sayOnPage } from './redirects.ts'
import type { Handler, Serving, Steps } from './serving.ts'

export const apiBase = '/api/v1'

/**
 * How modules put a contract route on the server: by its handler, by what comes before the transaction and in it, or by the
 * effect that it has on another company's server.
 */
export interface Serve {
  <const R extends Route>(route: R, handler: Handler<R>): void
  <const R extends Route, P>(route: R, steps: Steps<R, P>): void
  <const R extends Route & { effect: true }, I, O, V, P>(route: R, steps: EffectSteps<R, I, O, V, P>): void
}

/**
 * Registers contract routes on Fastify. Refuses in one fixed order (`calls/refusals`): 401 no session, 403 role, 422 shape, 404 out of
 * scope, 403 row policy, 409 state; the first two (`admit.ts`) before the body is read, the others while the call is executed
 * (`execute.ts`).
 */
export function server(serving: Serving): Serve {
  // Refusals report their cost, too: a response to an unknown person must cost the same as one to a known person.
  if (serving.checkAnswers)
    serving.fastify.addHook('onSend', async (request, reply) => {
      if (request.statements) reply.header('server-timing', `db;desc="${request.statements.count}"`)
    })
  return function serve<const R extends Route>(route: R, how: Handler<R> | Served<R>): void {
    const steps = (typeof how === 'function' ? { prepare: nothing, handle: how } : how) as Served<R>
    serving.served.add(route)
    serving.fastify.route({
      method: route.method,
      url: apiBase + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { signed: route.signed ?? false, form: route.form ?? false },
      bodyLimit: route.bodyLimit ?? 64 * 1024,
      // A HEAD would act like the GET: count a view, open a stream.
      exposeHeadRoute: false,
      onRequest: (request, reply) => admit(serving, route, request, reply),
      handler: (request, reply) =>
        statementLog.run(request.statements ?? { count: 0, texts: undefined }, () =>
          execute(serving, route, steps, request, reply).catch(sayOnPage(route, request, reply)),
        ),
    })
  }
}

const nothing = () => Promise.resolve(undefined)
