import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { expect, it } from 'vitest'
import { cellsOf, elsewhereId, everybody, holdingOnly, practiceId, type Person } from '../../../test/facts.ts'
import {
  editsOnboarding,
  givesTracking,
  proceedsOnboarding,
  readsAllOnboardings,
  readsOnboardingsOf,
} from './policy.ts'

const at = (current_step: number, organization_disabled = false) => ({
  organization_id: practiceId,
  organization_disabled,
  current_step,
})

/** Who completes which step, by hand (`onboarding/who`). */
const steps = `
                      super_admin admin supervisor tech_support partner owner manager member assistant outsider
  Choose_brackets     yes         yes   yes        -            -       yes   yes     -      -         -
  Send_brackets       yes         yes   yes        -            -       yes   yes     -      -         -
  Brackets_received   yes         yes   yes        -            -       -     -       -      -         -
  Library_built       yes         yes   yes        -            -       -     -       -      -         -
  Install             yes         yes   yes        -            -       yes   yes     -      -         -
  Activate            yes         yes   yes        -            -       -     -       -      -         -
  Training_scheduled  yes         yes   yes        -            -       -     -       -      -         -
  Training_done       yes         yes   yes        -            -       -     -       -      -         -
  Trays_received      yes         yes   yes        -            -       -     -       -      -         -
  First_bonding       yes         yes   yes        -            -       yes   yes     -      -         -
  Survey              yes         yes   yes        -            -       yes   yes     -      -         -`

const cells = cellsOf<string, Person>(steps)
it('the table has a row for each step', () => {
  expect([...new Set(cells.map(([step]) => step.replace('_', ' ')))]).toEqual(onboardingSteps.map(({ label }) => label))
})

it.each(cells)('%s by %s: %s', (step, who, cell) => {
  const { id } = onboardingSteps.find(({ label }) => label === step.replace('_', ' '))!
  expect(proceedsOnboarding(everybody[who], at(id))).toBe(cell === 'yes')
})

/** Who reads and edits, by hand (`onboarding/who-reads`, `onboarding/inputs`). */
const table = `
            super_admin admin supervisor tech_support partner owner manager member assistant outsider
  all       yes         yes   yes        yes          -       -     -       -      -         -
  own       -           -     -          -            -       yes   yes     yes    yes       -
  edits     yes         yes   yes        -            -       -     -       -      -         -
  tracking  yes         yes   yes        -            yes     yes   yes     yes    yes       yes`
const rules: Record<string, (who: (typeof everybody)[Person]) => boolean> = {
  all: readsAllOnboardings,
  own: (who) => readsOnboardingsOf(who).includes(practiceId),
  edits: editsOnboarding,
  // Whether the person can complete the step at all is checked before.
  tracking: givesTracking,
}
it.each(cellsOf<string, Person>(table))('%s by %s: %s', (what, who, cell) => {
  expect(rules[what]!(everybody[who])).toBe(cell === 'yes')
})

it('a technician with the permission completes every step, and enters what it asks with the other one', () => {
  const proceeds = { ...holdingOnly(everybody.tech_support, 'onboardings.proceed') }
  expect(onboardingSteps.every(({ id }) => proceedsOnboarding(proceeds, at(id)))).toBe(true)
  expect([editsOnboarding(proceeds), givesTracking(proceeds)]).toEqual([false, false])
  const edits = holdingOnly(everybody.tech_support, 'onboardings.update-metadata')
  expect([editsOnboarding(edits), givesTracking(edits), proceedsOnboarding(edits, at(1))]).toEqual([true, true, false])
  const manages = holdingOnly(everybody.tech_support, 'onboardings.manage')
  expect([editsOnboarding(manages), proceedsOnboarding(manages, at(3))]).toEqual([true, true])
})

it('the permissions of staff give people of practices and partner labs nothing', () => {
  for (const who of [everybody.partner, everybody.owner]) {
    const holds = holdingOnly(who, 'onboardings.manage', 'onboardings.proceed', 'organizations.view')
    expect([proceedsOnboarding(holds, at(1)), editsOnboarding(holds), readsAllOnboardings(holds)]).toEqual([
      false,
      false,
      false,
    ])
  }
})

it('a disabled practice completes nothing itself; an owner nothing of another practice', () => {
  expect(proceedsOnboarding(everybody.owner, at(1, true))).toBe(false)
  expect(proceedsOnboarding(everybody.admin, at(1, true))).toBe(true)
  expect(proceedsOnboarding(everybody.owner, { ...at(1), organization_id: elsewhereId })).toBe(false)
  expect(readsOnboardingsOf(everybody.outsider)).toEqual([elsewhereId])
  expect(readsOnboardingsOf(everybody.partner)).toEqual([])
})
