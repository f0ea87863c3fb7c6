import { proceedsOnboardings } from '@archwire/contract/required-permissions.ts'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { hasRole } from '../../lib/guard.ts'
import { searchText } from '../../lib/search-text.ts'
import { allowed, sessionIsOver, useSession } from '../../lib/session.tsx'
import { checklistKey } from './paths.ts'
import { useOwnOnboarding } from './use-onboarding.ts'

const ChecklistDialog = lazy(async () => ({ default: (await import('./checklist-dialog.tsx')).ChecklistDialog }))

/** The pages on which it opens by itself: a case, and those that people begin at; never a form. */
const opensAt = (path: string): boolean =>
  path === '/patients' || path === '/dashboard' || path.startsWith('/patient-details/')
/** Who is in the middle of something is asked again after this time. */
const againMs = 1_000

const shownKey = (userId: number, organizationId: number) => `archwire.onboarding.${userId}.${organizationId}`

/** Whether a person types, or another dialog is open. */
const isBusy = () =>
  document.querySelector('[role="dialog"]') !== null ||
  document.activeElement?.matches('input, textarea, select') === true

/** Opens the checklist by its address, and by itself once per session until it is completed (`onboarding/checklist`). */
export function Checklist() {
  const router = useRouter()
  const asked = useSearch({ strict: false, select: (search) => (search as Record<string, unknown>)[checklistKey] })
  const [offered, setOffered] = useOffer()
  const text = searchText(asked)
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : offered
  if (id === undefined) return null
  const close = () => {
    setOffered(undefined)
    if (asked === undefined) return
    const search = (before: object) => ({ ...before, [checklistKey]: undefined })
    void router.navigate({ to: '.', search: search as never, replace: true })
  }
  return (
    <Suspense>
      <ChecklistDialog id={id} onClose={close} />
    </Suspense>
  )
}

/** The onboarding that opens by itself, once per session and practice: for doctors, and for who can complete a step of it. */
function useOffer(): [number | undefined, (id: number | undefined) => void] {
  const { me, organization } = useSession()
  const own = useOwnOnboarding()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [offered, setOffered] = useState<number>()
  const key = shownKey(me.id, organization?.id ?? 0)
  const id = own?.id
  // Who cannot begin anything reads why, and pays, first.
  const isStopped = organization?.blocked === true || organization?.suspended === true
  const isDoctor = hasRole(me, { roles: ['doctor'] })
  const mayOffer = !isStopped && (isDoctor || allowed(me, organization, ...proceedsOnboardings)) && opensAt(path)
  useEffect(() => {
    if (id === undefined || !mayOffer) return undefined
    const offer = () => {
      if (isBusy() || sessionStorage.getItem(key) !== null) return
      sessionStorage.setItem(key, 'shown')
      setOffered(id)
    }
    offer()
    const timer = setInterval(offer, againMs)
    return () => clearInterval(timer)
  }, [id, mayOffer, key])
  // The next session in this tab begins anew.
  useEffect(() => () => void (sessionIsOver() && sessionStorage.removeItem(key)), [key])
  return [offered, setOffered]
}
