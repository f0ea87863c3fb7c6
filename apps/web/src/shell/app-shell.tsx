import './last-pressed.ts'
import './mantine-styles.ts'
import './print.css'
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { showTimesIn } from '../lib/format.ts'
import { SessionContext } from '../lib/session.tsx'
import { mayLeave, useAsks } from '../lib/unsaved-work.ts'
import styles from './app-shell.module.css'
import { ComponentLibrary } from './component-library.tsx'
import { PaletteHost, usePaletteKeys } from './palette/host.tsx'
import { useNoteRecent } from './recent.ts'
import { Help } from '../ui/help/help-button.tsx'
import { ReadAloud } from './read-aloud.tsx'
import { Sidebar } from './sidebar.tsx'
import { blockReason } from './block-reason.ts'
import { TopBar } from './top-bar.tsx'
import { useHelpKey } from './use-help-key.ts'
import { useGuardsAgain } from './use-guards-again.ts'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { useSessionEnd } from './use-session-end.ts'
import { useWorkingSession } from './use-working-session.ts'

const loadDeferredParts = () => import('./deferred-parts.tsx')

/**
 * The shell around every screen of signed-in people: sidebar, top bar, toasts; and their session. Shows the route's page,
 * or `children`.
 */
export const AppShell = ({ children }: { children?: ReactNode }) => (
  <ComponentLibrary>
    <SignedIn>{children ?? <Outlet />}</SignedIn>
  </ComponentLibrary>
)

function SignedIn({ children }: { children: ReactNode }) {
  const session = useWorkingSession()
  const { me, organization } = session
  const [menuOpen, setMenuOpen] = useState(false)
  const missing = blockReason(session)
  const stopped =
    !me.is_management && (organization?.blocked || organization?.suspended || organization?.disabled) === true
  const late = useDeferredImport(
    loadDeferredParts,
    [menuOpen, missing !== undefined, stopped, useAsks()].includes(true),
  )
  const router = useRouter()
  showTimesIn(me.time_zone)
  const { logout, end } = useSessionEnd(me)
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) })
  const [paletteOpen, setPaletteOpen] = useState(false)
  usePaletteKeys(() => setPaletteOpen((open) => !open))
  const [helpOpen, setHelpOpen] = useState(false)
  useHelpKey(() => setHelpOpen(true))
  useNoteRecent(me.id)
  useGuardsAgain(router, me)

  const inTopBar = {
    ...session,
    switchOrganization: async (id: number) => {
      if (!(await mayLeave())) return
      session.switchOrganization(id)
      void router.navigate({ to: '/' })
    },
  }
  // Last on every page, so that nothing moves when they come.
  const lateParts = (
    <>
      <ReadAloud />
      {late && (
        <late.DeferredParts
          menuOpen={menuOpen}
          onMenuClose={() => setMenuOpen(false)}
          onHelp={() => setHelpOpen(true)}
          onLogout={() => void logout()}
          onEnd={end}
        />
      )}
    </>
  )
  if (bare && !missing)
    return (
      <SessionContext value={session}>
        {children}
        {lateParts}
        {helpOpen && <Help keys onClose={() => setHelpOpen(false)} />}
      </SessionContext>
    )
  return (
    <SessionContext value={session}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <SessionContext value={inTopBar}>
        <TopBar
          onMenu={() => setMenuOpen(true)}
          onPalette={() => setPaletteOpen(true)}
          onHelp={() => setHelpOpen(true)}
          onLogout={() => void logout()}
        />
        <PaletteHost opened={paletteOpen} onClose={() => setPaletteOpen(false)} onLogout={() => void logout()} />
      </SessionContext>
      <div className={styles.below}>
        <aside className={styles.aside} aria-label="Menu">
          <Sidebar />
        </aside>
        <main id="content" className={styles.content} tabIndex={-1}>
          {missing ? (
            <SessionContext value={inTopBar}>{late && <late.BlockedPage reason={missing} />}</SessionContext>
          ) : (
            <>
              {stopped && late && <late.WorkStopped />}
              {children}
            </>
          )}
        </main>
      </div>
      {lateParts}
      {helpOpen && <Help keys onClose={() => setHelpOpen(false)} />}
    </SessionContext>
  )
}
