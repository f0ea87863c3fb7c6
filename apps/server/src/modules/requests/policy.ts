import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { requestActions, type RequestAction } from '@archwire/contract/requests/schema.ts'
import { completesRequests, recordsPrints, recordsRequestWork } from '@archwire/contract/required-permissions.ts'
import { duplicateRequests } from '@archwire/contract/requests/refusals.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { holds, mayWrite, type Actor } from '../../kernel/actor.ts'
import { decide, type Decided } from '../../kernel/decide.ts'
import { correctedBy, type CaseFacts } from '../case-core/index.ts'
import type { RequestFacts } from './facts.ts'

/** What each person is allowed to do with a request, and why not now (docs/product/requests.md). Pure. */
type Policy = (actor: Actor, facts: CaseFacts, request: RequestFacts) => boolean
type Guard = (facts: CaseFacts, request: RequestFacts, actor: Actor) => string | null

/** Whether the person holds one of the permissions for the case. */
export const holdsForCase = (actor: Actor, facts: CaseFacts, ...needs: Parameters<typeof holds>[1]) =>
  holds(actor, needs, facts.organization_id)

/** Every action on a request is a write. */
const writing =
  (policy: Policy): Policy =>
  (actor, facts, request) =>
    mayWrite(actor, facts) && policy(actor, facts, request)

/** The lab completes any; the partner its own prints, the practice the ones it prints in its office. */
const complete: Policy = (actor, facts, request) =>
  isStaff(actor.role)
    ? holdsForCase(actor, facts, ...completesRequests)
    : holdsForCase(actor, facts, 'customer-requests.complete-assigned') &&
      request.assignment === (actor.role === 'lab_partner' ? assignment.thirdParty : assignment.inOffice)

const cancel: Policy = (actor, facts) =>
  actor.role !== 'lab_partner' && holdsForCase(actor, facts, ...customerRequests.cancel.needs)

/** The lab's record of its work: steps, and labels of any print. */
const keepsRecords: Policy = (actor, facts) => holdsForCase(actor, facts, ...recordsRequestWork)

/** The party that prints also prints the labels: the lab those of any print, the partner those of its own (`requests/labels`). */
const markLabel: Policy = (actor, facts, request) =>
  actor.role === 'lab_partner'
    ? request.assignment === assignment.thirdParty && holdsForCase(actor, facts, ...recordsPrints)
    : keepsRecords(actor, facts, request)

const editShipping: Policy = (actor, facts, request) =>
  request.assignment !== assignment.inOffice && holdsForCase(actor, facts, ...printingRequests.shipping.needs)

const assign: Policy = (actor, facts) => holdsForCase(actor, facts, ...printingRequests.assign.needs)

const editItems: Policy = (actor, facts) => holdsForCase(actor, facts, ...printingRequestItems.update.needs)
const deleteItems: Policy = (actor, facts) => holdsForCase(actor, facts, ...printingRequestItems.remove.needs)

/** Steps belong to the party that prints (`work/whose`). */
const workSteps: Policy = (actor, facts, request) =>
  request.workflow_id !== null &&
  (actor.role === 'lab_partner'
    ? request.assignment === assignment.thirdParty && holdsForCase(actor, facts, 'rx-forms.update-management-data')
    : request.assignment === assignment.ownLab && keepsRecords(actor, facts, request))

/** The steps of a correction belong to the party that corrects (`corrections/work`). */
const flawedWorkSteps: Policy = (actor, facts, request) =>
  request.flawed_workflow_id !== null &&
  (actor.role === 'lab_partner'
    ? correctedBy(facts) === assignment.thirdParty && holdsForCase(actor, facts, 'rx-forms.update-management-data')
    : correctedBy(facts) === assignment.ownLab && keepsRecords(actor, facts, request))

export const mayRequest = {
  complete: writing(complete),
  cancel: writing(cancel),
  mark_patient_label: writing(markLabel),
  mark_shipping_label: writing(markLabel),
  edit_shipping: writing(editShipping),
  assign: writing(assign),
  edit_items: writing(editItems),
  delete_items: writing(deleteItems),
  work_steps: writing(workSteps),
  flawed_work_steps: writing(flawedWorkSteps),
} satisfies Record<RequestAction, Policy>

export const printStarted = 'Work on this print has started.'
/** From its first step on, a print stays with the party that makes it. */
export const printBegun = (request: RequestFacts): boolean => request.work_started || request.print_status !== 'new'

const open: Guard = (facts, request) =>
  facts.archived
    ? 'This case is archived.'
    : request.status !== 'pending'
      ? `This request is ${request.status === 'completed' ? 'completed' : 'canceled'}.`
      : null
/** Also for flawed trays: open, not on hold, and no duplicate (`requests/duplicate`). */
export const atWork: Guard = (facts, request, actor) =>
  open(facts, request, actor) ??
  (facts.is_on_hold ? 'This case is on hold.' : request.open_requests > 1 ? duplicateRequests : null)

/** A practice changes what it ordered until the first step starts. */
const untouched: Guard = (facts, request, actor) =>
  atWork(facts, request, actor) ??
  (!actor.isManagement && request.work_started
    ? 'Work on this request has started; please ask the lab to change it.'
    : null)

export const requestBlocked = {
  complete: (facts, request, actor) =>
    atWork(facts, request, actor) ??
    (request.trays_waiting > 0 ? 'A flawed tray is waiting for its correction. Correct all flawed trays first.' : null),
  // A practice can cancel until the first step starts, of the print or of a correction.
  cancel: (facts, request, actor) =>
    open(facts, request, actor) ??
    (!actor.isManagement && (request.work_started || request.flawed_work_started)
      ? 'Work on this request has started; please ask the lab to cancel it.'
      : null),
  mark_patient_label: atWork,
  mark_shipping_label: atWork,
  edit_shipping: untouched,
  assign: (facts, request, actor) =>
    atWork(facts, request, actor) ??
    (printBegun(request)
      ? printStarted
      : request.prints_trays
        ? 'This print replaces a flawed tray. Change who prints the tray instead.'
        : null),
  edit_items: untouched,
  delete_items: untouched,
  work_steps: atWork,
  flawed_work_steps: atWork,
} satisfies Record<keyof typeof mayRequest, Guard>

/** Everything the actor can do with the request now, and why not; sent along with it. */
export const decideRequest = (actor: Actor, facts: CaseFacts, request: RequestFacts): Decided<RequestAction> =>
  decide(
    requestActions,
    (action) => mayRequest[action](actor, facts, request),
    (action) => requestBlocked[action](facts, request, actor),
  )
