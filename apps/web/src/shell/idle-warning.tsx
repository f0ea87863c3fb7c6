import { auth } from '@archwire/contract/client/auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../lib/api.ts'
import { settingsQuery } from '../lib/lab-settings.ts'
import { toldKey } from '../lib/person-input.ts'
import { holdsFiles } from '../lib/unsaved-work.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** How long before the end the question comes. The server notes input by the minute, and may end a minute earlier. */
const beforeMs = 3 * 60_000
const lookMs = 5_000
/** How long after it the page waits to hear of the end. */
const afterMs = 60_000

/** How long ago the session was last extended from this browser, in milliseconds. */
const sinceTold = (): number => Date.now() - Number(localStorage.getItem(toldKey) ?? Date.now())

/**
 * Asks whether somebody is there before an untouched session of management ends (`access/idle`). Touching anything is
 * an answer, too (lib/person-input.ts). Where no line brings the end, the page ends by its own clock.
 */
export function IdleWarning({ onLogout, onEnd }: { onLogout: () => void; onEnd: () => void }) {
  const { data } = useQuery(settingsQuery)
  const idleMs = (data?.settings.management_idle_minutes ?? Infinity) * 60_000
  const [leftMs, setLeftMs] = useState(Infinity)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = idleMs - sinceTold()
      setLeftMs(left)
      if (left < -afterMs) onEnd()
    }, lookMs)
    return () => clearInterval(timer)
  }, [idleMs, onEnd])
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000) - 1)
  return (
    <ConfirmDialog
      opened={leftMs <= beforeMs}
      title="Are you still there?"
      confirm="Stay signed in"
      cancel="Sign out"
      onCancel={onLogout}
      onConfirm={() => {
        setLeftMs(Infinity)
        // Who is too late learns it here: the session's end shows the sign-in page (shell/use-session-end.ts).
        void call(auth.me, {}, { byHand: true }).catch(() => undefined)
      }}
      onClose={() => setLeftMs(Infinity)}
    >
      <p>
        The portal has not been used for a while. In {minutes === 1 ? 'a minute' : `${minutes} minutes`} you will be
        signed out, so that no patient stays on the screen. Your text is kept.
        {holdsFiles() && ' A file is still on its way: it goes on, and is added to its case when you sign in again.'}
      </p>
    </ConfirmDialog>
  )
}
