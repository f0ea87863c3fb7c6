import { useIdle, useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Idle after this long without key or mouse; also the pause between two refreshes (`screens/auto-refresh`). */
const idleMs = 120_000
const refreshMs = 120_000

/**
 * Refreshes a list every two minutes once switched on, never while the user is away; this browser remembers it per
 * user.
 */
export function useAutoRefresh(userId: number, refresh: () => void): { on: boolean; toggle: (on: boolean) => void } {
  const [on, toggle] = useLocalStorage({
    key: `archwire.auto-refresh.${userId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const idle = useIdle(idleMs, { events: ['keypress', 'mousemove'], initialState: false })
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    if (!on || idle) return
    const timer = setInterval(() => latest.current(), refreshMs)
    return () => clearInterval(timer)
  }, [on, idle])
  return { on, toggle }
}
