import { rxFormLifecycle } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { move } from '../../../kernel/move.ts'
import { conclude, endRunningSteps, lockCase, may, permit, rxFormIs, setCase } from '../../case-core/index.ts'
import { uncharge } from '../../charges/index.ts'
import { cancelOpenRequests } from '../../requests/index.ts'

/**
 * Cancels a case for good: its Rx form, the requests that are open, and what no closed order holds of its price
 * (`cases/cancel`). The state of the case stays as it was. @throws Forbidden, Conflict
 */
export async function cancelCase(
  trx: Trx,
  actor: Actor,
  rxFormId: number,
  reason: string,
  zone: string,
): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, may.cancel_started(actor, facts) ? 'cancel_started' : 'cancel')
  const status = move(rxFormLifecycle, facts.rx_status ?? 'new', 'cancel', rxFormIs)
  await setCase(trx, actor, facts, { changes_asked_at: null }, { status, cancelled_at: actor.now })
  await cancelOpenRequests(trx, actor, facts, reason, zone)
  await uncharge(trx, actor, facts)
  const ended = await endRunningSteps(trx, actor, facts, 'all')
  await conclude(trx, actor, facts, ...ended, { event: 'rx_form_canceled', note: reason, announce: true })
}
