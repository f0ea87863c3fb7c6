import { dayIn } from '@archwire/contract/core/dates.ts'
import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormLifecycle } from '@archwire/contract/rx-forms/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import { appendDoctorNote } from './notes.ts'
import {
  afterApproval,
  caseIs,
  checkSeen,
  conclude,
  endRunningSteps,
  lockCase,
  permit,
  rxFormIs,
  setCase,
  transition,
  type CaseEvent,
  type CaseFacts,
} from '../../case-core/index.ts'
import { chargeRush } from '../../charges/index.ts'
import { findPractice, todayAt } from '../../organizations/index.ts'
import { printFromRx } from '../../requests/index.ts'
import { sealCase, type Sealing } from '../../seals/index.ts'
import { beginRound } from '../../work/index.ts'

/**
 * Notify: the setup goes to the doctor for approval. Own-lab cases with an uploaded setup only; after a request for
 * changes with one that is newer, or with `same_setup` (`cases/same-setup`). @throws Conflict
 */
export async function markAsReady(
  trx: Trx,
  actor: Actor,
  rxFormId: number,
  { seen, same_setup }: { seen?: string; same_setup?: boolean },
  zone: string,
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, 'mark_as_ready')
  checkSeen(seen, facts.seen)
  if (facts.unchanged_since_asked && !same_setup)
    throw new Conflict(
      'The doctor asked for changes, and no new setup was uploaded. Nothing was sent. To send the same setup anyway, reload the page.',
    )
  const at = actor.now
  const sent = { setup_completed_at: at, changes_asked_at: null }
  const status = await transition(trx, actor, facts, 'mark_as_ready', sent, { ready_at: at })
  await chargeRush(trx, actor, facts, zone)
  await conclude(trx, actor, facts, { event: 'ready', from: facts.status, to: status, announce: true })
}

/** The doctor approves. Approved while something is to be printed, else Completed at once. */
export async function approve(
  trx: Trx,
  actor: Actor,
  patientId: number,
  { note, seen }: { note?: string; seen?: string },
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, 'approve')
  checkSeen(seen, facts.seen)
  const sealing: Sealing = { event: 'approved', approvedBy: null, approvedOn: null }
  await finish(trx, actor, facts, 'approve', sealing, {
    event: 'approved',
    from: facts.status,
    to: afterApproval(facts),
    note: note || null,
    announce: true,
  })
}

/**
 * The doctor asks for changes; the note is what the technician works from, and stays in the doctor notes. The changes have
 * work steps of their own (`work/rounds`).
 */
export async function requestChanges(
  trx: Trx,
  actor: Actor,
  patientId: number,
  { note, seen }: { note: string; seen?: string },
  zone: string,
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, 'request_changes')
  checkSeen(seen, facts.seen)
  const asked = { setup_completed_at: null, changes_asked_at: actor.now }
  const status = await transition(trx, actor, facts, 'request_changes', asked, { ready_at: null })
  await appendDoctorNote(trx, actor, facts, note, zone)
  const ended = await endRunningSteps(trx, actor, facts, [facts.workflow_id])
  await beginRound(trx, actor, facts)
  await conclude(trx, actor, facts, ...ended, {
    event: 'changes_requested',
    from: facts.status,
    to: status,
    note,
    announce: true,
  })
}

/** Complete without Notify: in-office, third party, or approved by phone; the history says who approved and when. */
export async function completeSetup(
  trx: Trx,
  actor: Actor,
  patientId: number,
  approval: { by?: string; at?: string; seen?: string },
  zone: string,
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, 'complete')
  checkSeen(approval.seen, facts.seen)
  const by = approval.by?.trim() ?? ''
  // A practice approves what it makes itself, and what its partner makes for it; of the lab's work someone has to say so.
  if (facts.submission_completed_by === assignment.ownLab && by === '') throw new Invalid({ approved_by: ['Required'] })
  await checkApprovalDay(trx, actor, facts, approval.at, zone)
  const on = approval.at ?? dayIn(zone, actor.now)
  await chargeRush(trx, actor, facts, zone)
  const note = by === '' ? null : `Approved by ${by} on ${on}`
  const sealing: Sealing = { event: 'setup_completed', approvedBy: by || null, approvedOn: by === '' ? null : on }
  await finish(trx, actor, facts, 'complete_setup', sealing, {
    event: 'setup_completed',
    from: facts.status,
    to: afterApproval(facts),
    note,
    announce: true,
  })
}

/**
 * No one approved a case before it was submitted, or will have tomorrow: by the lab's clock, by the practice's, or by that
 * of a caller who counts in UTC. @throws Invalid
 */
async function checkApprovalDay(
  trx: Trx,
  actor: Actor,
  { organization_id, submitted_at }: CaseFacts,
  at: string | undefined,
  zone: string,
): Promise<void> {
  if (at === undefined) return
  const practice = await findPractice(trx, actor, organization_id)
  const daysAt = (moment: Date) => [dayIn(zone, moment), dayIn('UTC', moment), todayAt(practice, null, moment)]
  if (daysAt(actor.now).every((today) => at > today)) throw new Invalid({ approved_at: ['The date is in the future'] })
  if (submitted_at !== null && daysAt(new Date(submitted_at)).every((day) => at < day))
    throw new Invalid({ approved_at: ['The case was submitted later'] })
}

/** Approve and Complete share all effects (`cases/complete`). */
async function finish(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  event: 'approve' | 'complete_setup',
  sealing: Sealing,
  told: CaseEvent,
): Promise<void> {
  let status = move(caseLifecycle, facts.status, event, caseIs)
  if (afterApproval(facts) === 'completed') status = move(caseLifecycle, status, 'settle', caseIs)
  await setCase(
    trx,
    actor,
    facts,
    {
      status,
      completed_at: status === 'completed' ? actor.now : null,
      changes_asked_at: null,
      ...(event === 'complete_setup' ? { setup_completed_at: actor.now } : {}),
    },
    { status: move(rxFormLifecycle, facts.rx_status ?? 'new', 'complete', rxFormIs), completed_at: actor.now },
  )
  const ended = await endRunningSteps(trx, actor, facts, [facts.workflow_id])
  await sealCase(trx, actor, facts, sealing)
  const request = await printFromRx(trx, actor, facts)
  if (request === null || facts.print_assignment === assignment.inOffice)
    return conclude(trx, actor, facts, ...ended, told)
  // The technician of the print is notified too: the print has a technician of its own, or none yet.
  const print: CaseEvent = { event: 'print_requested', data: { request_id: request, from_rx: true }, announce: true }
  await conclude(trx, actor, facts, ...ended, print, told)
}
