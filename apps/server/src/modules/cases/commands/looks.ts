import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkSeen, lockCase, permit, recordOnCase, setupSeen } from '../../case-core/index.ts'

/**
 * Notes that the setup was shown to this person in 3D (`cases/looks-first`). 409 when it has been replaced since, or
 * nothing is to be approved.
 */
export async function noteLook(trx: Trx, actor: Actor, patientId: number, seen: string): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { patient: patientId })
  permit(actor, facts, 'approve')
  checkSeen(seen, facts.seen)
  const look = { setup: setupSeen(facts.seen), at: actor.now }
  const noted = await scoped(trx, actor.scope)
    .add('setup_looks')
    .values({ organization_id: facts.organization_id, patient_id: facts.id, user_id: actor.userId, ...look })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'patient_id', 'user_id'])
        .doUpdateSet(look)
        .where('setup_looks.setup', '<>', look.setup),
    )
    .returning('setup')
    .execute()
  // Once for each setup: the model is shown again with every visit.
  if (noted.length > 0) await recordOnCase(trx, actor, facts, { event: 'setup_looked_at' })
}
