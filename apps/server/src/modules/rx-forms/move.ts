import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'

interface Move {
  /** The case that gets the form; of the same organization, without a form of its own. */
  patientId: number
  at: Date
  /** Whether both cases are of one patient. */
  keepsTeeth: boolean
}

/**
 * Moves the form of a locked case to another case, where it begins anew: New, without a price and without planned days.
 * Its changes stay with the case that they were made on. Returns who makes what by the form.
 */
export async function moveForm(
  trx: Trx,
  from: { id: number; organization_id: number },
  { patientId, at, keepsTeeth }: Move,
): Promise<{ assignments: number[] }> {
  const { rows } = await sql<{ assignments: number[] }>`
    update rx_forms set patient_id = ${patientId}, version = version + 1, status_id = ${rxFormStatuses.new.id},
      status_updated_at = ${at}, updated_at = ${at}, ready_at = null, completed_at = null, cancelled_at = null,
      arrival_date = null, ship_date = null, approve_by = null, approve_by_told = null, price_list = null, price_lines = null,
      tooth_chart = case when ${keepsTeeth} then tooth_chart else '[]' end
    where organization_id = ${from.organization_id} and patient_id = ${from.id}
    returning array_remove(array[submission_completed_by, print_assignment, insert_brackets_assignment], null) as assignments`.execute(
    trx,
  )
  return rows[0]!
}
