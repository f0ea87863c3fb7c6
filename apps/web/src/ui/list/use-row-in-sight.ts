import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { noteLeftRow, rowOf } from '../../lib/left-rows.ts'

/**
 * Brings the row of the record that a person comes back from into sight; the keys continue from it (`screens/way-back`).
 * `isThere`: the list has its rows.
 */
export function useRowInSight(isThere: boolean): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        if (fromLocation && pathChanged) noteLeftRow(fromLocation, toLocation.pathname)
      }),
    [router],
  )
  const location = useLocation()
  // Asked as the list comes: the row that it is left by is not to be brought anywhere.
  const row = useMemo(() => rowOf(location), [location])
  useEffect(() => {
    if (row === undefined || !isThere) return undefined
    const element = document.querySelector<HTMLElement>(`[data-row="${row}"]`)
    // It may have left the list meanwhile.
    if (!element) return scrollTo(0, 0)
    element.focus({ preventScroll: true })
    const bringIntoSight = () => element.scrollIntoView({ block: 'center' })
    bringIntoSight()
    // The router scrolls to the top when it has rendered a page, which may be after this.
    return router.subscribe('onRendered', bringIntoSight)
  }, [row, isThere, router])
}
