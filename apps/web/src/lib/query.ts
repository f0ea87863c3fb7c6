import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { QueryClient, queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from './api.ts'
import { Intent } from './intent.ts'
import { sessionIsOver } from './session.tsx'
import { changesOf, holdForDeletion, refreshShown } from './refresh-shown.ts'
import { toast } from './toast.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 503),
    },
    // Offline, a call fails at once, with a message. Queued until the connection is back, it would perform what was
    // abandoned meanwhile.
    mutations: { networkMode: 'always' },
  },
})

/** `patients.list` → `patients` */
const resourceOf = (route: { name: string }): string => route.name.slice(0, route.name.indexOf('.'))

/** Settles a read that is aborted as the page closes: nothing waits for it. */
const never = new Promise<never>(() => {})

/** How every read is fetched and cached: key `[resource, route, input]`. */
export const query = <R extends Route>(route: ClientRoute<R>, input: Input<R>) =>
  queryOptions<Output<R>, Error, Output<R>, QueryKey>({
    queryKey: [resourceOf(route), route.name, input],
    meta: { shows: route.touches },
    queryFn: ({ signal }) => (sessionIsOver() ? never : call(route, input, { signal })),
  })

interface CallOptions<R extends Route> {
  onSuccess?: (answer: Output<R>) => unknown
  /** Return true when the error is shown in place; then no toast repeats it. */
  onError?: (error: Error) => boolean | void
  /** `aloud`: the page shows what was done, its message is only read aloud. False: not even that. */
  announce?: 'aloud' | false
}

/** A write: shows the server's message or errors, and refreshes what shows the record. */
export function useCall<R extends Route>(route: ClientRoute<R>, options: CallOptions<R> = {}) {
  const client = useQueryClient()
  const [intent] = useState(() => new Intent())
  const refresh = () => refreshShown(client, changesOf(route))
  return useMutation<Output<R>, Error, Input<R>, (() => void) | undefined>({
    onMutate: () => (route.method === 'DELETE' ? holdForDeletion(client, changesOf(route)) : undefined),
    mutationFn: (input) =>
      call(route, input, { idempotencyKey: route.method === 'POST' ? intent.keyFor(input) : undefined }),
    onSuccess: async (answer, input, release) => {
      intent.done(input)
      toast.settled(route.name)
      const message = (answer as { message?: string } | undefined)?.message
      const announce = options.announce ?? 'success'
      if (message && announce) toast[announce](message)
      // The page of a deleted record goes first: it would ask for what is no longer there.
      try {
        if (release) await options.onSuccess?.(answer)
      } finally {
        release?.()
        void refresh()
      }
      if (!release) await options.onSuccess?.(answer)
    },
    onError: async (error, _input, release) => {
      release?.()
      // The data on screen is outdated: who is told to look again sees what has changed by then.
      if (release || (error instanceof ApiError && error.status === 409)) await refresh()
      if (options.onError?.(error) === true) return
      // The sign-in page says why it is shown; after that the sentence would be out of date.
      if (error instanceof ApiError && error.status === 401) return
      toast.error(messageOf(error), route.name)
    },
  })
}
