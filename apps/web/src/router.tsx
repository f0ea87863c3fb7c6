import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { Page } from './lib/page.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { routeTree } from './routeTree.gen.ts'
import { PageError, PageMissing, PagePending } from './ui/page-states.tsx'

/** What loaders of routes get. */
export interface RouterContext {
  queryClient: QueryClient
}

/** Builds the router: the generated tree of routes, the portal's own form of query strings, pages for errors and waiting. */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch: (search) => stringifySearch(search),
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageMissing,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 200,
    // What is ready is shown: the router would keep the sign of waiting up for half a second, once it stands.
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption extends Page {}
}
