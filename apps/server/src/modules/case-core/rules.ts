import { next } from '@archwire/contract/core/lifecycle.ts'
import { caseLifecycle, type CaseEvent } from '@archwire/contract/patients/lifecycle.ts'
import { caseActions, type CaseAction } from '@archwire/contract/patients/schema.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { asksForPrint } from '@archwire/contract/rx-forms/rules.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { notWhile } from '../../kernel/move.ts'
import type { CaseFacts } from './facts.ts'
import { may } from './policy.ts'
import { caseIs } from './status-words.ts'

/**
 * Why an action is not possible with a case now, as text; null when it is. Pure, and the same for buttons and refusals.
 */
type Guard = (facts: CaseFacts) => string | null

/** Neither archived nor held, nor canceled (`cases/canceled`). */
const atRest: Guard = (facts) =>
  facts.archived
    ? 'This case is archived.'
    : facts.is_on_hold
      ? 'This case is on hold.'
      : facts.cancelled
        ? 'The Rx form of this case is canceled.'
        : null

const event =
  (name: CaseEvent): Guard =>
  (facts) =>
    next(caseLifecycle, facts.status, name) === undefined ? notWhile(caseIs(facts.status)) : null

const first =
  (...guards: Guard[]): Guard =>
  (facts) =>
    guards.reduce<string | null>((reason, guard) => reason ?? guard(facts), null)

const notArchived: Guard = (facts) => (facts.archived ? 'This case is archived.' : null)

const workOpen: Guard = (facts) =>
  facts.rx_status === 'completed' || facts.rx_status === 'canceled'
    ? `The Rx form is ${rxFormStatuses[facts.rx_status].label.toLowerCase()}.`
    : null

export const blocked = {
  approve: first(atRest, event('approve')),
  request_changes: first(atRest, event('request_changes')),
  mark_as_ready: first(atRest, event('mark_as_ready'), (facts) =>
    facts.has_setup ? null : 'Upload the setup before you notify the doctor.',
  ),
  complete: first(atRest, event('complete_setup')),
  hold: first(notArchived, (facts) => (facts.is_on_hold ? 'This case is on hold already.' : null)),
  unhold: first(notArchived, (facts) => (facts.is_on_hold ? null : 'This case is not on hold.')),
  work_steps: first(atRest, workOpen),
  request_print: first(
    atRest,
    (facts) =>
      facts.status === 'approved' || facts.status === 'completed'
        ? null
        : 'A print can be asked for once the setup is approved.',
    (facts) => (facts.printable ? null : 'Add the IOS file or the setup first: the print is made of it.'),
    // Running work goes on; new work does not begin (`organizations/suspended`).
    (facts) => (facts.organization_suspended ? 'The subscription of this organization is suspended.' : null),
  ),
  add_files: notArchived,
  add_ios: notArchived,
  add_report: notArchived,
  add_setup: first(atRest, (facts) =>
    facts.status === 'new' || facts.status === 'in_progress'
      ? null
      : 'The setup can be changed only while the case is worked on.',
  ),
  write_doctor_notes: notArchived,
  write_management_notes: notArchived,
  write_internal_notes: notArchived,
  read_internal_notes: () => null,
} satisfies Record<keyof typeof may, Guard>

/** Everything the actor can do with the case now, and why not; sent along with it. */
export const decideCase = (actor: Actor, facts: CaseFacts): Decided<CaseAction> =>
  decide(
    caseActions,
    (action) => may[action](actor, facts),
    (action) => blocked[action](facts),
  )

/**
 * The next state of an approved case: Approved while something is to be printed, else Completed at once
 * (`cases/settles`).
 */
export const afterApproval = (facts: CaseFacts): 'approved' | 'completed' =>
  asksForPrint(facts) ? 'approved' : 'completed'

/** Parts of the Rx form that may still be changed, by the state of the case (`rx-form/change`). */
export function modificationRules(facts: Pick<CaseFacts, 'status' | 'cancelled' | 'archived'>): string[] {
  if (facts.cancelled || facts.archived) return []
  switch (facts.status) {
    case 'new':
      return ['names', 'doctor', 'impression', 'products', 'delivery', 'boxes', 'notes', 'special_instructions']
    case 'in_progress':
      return ['delivery', 'boxes', 'notes', 'special_instructions']
    case 'awaiting_approval':
      return ['delivery', 'boxes', 'notes', 'special_instructions']
    case 'approved':
      return ['special_instructions', 'boxes']
    case 'completed':
      return []
  }
}
