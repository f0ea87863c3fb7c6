import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { render, type RenderResult } from 'vitest-browser-react/pure'
import { ComponentLibrary } from '../src/shell/component-library.tsx'
import { Messages } from '../src/shell/messages.tsx'
import { ReadAloud } from '../src/shell/read-aloud.tsx'
import { UnsavedQuestion } from '../src/ui/unsaved-question.tsx'

/** Shows a part on what every screen stands on: the component library, calls, toasts. */
export const show = (part: ReactNode): Promise<RenderResult> => render(part, { wrapper: Ground })

const Ground = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider
    client={
      new QueryClient({
        defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
      })
    }
  >
    <ComponentLibrary>
      {children}
      <ReadAloud />
      <Messages />
    </ComponentLibrary>
  </QueryClientProvider>
)

/** Shows a part as the page `/`, for what happens as a page is left; `leave` goes to `other`, `back` returns. */
export async function showPage(
  part: () => ReactNode,
  other: () => ReactNode = () => <h1>Another page</h1>,
): Promise<RenderResult & { leave: () => void; back: () => void }> {
  const root = createRootRoute({
    component: () => (
      <>
        <UnsavedQuestion />
        <Outlet />
      </>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: part }),
      createRoute({ getParentRoute: () => root, path: '/other', component: other }),
    ]),
    history: createMemoryHistory(),
    defaultNotFoundComponent: () => <h1>A page that is not of this test</h1>,
  })
  const screen = await show(<RouterProvider router={router as never} />)
  return Object.assign(screen, {
    leave: () => void router.navigate({ to: '/other' as never }),
    back: () => router.history.back(),
  })
}

/** A call that reached the server of a test. */
export interface Asked {
  method: string
  path: string
  body: unknown
}

/** What the server of a test says: a status and its words. */
export interface Said {
  status?: number
  body: unknown
}

/** A server that answers calls one after another; the last answer stays. Returns the calls, as they come. */
export function fakeServer(...answers: (Said | Promise<Said>)[]): Asked[] {
  const calls: Asked[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]!
    const text = init?.body
    calls.push({
      method: init?.method ?? 'GET',
      path: (address as string).replace('/api/v1', ''),
      body: typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined,
    })
    const { status = 200, body } = await answer
    return Response.json(body, { status })
  })
  return calls
}

/** An answer that comes when the test says so. */
export function later(): { answer: Promise<Said>; arrive: (said: Said) => void } {
  const { promise, resolve } = Promise.withResolvers<Said>()
  return { answer: promise, arrive: resolve }
}
