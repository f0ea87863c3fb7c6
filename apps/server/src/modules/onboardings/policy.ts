import { onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import { editsOnboardings } from '@archwire/contract/required-permissions.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { mayWrite, type Actor } from '../../kernel/actor.ts'

/** The facts about an onboarding that the policy reads. */
export interface OnboardingOf {
  organization_id: number
  organization_disabled: boolean
  current_step: number
}

type Who = Pick<Actor, 'role' | 'permissions' | 'memberships' | 'isManagement' | 'readOnly'>

/** Who reads the onboardings of all practices: staff; a partner lab does not (`onboarding/who-reads`). */
export const readsAllOnboardings = (actor: Pick<Actor, 'role' | 'permissions'>): boolean =>
  isStaff(actor.role) && actor.permissions.has('organizations.view')

/** The organizations whose people read their own onboarding, by id. */
export const readsOnboardingsOf = ({ role, memberships }: Pick<Actor, 'role' | 'memberships'>): number[] =>
  role === 'lab_partner'
    ? []
    : memberships
        .filter(({ permissions }) => permissions.has('organization.onboarding.view'))
        .map(({ organizationId }) => organizationId)

const staffWith = (actor: Who, ...permissions: Parameters<Actor['permissions']['has']>[0][]): boolean =>
  isStaff(actor.role) && permissions.some((name) => actor.permissions.has(name))

/** Who completes the step that is next: staff each, owners and managers those of the practice (`onboarding/who`). */
export function proceedsOnboarding(actor: Who, onboarding: OnboardingOf): boolean {
  if (!mayWrite(actor, onboarding)) return false
  if (staffWith(actor, 'onboardings.proceed', 'onboardings.manage')) return true
  const own = actor.memberships.find(({ organizationId }) => organizationId === onboarding.organization_id)
  return (
    own?.permissions.has('organization.onboarding.proceed') === true &&
    'by_practice' in onboardingStep(onboarding.current_step)
  )
}

/** Who changes dates and numbers apart from a step: staff (`onboarding/inputs`). */
export const editsOnboarding = (actor: Who): boolean => staffWith(actor, ...editsOnboardings)

/** Who gives the tracking number together with the step: who enters it anyway, and the practice's people. */
export const givesTracking = (actor: Who): boolean => !isStaff(actor.role) || editsOnboarding(actor)
