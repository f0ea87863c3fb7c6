import { next } from '@archwire/contract/core/lifecycle.ts'
import { caseLifecycle, isToBegin, type CaseEvent, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { caseActions, type CaseAction } from '@archwire/contract/patients/schema.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { selectsDoctor } from '@archwire/contract/required-permissions.ts'
import { modificationPartNames, type ModificationPart } from '@archwire/contract/rx-forms/modification.ts'
import { asksForPrint } from '@archwire/contract/rx-forms/rules.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { notWhile } from '../../kernel/move.ts'
import { whyArchived, whyNoNewWork } from '../../kernel/why-closed.ts'
import type { CaseFacts } from './facts.ts'
import { may } from './policy.ts'
import { caseIs } from './status-words.ts'

/**
 * Why an action is not possible with a case now, as text; null when it is. Pure, and the same for buttons and refusals.
 */
type Guard = (facts: CaseFacts, actor: Pick<Actor, 'isManagement'>) => string | null

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
  (facts, actor) =>
    guards.reduce<string | null>((reason, guard) => reason ?? guard(facts, actor), null)

const notArchived: Guard = (facts) => (facts.archived ? 'This case is archived.' : null)
const notCanceled: Guard = (facts) => (facts.cancelled ? 'The Rx form of this case is canceled.' : null)

/** Running work continues; new work does not start (`organizations/archived`, `organizations/suspended`, `billing/blocked`). */
const nothingNew: Guard = (facts) =>
  whyArchived(facts) ?? whyNoNewWork({ suspended: facts.organization_suspended, blocked: facts.organization_blocked })

const workOpen: Guard = (facts) =>
  facts.rx_status === 'completed' || facts.rx_status === 'canceled'
    ? `The Rx form is ${rxFormStatuses[facts.rx_status].label.toLowerCase()}.`
    : null

const setupOpen: Guard = first(atRest, (facts) =>
  isToBegin(facts.status) || facts.status === 'in_progress'
    ? null
    : 'The setup can be changed only while the case is being worked on.',
)

/** Work that was going on needs the form, which may have moved to another case in the meantime (`cases/created`). */
const formMoved = ({ rx_form_id, status }: CaseFacts): string | null =>
  rx_form_id === null && (status === 'in_progress' || status === 'awaiting_approval')
    ? 'The Rx form of this case has moved to another case.'
    : null

export const blocked = {
  approve: first(atRest, event('approve')),
  request_changes: first(atRest, event('request_changes')),
  mark_as_ready: first(atRest, event('mark_as_ready'), (facts) =>
    facts.has_setup ? null : 'Upload the setup before you notify the doctor.',
  ),
  complete: first(atRest, event('complete_setup')),
  // A completed case, too: what is unclear before a reprint waits for its answer.
  hold: first(notArchived, notCanceled, ({ is_on_hold }) => (is_on_hold ? 'This case is already on hold.' : null)),
  unhold: first(notArchived, (facts) => (facts.is_on_hold ? null : 'This case is not on hold.')),
  assign: first(atRest, workOpen, (facts) => (isToBegin(facts.status) ? null : 'Work on this setup has started.')),
  work_steps: first(atRest, workOpen),
  request_print: first(
    atRest,
    (facts) =>
      facts.status === 'approved' || facts.status === 'completed'
        ? null
        : 'A print can be requested once the setup is approved.',
    (facts) => (facts.printable ? null : 'Add the IOS file or the setup first. The print is made from it.'),
    nothingNew,
  ),
  request_correction: first(
    atRest,
    (facts) => (facts.status === 'approved' ? null : 'A correction can be requested while the case is approved.'),
    ({ ios_files }) =>
      ios_files === 0 ? 'Add the IOS file first.' : ios_files > 1 ? 'Multiple IOS files have been found.' : null,
    (facts) => (facts.has_stl ? null : 'Add the STL file first.'),
    (facts) => (facts.tray_waits ? 'A tray correction is already pending.' : null),
    ({ open_requests }) =>
      open_requests === 0 ? 'The case has no open request.' : open_requests > 1 ? duplicateRequests : null,
    nothingNew,
  ),
  add_correction: first(
    atRest,
    (facts) => (facts.tray_waits ? null : 'No flawed tray is waiting for a corrected file.'),
    ({ open_requests }) => (open_requests > 1 ? duplicateRequests : null),
  ),
  add_files: first(notArchived, notCanceled),
  add_ios: first(notArchived, notCanceled),
  add_report: first(notArchived, notCanceled),
  add_setup: setupOpen,
  delete_photos: notArchived,
  // What the desktop application made of the scans is on them (`scans/who-deletes`).
  delete_scans: first(notArchived, ({ has_ios }, { isManagement }) =>
    isManagement || !has_ios ? null : 'The case has an IOS file, so only the lab can delete its scans.',
  ),
  delete_ios: first(notArchived, ({ prints_ios }) =>
    prints_ios ? 'An open print uses this IOS file. Complete or cancel the print first.' : null,
  ),
  delete_reports: notArchived,
  delete_setup: setupOpen,
  delete_corrections: notArchived,
  write_doctor_notes: notArchived,
  write_management_notes: notArchived,
  write_internal_notes: notArchived,
  read_internal_notes: () => null,
  modify: first(notArchived, notCanceled, (facts) =>
    facts.status === 'completed' ? 'The Rx form of a completed case cannot be changed.' : null,
  ),
  modify_shipping: first(notArchived, notCanceled),
  cancel: first(notArchived, notCanceled, (facts) =>
    isToBegin(facts.status) ? null : 'Work on this case has started. Please ask the lab to cancel it.',
  ),
  cancel_started: first(notArchived, notCanceled, (facts) =>
    facts.status === 'completed' ? 'A completed case cannot be canceled.' : null,
  ),
  edit_names: notArchived,
  edit_case_number: notArchived,
  edit_suffix: notArchived,
  archive: notArchived,
  restore: (facts) => (!facts.archived ? 'This case is not archived.' : formMoved(facts)),
  remove: (facts) => (facts.archived ? null : 'Archive the case first.'),
} satisfies Record<keyof typeof may, Guard>

/** Everything the actor can do with the case now, and why not; sent along with it. */
export const decideCase = (actor: Actor, facts: CaseFacts): Decided<CaseAction> =>
  decide(
    caseActions,
    (action) => may[action](actor, facts),
    (action) => blocked[action](facts, actor),
  )

/**
 * The next state of an approved case: Approved while something is to be printed, else Completed at once
 * (`cases/settles`).
 */
export const afterApproval = (facts: CaseFacts): 'approved' | 'completed' =>
  asksForPrint(facts) ? 'approved' : 'completed'

/** Parts of the Rx form that can still be changed in a state of its case (`rx-form/change`). */
const openParts: Record<PatientStatus, readonly ModificationPart[]> = {
  new: modificationPartNames,
  // Who makes the setup is decided before work on it starts, like what it is made from.
  in_progress: modificationPartNames.filter(
    (part) => !['names', 'doctor', 'impression', 'products', 'setup'].includes(part),
  ),
  awaiting_approval: ['delivery', 'special_instructions', 'boxes'],
  approved: ['special_instructions', 'boxes'],
  completed: [],
}

/** Parts of the Rx form that this person may change now (`rx-form/change`, `rx-form/who-changes`). */
export function modificationRules(actor: Actor, facts: CaseFacts): ModificationPart[] {
  const can = (action: 'modify' | 'modify_shipping') =>
    may[action](actor, facts) && blocked[action](facts, actor) === null
  const open = new Set(can('modify') ? openParts[facts.status] : [])
  if (can('modify_shipping')) open.add('delivery')
  if (!holds(actor, selectsDoctor, facts.organization_id)) open.delete('doctor')
  // Who makes the setup is for those who may assign it, with any call (`cases/assign`); a partner's cases are its own
  // work (`rx-form/who`).
  if (!may.assign(actor, facts)) open.delete('setup')
  return modificationPartNames.filter((part) => open.has(part))
}
