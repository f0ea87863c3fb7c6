import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute, RouterHistory } from '@tanstack/react-router'
import { makeRouterOf } from './make-router.ts'
import { Route as rootRoute } from './routes/__root.tsx'

/**
 * The pages that are open without a session, in a router of their own: the sign-in page does not load the descriptions
 * of all other pages. Every file that lies directly in `routes` is one, but for the home page, which only leads on.
 */
const files = import.meta.glob<{ Route: AnyRoute }>(['./routes/*.tsx', '!./routes/_*.tsx', '!./routes/index.tsx'], {
  eager: true,
})

/** `./routes/shared.$token.tsx` → `/shared/$token` */
const pathOf = (file: string): string => `/${file.slice('./routes/'.length, -'.tsx'.length).replaceAll('.', '/')}`

const firstWords = new Set(Object.keys(files).map((file) => pathOf(file).split('/')[1]))

/** Whether a page is open without a session. */
export const isForVisitors = (pathname: string): boolean => firstWords.has(pathname.split('/')[1])

/** Builds the visitors' router. */
export function makeVisitorRouter(queryClient: QueryClient, history: RouterHistory) {
  const pages = Object.entries(files).map(([file, { Route }]) => {
    const path = pathOf(file)
    return Route.update({ id: path, path, getParentRoute: () => rootRoute } as never)
  })
  return makeRouterOf(rootRoute.addChildren(pages), queryClient, history)
}
