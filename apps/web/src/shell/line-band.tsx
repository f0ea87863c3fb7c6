import { auth } from '@archwire/contract/client/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../lib/api.ts'
import { lineNow, onLineChange, whenLineIsBack, type Line } from '../lib/line.ts'
import styles from './line-band.module.css'

const words: Record<Exclude<Line, 'up'>, string> = {
  offline: 'You’re offline. This page may be out of date; it will update when you reconnect.',
  silent: 'The portal is not responding. We’ll keep trying. Your text stays here.',
}
const probeMs = 3_000

/** Says that the line is down, wherever one is; once it is back, pages show what is true now (`screens/line`). */
export function LineBand() {
  const line = useSyncExternalStore(onLineChange, lineNow)
  const client = useQueryClient()
  const router = useRouter()
  useEffect(
    () =>
      whenLineIsBack(() => {
        void client.invalidateQueries()
        // A page whose parts or data did not arrive is shown after all.
        if (router.state.matches.some(({ status }) => status !== 'success')) void router.invalidate()
      }),
    [client, router],
  )
  useEffect(() => {
    if (line !== 'silent') return undefined
    // Whoever is answered says so (lib/api.ts).
    const timer = setInterval(() => void call(auth.me, {}, { byHand: false }).catch(() => undefined), probeMs)
    return () => clearInterval(timer)
  }, [line])
  return (
    <div className={styles.place} role="status">
      {line !== 'up' && <p className={styles.band}>{words[line]}</p>}
    </div>
  )
}
