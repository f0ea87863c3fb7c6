import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'

/** Who did it, when, and from where; no one for what no person, or no known one, did. */
export interface By {
  at: Date | RawBuilder<Date>
  userId: number | null | RawBuilder<number | null>
  address: string | RawBuilder<string>
}

/**
 * The only way into the audit log, as a fragment of a statement; usually reached through `kernel/record.ts`. `rows`
 * returns (subject, id, organization_id, patient_id, event, outcome, data).
 */
export const auditRows = ({ at, userId, address }: By, rows: RawBuilder<unknown>): RawBuilder<never> => sql`
  insert into audit_log (at, user_id, address, subject, subject_id, organization_id, patient_id, action, outcome, data)
  select ${at}::timestamptz, ${userId}::int, ${address}::text, r.subject, r.id::bigint, r.organization_id::int, r.patient_id::int,
    r.subject || '.' || r.event, r.outcome, r.data::jsonb
  from (${rows}) as r (subject, id, organization_id, patient_id, event, outcome, data)`

/**
 * Empties the details of the lines about a case that is gone by now, but for numbers; who did what to which id stays
 * (`safety/audit`). A function of the owner does it: the application may not change a line.
 */
export async function forgetDetails(db: Db, patientId: number): Promise<void> {
  await sql`select audit_forget_case(${patientId})`.execute(db)
}

/** Refused calls, collected by the access log: they name a route, not a fact, and outlive their transaction. */
export const writeDenials = prepared<{ rows: string }, never>(
  'audit-log.denials',
  ({ rows }) => sql`
    insert into audit_log (at, user_id, organization_id, patient_id, action, outcome, address, data)
    select at, user_id, organization_id, patient_id, action, 'denied', coalesce(address, ''), data from jsonb_to_recordset(${rows}::jsonb)
      as x(at timestamptz, user_id int, organization_id int, patient_id int, action text, address text, data jsonb)`,
)
