import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Me } from '../lib/session.tsx'

/** What the guards decide by: role, and for every organization whether it is set up, paid for, and the permissions there. */
const guardInputs = ({ roles, organizations }: Me): string =>
  JSON.stringify([
    roles,
    organizations.map(({ id, main_location, startup_fee_paid, pivot }) => [
      id,
      main_location?.id,
      startup_fee_paid,
      pivot,
    ]),
  ])

/**
 * Runs the guards of the open page again when what they decide by has changed: a setup was finished, a membership lost.
 */
export function useGuardsAgain(router: AnyRouter, me: Me): void {
  const ground = guardInputs(me)
  const last = useRef(ground)
  useEffect(() => {
    if (last.current === ground) return
    last.current = ground
    void router.invalidate()
  }, [router, ground])
}
