import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { checklistKey } from './paths.ts'
import { useOwnOnboarding } from './use-onboarding.ts'

/** The button that opens the checklist, while the onboarding of the practice is open. */
export function GettingStarted({
  className,
  onOpen,
}: {
  className: string | undefined
  onOpen?: (() => void) | undefined
}) {
  const own = useOwnOnboarding()
  const openChecklist = useOpenChecklist()
  if (!own) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onOpen?.()
        openChecklist(own.id)
      }}
    >
      <IconListCheck size={16} stroke={1.7} aria-hidden="true" />
      Getting started{' '}
      <small
        className="numeric"
        style={{ color: 'inherit', fontSize: 'smaller' }}
      >{`${own.current_step - 1} of ${onboardingSteps.length}`}</small>
    </button>
  )
}

/** Opens the checklist of an onboarding over the page. */
export function useOpenChecklist(): (id: number) => void {
  const router = useRouter()
  return (id) => {
    const search = (before: object) => ({ ...before, [checklistKey]: String(id) })
    void router.navigate({ to: '.', search: search as never, resetScroll: false })
  }
}
