import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { Page } from './lib/page.ts'
import { makeRouterOf } from './make-router.ts'
import { routeTree } from './routeTree.gen.ts'
import { WithOutline } from './outline.tsx'

// Were the root shown as waiting, the router would show the shell only together with the page.
routeTree.update({ pendingMs: Infinity } as never)

/** Builds the router of all pages: the generated tree of routes. */
export const makeRouter = (queryClient: QueryClient, history: RouterHistory) =>
  makeRouterOf(routeTree, queryClient, history, WithOutline)

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption extends Page {}
}
