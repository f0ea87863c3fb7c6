import { auth } from '@archwire/contract/client/auth'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ApiError, call, stopReading, whenSessionEnds } from '../lib/api.ts'
import { chooseOrganizations } from '../lib/chosen-organizations.ts'
import { sayOnNextPage } from '../lib/next-page.ts'
import { watchInput } from '../lib/person-input.ts'
import { listenToChanges, type SessionEnd } from '../lib/realtime.ts'
import { forget, loginOf, type Me } from '../lib/session.tsx'
import { tellTabs } from '../lib/tabs.ts'
import { giveUpWork, holdsWork, mayLeave } from '../lib/unsaved-work.ts'
import { forgetRecent } from './recent.ts'

const ends: Record<SessionEnd, string> = {
  ended: 'Your session has ended. Sign in to continue where you left off.',
  overtaken: 'Someone else has signed in on this browser. Sign in to continue where you left off.',
}
/** How a call that found no session says which end it was. */
const endOf = ({ code }: ApiError): SessionEnd => (code === errorCodes.otherPerson ? 'overtaken' : 'ended')
const typedIsKept = 'Your text is kept as long as this page stays open.'

/**
 * Receives changes as long as the session lasts, and leaves for the sign-in page when it is over: ended by the server,
 * by another tab, or by idling. Returns how the person ends it, and how the page does.
 */
export function useSessionEnd(me: Me): { logout: () => Promise<void>; end: () => void } {
  const client = useQueryClient()
  const router = useRouter()
  const signingOut = useRef(false)
  const leave = useCallback(
    (how?: SessionEnd) => {
      // Who signs out knows why the session is over, and does not return to this page.
      if (how && signingOut.current) return
      const login = loginOf(me.is_management)
      // Each tab hears of the end from several sides; the first one knows where the person was.
      if (location.pathname === login) return
      const path = how && location.pathname + location.search
      // People who return to another page than they left want to know why.
      sayOnNextPage(how && `${ends[how]}${holdsWork() ? ` ${typedIsKept}` : ''}`, 'info')
      forget(client)
      forgetRecent(me.id)
      return router.navigate({ to: login, search: { path }, state: how === 'ended' ? { email: me.email } : {} })
    },
    [client, router, me.id, me.is_management, me.email],
  )
  useEffect(() => whenSessionEnds((error) => void leave(endOf(error))), [leave])
  // Reading for long is not idling: it is reported to the session, which may turn out to be over.
  useEffect(() => {
    const over = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) void leave(endOf(error))
    }
    return watchInput(() => void call(auth.me, {}).catch(over))
  }, [leave])
  const stopListening = useRef<() => void>(undefined)
  useEffect(() => {
    const stop = listenToChanges(client, (how) => void leave(how))
    stopListening.current = stop
    return stop
  }, [client, leave])

  const end = useCallback(() => void leave('ended'), [leave])
  const logout = async () => {
    if (!(await mayLeave())) return
    // Who signs out leaves nothing behind, what was put aside included.
    giveUpWork()
    // Later reads would find no session, and lead back to this page after the next sign-in.
    signingOut.current = true
    stopListening.current?.()
    const readAgain = stopReading()
    await client.cancelQueries()
    // Signing out works even when the server does not respond.
    await call(auth.logout, {}).catch(() => {})
    tellTabs({ event: 'session.ended', ids: [] })
    const left = leave()
    // Not before: a list that is still shown would store what its address contains.
    chooseOrganizations(me.id, '')
    await left
    readAgain()
  }
  return { logout, end }
}
