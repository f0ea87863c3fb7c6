import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { conclude, lockCase, permit, setCase } from '../../case-core/index.ts'

/** Takes a case out of the lists, or brings it back; its state stays (`cases/archived`). */
export async function setArchived(trx: Trx, actor: Actor, patientId: number, archived: boolean): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, archived ? 'archive' : 'restore')
  await setCase(trx, actor, facts, { deleted_at: archived ? actor.now : null })
  await conclude(trx, actor, facts, { event: archived ? 'archived' : 'restored' })
}
