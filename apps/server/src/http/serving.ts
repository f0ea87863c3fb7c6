import type { Output, Parsed, Route } from '@archwire/contract/core/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../db/built-json.ts'
import type { Db, StatementLog, Trx } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import type { KeptConflict } from '../kernel/errors.ts'
import type { AccessLog } from './access-log.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Turns } from './turns.ts'

/** What a handler gets besides its input. `actor` is set on every route that is not public. */
export interface Context {
  db: Db
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  /** Ids of records that the response shows, for the access log. */
  logRead: (...ids: number[]) => void
  /** What a repeated call without a session shares with the first one; null where no key was sent. */
  callKey: string | null
  /** Runs this after the commit: a rolled-back call sends no cookie. */
  afterCommit: (act: () => void) => void
}

/** A write runs in one transaction unless its route works outside of it; a read has none. */
type Within<R extends Route> = R extends { method: 'GET' } | { transaction: 'none' } | { effect: true }
  ? object
  : { trx: Trx }
export type Handler<R extends Route, P = undefined> = (
  input: Parsed<R> & Context & Within<R> & { prepared: P },
) => Promise<Answer<Output<R>> | KeptConflict>

/**
 * Work that a transaction must not wait for (uploaded bytes, hashes) or roll back (counted attempts); its result is
 * passed to the handler.
 */
export type Prepare<R extends Route, P> = (input: Parsed<R> & Context) => Promise<P>

/** What a route does before the transaction and in it. */
export interface Steps<R extends Route, P> {
  prepare: Prepare<R, P>
  handle: Handler<R, P>
}

/** What all calls share. */
export interface Serving {
  fastify: FastifyInstance
  db: Db
  authenticate: (request: FastifyRequest, route: Route) => Promise<Actor | undefined>
  accessLog: AccessLog
  rateLimits: RateLimits
  /** Turns at a connection for a write, by organization or person; reads always find some free. */
  writes: Turns
  /** Development and tests parse every response with its contract schema; production trusts `present`. */
  checkAnswers: boolean
  served: Set<Route>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    statements: StatementLog | undefined
    admittedAt: number
  }
}
