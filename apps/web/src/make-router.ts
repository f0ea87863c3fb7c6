import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRoute, type RouterHistory } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { parseSearch, stringifySearch } from './lib/search-text.ts'
import { PageError, PageMissing, PagePending } from './ui/page-states.tsx'

/** What loaders of routes get. */
export interface RouterContext {
  queryClient: QueryClient
}

/** Builds a router: the portal's own form of query strings, pages for errors and waiting. */
export const makeRouterOf = <Tree extends AnyRoute>(
  routeTree: Tree,
  queryClient: QueryClient,
  history: RouterHistory,
  around?: (props: { children: ReactNode }) => JSX.Element,
) =>
  createRouter({
    routeTree,
    history,
    context: { queryClient } as never,
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
    ...(around && { InnerWrap: around }),
  })
