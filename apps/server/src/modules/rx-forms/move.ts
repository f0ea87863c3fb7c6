import type { Day } from '@archwire/contract/core/dates.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'

interface Move {
  /** The case that gets the form; of the same organization, without a form of its own. */
  patientId: number
  at: Date
  status: RxFormStatus
  /** When it arrives, leaves and is to be approved from now on. */
  plan: { arrival: Day | null; ship: Day | null; approveBy: Date | null }
}

/**
 * Moves the form of a locked case to another case, where it starts anew with the price of its submit. The tooth chart is
 * emptied: it describes the patient of the case that the form leaves (docs/decisions/082). Its changes stay with the case
 * that they were made on. Returns what the form held before and holds no longer.
 */
export async function moveForm(
  trx: Trx,
  from: { id: number; organization_id: number },
  { patientId, at, status, plan }: Move,
): Promise<{ left: object; hadTeeth: boolean }> {
  const { rows } = await sql<{ left: object; hadTeeth: boolean }>`
    with old as (
      select jsonb_build_object('rx_form_id', r.id, 'version', r.version, 'status_id', r.status_id, 'price_list', r.price_list,
        'price_overrides', r.price_overrides, 'price_lines', r.price_lines, 'arrival_date', r.arrival_date, 'ship_date', r.ship_date, 'approve_by', r.approve_by,
        'ready_at', r.ready_at, 'completed_at', r.completed_at, 'tooth_chart', r.tooth_chart) as "left",
        r.tooth_chart <> '[]' as "hadTeeth"
      from rx_forms r where r.organization_id = ${from.organization_id} and r.patient_id = ${from.id}
    ), moved as (
      update rx_forms set patient_id = ${patientId}, version = version + 1, status_id = ${rxFormStatuses[status].id},
        status_updated_at = ${at}, updated_at = ${at}, ready_at = null, completed_at = null, cancelled_at = null,
        arrival_date = ${plan.arrival}, ship_date = ${plan.ship}, promised_ship_date = null, approve_by = ${plan.approveBy}, approve_by_told = null,
        tooth_chart = '[]'
      where organization_id = ${from.organization_id} and patient_id = ${from.id}
    )
    select * from old`.execute(trx)
  return rows[0]!
}
