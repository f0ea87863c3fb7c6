import { auth } from '@archwire/contract/client/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ApiError, call, whenSessionEnds } from '../lib/api.ts'
import { chooseOrganizations } from '../lib/chosen-organizations.ts'
import { sayOnNextPage } from '../lib/next-page.ts'
import { watchInput } from '../lib/person-input.ts'
import { listenToChanges, tellSessionEnded } from '../lib/realtime.ts'
import { forget, loginOf, type Me } from '../lib/session.tsx'
import { giveUpWork, holdsWork, mayLeave } from '../lib/unsaved-work.ts'
import { forgetRecentCases } from './recent-cases.ts'

const ended = 'Your session has ended. Sign in to go on where you were.'
const typedIsKept = 'What you typed is kept until then, as long as this page stays open.'

/**
 * Receives changes as long as the session lasts, and leaves for the sign-in page when it is over: ended by the server,
 * by another tab, or by idling. Returns how the person ends it.
 */
export function useSessionEnd(me: Me): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const leave = useCallback(
    (keepPath: boolean) => {
      const login = loginOf(me.is_management)
      // Each tab hears of the end from several sides; the first one knows where the person was.
      if (location.pathname === login) return
      const path = keepPath ? location.pathname + location.search : undefined
      // People who return to another page than they left want to know why.
      sayOnNextPage(keepPath ? `${ended}${holdsWork() ? ` ${typedIsKept}` : ''}` : undefined)
      forget(client)
      forgetRecentCases()
      return router.navigate({ to: login, search: { path } })
    },
    [client, router, me.is_management],
  )
  useEffect(() => whenSessionEnds(() => void leave(true)), [leave])
  // Reading for long is not idling: it is reported to the session, which may turn out to be over.
  useEffect(() => {
    const over = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) void leave(true)
    }
    return watchInput(() => void call(auth.me, {}).catch(over))
  }, [leave])
  const stopListening = useRef<() => void>(undefined)
  useEffect(() => {
    const stop = listenToChanges(client, () => void leave(true))
    stopListening.current = stop
    return stop
  }, [client, leave])

  return async () => {
    if (!(await mayLeave())) return
    // Who signs out leaves nothing behind, what was put aside included.
    giveUpWork()
    // Later reads would find no session, and lead back to this page after the next sign-in.
    stopListening.current?.()
    await client.cancelQueries()
    // Signing out works even when the server does not respond.
    await call(auth.logout, {}).catch(() => {})
    tellSessionEnded()
    const left = leave(false)
    // Not before: a list that is still shown would store what its address contains.
    chooseOrganizations(me.id, '')
    await left
  }
}
