import { flawCauses, type FlawCause } from '@archwire/contract/flaw-causes.ts'
import { assignments, jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { rows } from '../../db/scope.ts'
import { day, dayOf, listing, number, text } from './source.ts'

interface Row {
  code: string
  jaw_type_id: number
  cause: FlawCause | null
  reported: string
  corrected: string | null
  days: number | null
  print: number
}

/** The trays that were reported as flawed, with how many days their correction took. */
export const correctionsSource = listing<Row>({
  columns: [
    text('Case'),
    text('Arch'),
    text('Cause'),
    day('Reported'),
    day('Corrected'),
    number('Days'),
    text('Who prints'),
  ],
  from: ({ scope }) => sql`${rows(scope, 'flawed_trays', 't')}
    join patients p on p.organization_id = t.organization_id and p.id = t.patient_id`,
  where: sql`p.deleted_at is null`,
  at: sql`t.created_at`,
  id: sql`t.id`,
  select: ({ zone }) => sql`'C-' || p.id as code, t.jaw_type_id, t.cause,
    ${dayOf(sql`t.created_at`, zone)} as reported, ${dayOf(sql`t.corrected_at`, zone)} as corrected,
    (t.corrected_at at time zone ${zone})::date - (t.created_at at time zone ${zone})::date as days, t.print`,
  cells: (row) => [
    row.code,
    labelOf(jaws, row.jaw_type_id),
    row.cause && flawCauses[row.cause],
    row.reported,
    row.corrected,
    row.days,
    labelOf(assignments, row.print),
  ],
})
