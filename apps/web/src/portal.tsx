import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, RouterProvider, type AnyRouter, type RouterHistory } from '@tanstack/react-router'
import { Suspense, use, useEffect, useState } from 'react'
import { outlineOf } from './outline.tsx'
import { isForVisitors, makeVisitorRouter } from './visitor-router.tsx'

const history = createBrowserHistory()

/** Loads the router of all pages. */
const loadRouter = async (queryClient: QueryClient): Promise<AnyRouter> => {
  const { makeRouter } = await import('./router.tsx')
  return makeRouter(queryClient, history)
}

/** The history of the visitors' router: it is not told of addresses that it does not have. */
function historyOfVisitors(goOn: () => void): RouterHistory {
  const subscribe: RouterHistory['subscribe'] = (listener) =>
    history.subscribe((change) => (isForVisitors(change.location.pathname) ? listener(change) : goOn()))
  return Object.create(history, { subscribe: { value: subscribe } }) as RouterHistory
}

/** The pages behind the sign-in: the outline of the shell is there before their router. Home only leads on. */
function portalOfPages(loading: Promise<AnyRouter>): () => React.ReactNode {
  const Loaded = () => <RouterProvider router={use(loading)} />
  return () => (
    <Suspense fallback={outlineOf(history.location.pathname)}>
      <Loaded />
    </Suspense>
  )
}

/**
 * The router that the address needs. Pages that are open without a session have one of their own; whoever leaves them
 * stays on the page that is shown until the router of all pages and the next page are loaded.
 */
export function openPortal(queryClient: QueryClient): () => React.ReactNode {
  if (!isForVisitors(history.location.pathname)) return portalOfPages(loadRouter(queryClient))
  let leave = () => {}
  let stopFollowing = () => {}
  const visitors = makeVisitorRouter(
    queryClient,
    historyOfVisitors(() => leave()),
  )
  return function Visitors() {
    const [router, setRouter] = useState<AnyRouter>(visitors)
    useEffect(() => {
      leave = () => {
        leave = () => {}
        loadRouter(queryClient)
          .then(async (next) => {
            // A page that leads on is followed before it is shown; then the provider listens.
            stopFollowing = history.subscribe(() => void next.load())
            await next.load()
            setRouter(next)
          })
          // The address is that of the next page already.
          .catch(() => location.reload())
      }
      // Whoever types is about to sign in.
      const prepare = () => void import('./router.tsx').catch(() => {})
      window.addEventListener('keydown', prepare, { once: true })
      return () => window.removeEventListener('keydown', prepare)
    }, [])
    useEffect(() => {
      if (router !== visitors) stopFollowing()
    }, [router])
    return <RouterProvider key={router === visitors ? 'visitors' : 'all'} router={router} />
  }
}
