import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** Any zod schema; the core type keeps type-checking cheap (docs/decisions/001). */
export type Schema = z.core.$ZodType

/**
 * Who may call a route at all. `public`: no session; `session`: anyone signed in; a permission, or any of several.
 * The row itself is checked later by a policy.
 */
export type Needs = 'public' | 'session' | Permission | readonly Permission[]

/** A path that names several permissions is open to whoever holds one of them. */
export const anyOf = <const P extends readonly Permission[]>(...permissions: P): P => permissions

export interface RouteSpec {
  /** One line: what the caller gets done. */
  summary: string
  /** The paragraph of the specification, or `ours`. */
  spec: string
  needs: Needs
  params?: Schema
  query?: Schema
  body?: Schema
  returns: Schema
  /** An input that is legal in shape; generated tests and the API reference use it. */
  example?: { params?: object; query?: object; body?: object }
  /** Largest body in bytes; 64 KiB when absent. */
  bodyLimit?: number
  /** Requests a minute: per address for public routes, per user for others. */
  rate?: { max: number; per: 'address' | 'user' }
  /** Answers an event stream, which stays open. */
  stream?: true
  /** Also open to a one-time code as bearer. */
  oneTimeCode?: true
  /** The answer opens something: it is given once, and an Idempotency-Key does not keep it (docs/decisions/032). */
  secret?: true
  /** Writes run in one transaction unless the route works outside (signed links, sign-in). */
  transaction?: 'none'
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route extends RouteSpec {
  method: Method
  /** Path below the API's base, parameters in braces: `/patients/{id}`. */
  path: string
}

type Made<M extends Method, P extends string, R extends RouteSpec> = R & { method: M; path: P }

const maker =
  <const M extends Method>(method: M) =>
  <const P extends string, const R extends RouteSpec>(path: P, spec: R): Made<M, P, R> => ({ ...spec, method, path })

export const get = maker('GET')
export const post = maker('POST')
export const put = maker('PUT')
export const patch = maker('PATCH')
export const del = maker('DELETE')

type Out<S> = S extends Schema ? z.core.output<S> : undefined
type In<S> = S extends Schema ? z.core.input<S> : undefined
type Get<R, K extends string> = K extends keyof R ? R[K] : undefined

/** What a handler receives: parsed values. */
export type Parsed<R extends Route> = {
  params: Out<Get<R, 'params'>>
  query: Out<Get<R, 'query'>>
  body: Out<Get<R, 'body'>>
}

type Part<R extends Route, K extends 'params' | 'query' | 'body'> =
  Get<R, K> extends undefined ? object : { [P in K]: K extends 'query' ? Partial<In<Get<R, K>>> : In<Get<R, K>> }

/** What a caller passes. Path parameters may be numbers: they are written into the path. */
export type Input<R extends Route> = (Get<R, 'params'> extends undefined
  ? object
  : { params: Record<keyof In<Get<R, 'params'>> & string, string | number> }) &
  (Get<R, 'query'> extends undefined ? object : { query?: Part<R, 'query'> extends { query: infer Q } ? Q : never }) &
  Part<R, 'body'>

/** What the server answers. */
export type Output<R extends Route> = Out<R['returns']>
