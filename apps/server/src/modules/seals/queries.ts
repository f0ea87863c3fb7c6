import { figureOf } from '@archwire/contract/measurements/geometry.ts'
import type { MeasureKind } from '@archwire/contract/measurements/kinds.ts'
import type { Approval } from '@archwire/contract/patients/approval.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { NotFound } from '../../kernel/errors.ts'
import { presentPrice, type PricedRow } from '../pricing/index.ts'

type Point = [number, number, number]
type Row = Omit<Approval, 'price' | 'measurements'> &
  PricedRow & {
    role: UserRole | null
    measurements: (Omit<Approval['measurements'][number], 'value'> & { points: Point[] })[]
  }

/** What was approved of a case within reach; null while nothing is sealed. @throws NotFound */
export async function readApproval(db: Db, actor: Actor, patientId: number): Promise<Approval | null> {
  const found = await sql<{ row: Row | null }>`
    select (select to_jsonb(x) from (
        select iso(s.at) as at, s.event, u.full_name as user_name, u.role, s.approved_by, s.approved_on::text as approved_on, s.rx_form_version,
          s.rx_form_version is not distinct from r.version as rx_form_is_same, s.price_list, s.price_overrides, s.price_lines, s.files, s.measurements
        from case_seals s join users u on u.id = s.user_id
        left join rx_forms r on r.organization_id = s.organization_id and r.patient_id = s.patient_id
        where s.organization_id = p.organization_id and s.patient_id = p.id) x) as row
    from ${rows(actor.scope, 'patients', 'p')} where p.id = ${patientId}`.execute(db)
  if (!found.rows[0]) throw new NotFound('This case')
  const { row } = found.rows[0]
  if (row === null) return null
  const { role, price_list, price_overrides, price_lines, measurements, ...shown } = row
  return {
    ...shown,
    user_name: nameOfDoer(actor, { name: row.user_name, role }),
    price: presentPrice(actor, { price_list, price_overrides, price_lines }),
    measurements: measurements.map(({ points, ...measured }) => ({
      ...measured,
      value: figureOf(measured.kind as MeasureKind, points)!,
    })),
  }
}
