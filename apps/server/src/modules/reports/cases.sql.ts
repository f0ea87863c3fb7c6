import { patientStatuses } from '@archwire/contract/patients/lifecycle.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { statusById } from '@archwire/contract/core/statuses.ts'
import {
  assignments,
  exportTypes,
  impressionTypes,
  labelOf,
  labelsOf,
  products,
} from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { rows } from '../../db/scope.ts'
import { shownName } from '../organizations/index.ts'
import { day, dayOf, listing, money, text } from './source.ts'

interface Row {
  code: string
  practice: string
  doctor: string | null
  submitted: string
  impression_type: number
  products_list: number
  export_type: number | null
  submission_completed_by: number
  ready: string | null
  approved: string | null
  completed: string | null
  patient_status_id: number
  canceled: boolean
  cents: number | null
}

/** The cases that were submitted: what was asked for, and where they are now. */
export const casesSource = listing<Row>({
  columns: [
    text('Case code'),
    text('Practice'),
    text('Doctor'),
    day('Submitted'),
    text('Impression'),
    text('Products'),
    text('Export'),
    text('Who makes'),
    day('Ready'),
    day('Approved'),
    day('Completed'),
    text('Status'),
    money('Price'),
  ],
  from: ({ scope }) => sql`${rows(scope, 'rx_forms', 'r')}
    join patients p on p.organization_id = r.organization_id and p.id = r.patient_id
    join organizations o on o.id = r.organization_id left join users d on d.id = p.user_id`,
  where: sql`p.deleted_at is null`,
  at: sql`r.created_at`,
  id: sql`r.id`,
  select: ({ zone }) => sql`'C-' || p.id as code, ${shownName('o')} as practice, d.full_name as doctor,
    ${dayOf(sql`r.created_at`, zone)} as submitted, r.impression_type, r.products_list, r.export_type, r.submission_completed_by,
    ${dayOf(sql`r.ready_at`, zone)} as ready, ${dayOf(sql`r.completed_at`, zone)} as approved,
    ${dayOf(sql`p.completed_at`, zone)} as completed, p.patient_status_id, r.cancelled_at is not null as canceled,
    (select sum((l.value ->> 'amount')::int)::int from jsonb_array_elements(r.price_lines) l) as cents`,
  cells: (row) => [
    row.code,
    row.practice,
    row.doctor,
    row.submitted,
    labelOf(impressionTypes, row.impression_type),
    labelsOf(products, row.products_list).join(', '),
    labelOf(exportTypes, row.export_type),
    labelOf(assignments, row.submission_completed_by),
    row.ready,
    row.approved,
    row.completed,
    row.canceled ? 'Canceled' : patientStatuses[statusById(patientStatuses, row.patient_status_id)].label,
    row.cents === null ? null : toDollars(row.cents),
  ],
})
