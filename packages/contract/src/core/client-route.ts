import type { Input, Method, Output, Route, Shown } from './route.ts'

/** A route as the browser sees it: its address; its types travel in `R` and cost nothing at run time. */
export interface ClientRoute<R extends Route = Route> {
  name: string
  method: Method
  path: string
  /** What a read shows, and what a write changes. */
  touches: readonly Shown[]
  /** Never set: carries the types of input and response. */
  readonly types?: { input: Input<R>; output: Output<R> }
}

export const clientRoute = <R extends Route>(
  name: string,
  method: Method,
  path: string,
  ...touches: Shown[]
): ClientRoute<R> => ({ name, method, path, touches })
export type InputOf<C> = C extends ClientRoute<infer R> ? Input<R> : never
export type OutputOf<C> = C extends ClientRoute<infer R> ? Output<R> : never
