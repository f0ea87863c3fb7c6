import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { routeTree } from './routeTree.gen.ts'
import { PageError, PageMissing, PagePending } from './ui/page-states.tsx'

export interface RouterContext {
  queryClient: QueryClient
}

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
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** What the browser's tab says. */
    title?: string
    /** Belongs to the management profile: signing in leads through /management. */
    management?: boolean
    /** Open while the account setup of the organization is not finished. */
    setup?: boolean
    /** The lab's announcement stands above it. */
    announcement?: boolean
    /** A list that the lab's global filter of organizations narrows; its address carries the key. */
    chosenOrganizations?: boolean
  }
}
