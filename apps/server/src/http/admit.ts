import type { Route } from '@archwire/contract/core/route.ts'
import { personHeader } from '@archwire/contract/core/person-header.ts'
import type { Permission } from '@archwire/contract/permissions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { statementLog } from '../db/client.ts'
import { holdsSomewhere, type Actor } from '../kernel/actor.ts'
import { Forbidden, TooMany, Unauthenticated } from '../kernel/errors.ts'
import { networkOf } from '../kernel/network.ts'
import { countRefusal, recordOf } from './access-log.ts'
import { openPace } from './pace.ts'
import { leadToSignIn } from './redirects.ts'
import type { Serving } from './serving.ts'
import { addressOf, sessionCookie, tokenOf } from './session-cookie.ts'

/** Concurrent calls per caller: a page sends a dozen, a program some more. Event streams count separately. */
const mostAtOnce = { session: 30, person: { reads: 30, writes: 10 }, organization: { reads: 90, writes: 30 } }

/**
 * Admits a call before its body is read: limits of the session and the address, session, limits of the person and the
 * organization, permission. Sets `request.actor` on every route that is not public.
 */
export const admit = (serving: Serving, route: Route, request: FastifyRequest, reply: FastifyReply) =>
  check(serving, route, request, reply).catch((error: unknown) => {
    countRefusal(serving, route, request, error)
    return refuse(error)
  })

async function check(serving: Serving, route: Route, request: FastifyRequest, reply: FastifyReply) {
  request.statements = { count: 0, texts: undefined }
  // Registered before anything is awaited: a client that hangs up in the meantime gives its share back, too.
  const hold = untilOver(request, reply)
  const begin = (key: string, max: number) => hold(serving.rateLimits.begin(key, max))
  // Before any query: a burst must not reach the database at all. A malformed token gets no counter of its own.
  const token = tokenOf(request)
  if (token && /^[\w-]{43}$/.test(token) && !route.stream) begin(`session ${token}`, mostAtOnce.session)
  if (route.rate?.per === 'address')
    serving.rateLimits.take(`${route.path} ${networkOf(addressOf(request))}`, route.rate.max)
  if (route.needs === 'public') return undefined
  const actor = await statementLog.run(request.statements, () => serving.authenticate(request, route))
  if (!actor) {
    // The session is over: files that the browser cached go with it.
    if (request.cookies[sessionCookie]) void reply.header('clear-site-data', '"cache"')
    if (route.redirects) return leadToSignIn(request, reply)
    throw new Unauthenticated()
  }
  request.actor = actor
  void reply.header(personHeader, actor.userId)
  request.admittedAt = performance.now()
  if (route.rate?.per === 'user') serving.rateLimits.take(`${route.path} ${actor.userId}`, route.rate.max)
  if (!route.stream) {
    const kind = route.method === 'GET' ? 'reads' : 'writes'
    begin(`${kind} of ${actor.userId}`, mostAtOnce.person[kind])
    begin(`${kind} in ${placeOf(actor)}`, mostAtOnce.organization[kind])
  }
  if (route.needs === 'session') return undefined
  const needs = (typeof route.needs === 'string' ? [route.needs] : route.needs) as readonly Permission[]
  // People of a disabled practice are refused by the policies of its records, which a partner lab's own are not.
  const mayCall = holdsSomewhere(actor, needs) && (route.method === 'GET' || !actor.readOnly)
  if (mayCall) return undefined
  serving.accessLog.denied(actor, `${route.method} ${route.path}`, recordOf(route, request))
  throw new Forbidden()
}

/** Refusals for too many calls are paced, so that a burst of them blocks no one. */
const refusalsPace = openPace(4)
async function refuse(error: unknown): Promise<never> {
  if (error instanceof TooMany) await refusalsPace()
  throw error
}

/**
 * Gives back what a call took once its response is sent or its caller has hung up, even if that was before it was
 * taken.
 */
function untilOver(request: FastifyRequest, reply: FastifyReply): (giveBack: () => void) => void {
  const held: (() => void)[] = []
  let over = request.raw.socket?.destroyed ?? false
  const end = () => {
    over = true
    for (const giveBack of held.splice(0)) giveBack()
  }
  reply.raw.once('close', end).once('finish', end)
  return (giveBack) => (over ? giveBack() : void held.push(giveBack))
}

/** Who shares turns and limits: a practice's people do; each of the lab's people has their own. */
export const placeOf = (actor: Actor): string =>
  actor.memberships[0] && !actor.isManagement ? `o${actor.memberships[0].organizationId}` : `u${actor.userId}`
