import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { createCaseTray, generateShippingId } from '../modules/case-trays/index.ts'

/** How many cases are in each tray; the last one is being filled. */
const trays = [8, 8, 5]

/** Cases whose print is open lie in trays of 8, of which the first is about to ship. */
export async function fillTrays(db: Db, admin: Actor, zone: string): Promise<void> {
  const free = await scoped(db, labScope)
    .from('case_rows')
    .select('patient_id')
    .where('active', '=', true)
    .where('is_on_hold', '=', false)
    .where('print_first_at', 'is not', null)
    .where('patient_status_id', '=', patientStatuses.approved.id)
    .orderBy('patient_id')
    .limit(trays.reduce((sum, many) => sum + many, 0))
    .execute()
  const ids = free.map(({ patient_id }) => patient_id)
  for (const [index, many] of trays.entries()) {
    const case_ids = ids.splice(0, many)
    if (case_ids.length === 0) return
    await db.transaction().execute(async (trx) => {
      const id = await createCaseTray(trx, admin, { tray_number: `A${101 + index}`, case_ids })
      if (index === 0) await generateShippingId(trx, admin, id, zone)
    })
  }
}
