import type { z } from 'zod'
import type { Permission } from '../permissions.ts'
import type { Subject } from '../subjects.ts'

/** Any zod schema; the core type keeps type-checking cheap (docs/decisions/001). */
export type Schema = z.core.$ZodType

/**
 * Who may call a route at all. `public`: no session; `session`: anyone signed in; a permission, or any of several.
 * The row itself is checked later by a policy.
 */
export type Needs = 'public' | 'session' | Permission | readonly Permission[]

/** A path that names several permissions is open to holders of any of them. */
export const anyOf = <const P extends readonly Permission[]>(...permissions: P): P => permissions

/**
 * A kind of record that a response shows: any of them (`case`), or the one whose id is in the call (`case@params.id`)
 * or in the response (`case@customer_request.patient_id`).
 */
export type Shown = Subject | `${Subject}@${string}`

export interface RouteSpec {
  /** One line: what the caller achieves. */
  summary: string
  /** The rules of docs/product that it follows, the most relevant first (`cases/notify`). */
  rules?: readonly string[]
  needs: Needs
  /**
   * Fields of the body that belong to another right than the call itself: sent without any of the permissions listed
   * for it, even as null, a field is a 403 before the body is checked (`people/fields`).
   */
  fieldPermissions?: Readonly<Record<string, readonly Permission[]>>
  params?: Schema
  query?: Schema
  body?: Schema
  returns: Schema
  /** Reads: what the response shows; it is fetched again when such a record changes. */
  shows?: readonly Shown[]
  /** Writes: the kinds of records that change. */
  changes?: readonly Subject[]
  /**
   * A valid input; generated tests and the API reference use it. `refused`: the error that it gets nevertheless,
   * because no fixed input can pass (a token, a single-use check).
   */
  example?: { params?: object; query?: object; body?: object; refused?: 401 | 404 | 409 | 422 }
  /** Largest body in bytes; 64 KiB when absent. */
  bodyLimit?: number
  /** Requests a minute: per address for public routes, per user for others. */
  rate?: { max: number; per: 'address' | 'user' }
  /**
   * Leads to the page of the portal that its answer names. Without a session it leads to the sign-in first, and a browser
   * that asks for what is not there, to the page that says so (`screens/open-link`).
   */
  redirects?: true
  /** Responds with the bytes of a file, to be kept under the name in `content-disposition`; the handler returns a `FileAnswer`. */
  file?: true
  /** Responds with an event stream, which stays open. */
  stream?: true
  /** Also open to a one-time code as bearer. */
  oneTimeCode?: true
  /** The response is a secret: it is given once, and an Idempotency-Key does not store it (docs/decisions/032). */
  secret?: true
  /**
   * Calls another company's server, outside of any transaction: what is intended is stored and committed first, and a
   * repeated call continues from there (docs/decisions/081).
   */
  effect?: true
  /** Also takes the body of a form, and ignores it: mail programs send one to a link that stops a mail (RFC 8058). */
  form?: true
  /** Signed by its sender: the handler checks the body's bytes as they arrived, and unknown keys are allowed. */
  signed?: true
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

/** Every read declares what it shows and every write what it changes, or that it is nothing. */
interface Read extends RouteSpec {
  shows: readonly Shown[]
}
interface Write extends RouteSpec {
  changes: readonly Subject[]
}
const maker =
  <const M extends Exclude<Method, 'GET'>>(method: M) =>
  <const P extends string, const R extends Write>(path: P, spec: R): Made<M, P, R> => ({ ...spec, method, path })

export const get = <const P extends string, const R extends Read>(path: P, spec: R): Made<'GET', P, R> => ({
  ...spec,
  method: 'GET',
  path,
})
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

/** The server's response. */
export type Output<R extends Route> = Out<R['returns']>
