import './mantine-styles.ts'
import { auth } from '@archwire/contract/client/auth'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Announcement } from '../features/announcements/announcement.tsx'
import { ApiError, call, whenSessionEnds } from '../lib/api.ts'
import { chooseOrganizations } from '../lib/chosen-organizations.ts'
import { showTimesIn } from '../lib/format.ts'
import { sayOnNextPage } from '../lib/next-page.ts'
import { watchInput } from '../lib/person-input.ts'
import { listenToChanges, tellSessionEnded } from '../lib/realtime.ts'
import { currentOrganization, forget, loginOf, meQuery, rememberOrganization, SessionContext } from '../lib/session.tsx'
import { mayLeave } from '../lib/unsaved-work.ts'
import styles from './frame.module.css'
import { ComponentLibrary } from './component-library.tsx'
import { PaletteHost, usePaletteKeys } from './palette/host.tsx'
import { PromotionBanner } from './promotion-banner.tsx'
import { forgetRecentCases, useNoteRecentCases } from './recent-cases.ts'
import { Sidebar } from './sidebar.tsx'
import { missingGround, StandingIn } from './standing-in.tsx'
import { TopBar } from './top-bar.tsx'
import { useGuardsAgain } from './use-guards-again.ts'
import { useLate } from './use-late.ts'

const loadLateParts = () => import('./late-parts.tsx')

/** What stands around every screen of signed-in people: sidebar, top bar, toasts; and their session. */
export const Frame = () => (
  <ComponentLibrary>
    <SignedIn />
  </ComponentLibrary>
)

function SignedIn() {
  const { data: me } = useSuspenseQuery(meQuery())
  const [organizationId, setOrganizationId] = useState(() => currentOrganization(me)?.id)
  const [menuOpen, setMenuOpen] = useState(false)
  const late = useLate(loadLateParts, menuOpen)
  const client = useQueryClient()
  const router = useRouter()
  showTimesIn(me.time_zone)

  const leave = useCallback(
    (keepPath: boolean) => {
      const path = keepPath ? location.pathname + location.search : undefined
      // Who comes back to another page than they left wants to know why.
      sayOnNextPage(keepPath ? 'Your session has ended. Sign in to go on where you were.' : undefined)
      forget(client)
      forgetRecentCases()
      return router.navigate({ to: loginOf(me.is_management), search: { path } })
    },
    [client, router, me.is_management],
  )
  useEffect(() => whenSessionEnds(() => void leave(true)), [leave])
  // Who reads for long is no idler: the session is told of it, and may turn out to be over.
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

  const session = useMemo(() => {
    // One that was lost while it was open is not replaced by another behind the person's back.
    const organization =
      organizationId === undefined ? currentOrganization(me) : me.organizations.find(({ id }) => id === organizationId)
    const switchOrganization = (id: number) => {
      if (id === organization?.id) return
      rememberOrganization(me, id)
      setOrganizationId(id)
      client.removeQueries({ predicate: (query) => !['auth', 'settings'].includes(String(query.queryKey[0])) })
    }
    return { me, organization, switchOrganization }
  }, [me, organizationId, client])
  const missing = missingGround(session)
  const announces = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.announcement) })
  const [paletteOpen, setPaletteOpen] = useState(false)
  usePaletteKeys(() => setPaletteOpen((open) => !open))
  useNoteRecentCases()
  useGuardsAgain(router, me)

  const inTopBar = {
    ...session,
    switchOrganization: async (id: number) => {
      if (!(await mayLeave())) return
      session.switchOrganization(id)
      void router.navigate({ to: '/' })
    },
  }
  const logout = async () => {
    if (!(await mayLeave())) return
    // What is asked from now on would find no session, and lead back to this page after the next sign-in.
    stopListening.current?.()
    await client.cancelQueries()
    // The way out is open even when the server does not answer (1 §7).
    await call(auth.logout, {}).catch(() => {})
    tellSessionEnded()
    const left = leave(false)
    // Not before: a list that is still shown would keep what its address says.
    chooseOrganizations(me.id, '')
    await left
  }
  return (
    <SessionContext value={session}>
      {late && (
        <late.LateParts menuOpen={menuOpen} onMenuClose={() => setMenuOpen(false)} onLogout={() => void logout()} />
      )}
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <SessionContext value={inTopBar}>
        <TopBar
          onMenu={() => setMenuOpen(true)}
          onPalette={() => setPaletteOpen(true)}
          onLogout={() => void logout()}
        />
        <PaletteHost opened={paletteOpen} onClose={() => setPaletteOpen(false)} onLogout={() => void logout()} />
      </SessionContext>
      <div className={styles.below}>
        <aside className={styles.aside} aria-label="Menu">
          <Sidebar />
        </aside>
        <main id="content" className={styles.content} tabIndex={-1}>
          <PromotionBanner />
          {announces && !missing && <Announcement userId={me.id} />}
          {missing ? (
            <SessionContext value={inTopBar}>
              <StandingIn reason={missing} />
            </SessionContext>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
    </SessionContext>
  )
}
