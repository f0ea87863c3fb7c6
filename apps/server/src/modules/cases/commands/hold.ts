import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid } from '../../../kernel/errors.ts'
import { lockCase, conclude, permit, setCase, type CaseFacts } from '../../case-core/index.ts'

interface HoldInput {
  on_hold?: boolean
  action_owner_name?: string
  reason?: string
  should_notify_doctor: boolean
}

/**
 * Puts a case on hold (name and reason required) or takes it back to work (note optional); each leaves an entry. Returns
 * whether it is on hold now.
 */
export async function toggleHold(trx: Trx, actor: Actor, patientId: number, input: HoldInput): Promise<boolean> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  const holding = input.on_hold ?? !facts.is_on_hold
  permit(actor, facts, holding ? 'hold' : 'unhold')
  const name = input.action_owner_name?.trim() || actor.name
  const reason = input.reason?.trim() ?? ''
  if (holding && reason === '') throw new Invalid({ reason: ['Required'] })
  await setHold(trx, actor, facts, {
    holding,
    name,
    note: reason,
    announce: actor.isManagement && input.should_notify_doctor,
  })
  return holding
}

/** Takes a held case off hold, because a message answered what it waited for: the message says so to everyone. */
export const releaseByMessage = (
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  { id, words }: { id: number; words: string },
): Promise<void> =>
  setHold(trx, actor, facts, { holding: false, name: actor.name, note: words, data: { message_id: id } })

async function setHold(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  entry: { holding: boolean; name: string; note: string; announce?: boolean; data?: object },
): Promise<void> {
  const { holding, name, note, announce = false, data = null } = entry
  await setCase(trx, actor, facts, { is_on_hold: holding })
  await scoped(trx, actor.scope)
    .add('on_hold_notes')
    .values({
      organization_id: facts.organization_id,
      patient_id: facts.id,
      name,
      note,
      is_on_hold_reason: holding,
      asks_doctor: announce,
      created_at: actor.now,
    })
    .execute()
  await conclude(trx, actor, facts, { event: holding ? 'held' : 'unheld', note: note || null, data, announce })
}
