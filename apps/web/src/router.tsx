import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { Page } from './lib/page.ts'
import { makeRouterOf } from './make-router.ts'
import { routeTree } from './routeTree.gen.ts'
import { Pending } from './pending.tsx'

// The outline of the shell is there from the first moment.
routeTree.update({ pendingMs: 0 } as never)

/** Builds the router of all pages: the generated tree of routes. */
export const makeRouter = (queryClient: QueryClient, history: RouterHistory) =>
  makeRouterOf(routeTree, queryClient, history, Pending)

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption extends Page {}
}
