import { dayIn } from '@archwire/contract/core/dates.ts'
import type { ReportBody } from '@archwire/contract/reports/schema.ts'
import { daysKept, reportStatuses } from '@archwire/contract/reports/kinds.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, refuse } from '../../kernel/errors.ts'
import { enqueue } from '../../kernel/outbox.ts'
import { record } from '../../kernel/record.ts'
import { storageKeyOf, type ReportRow } from './present.ts'
import { about, findOwn, reportColumns } from './queries.ts'
import { lastDayProblem, whyNotCanceled } from './rules.ts'

/** Why a second report is refused (`exports/ask`). */
export const oneIsRunning = 'You already have a report in progress. Cancel it, or wait until it is completed.'

/** Until when a report is kept that ends now. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + daysKept * 86_400_000)

/**
 * Asks for a report, which a job makes (`exports/ask`). The person is locked, so that of two calls at once one is refused.
 * Returns the row. @throws Invalid for days that are still to come, Conflict while another one of the person is being made
 */
export async function requestReport(
  trx: Trx,
  actor: Actor,
  { kind, format, from, to }: ReportBody,
  labZone: string,
): Promise<ReportRow> {
  const problem = lastDayProblem(to, dayIn(labZone, actor.now))
  if (problem !== undefined) throw new Invalid({ to: [problem] })
  await sql`select id from users where id = ${actor.userId} for no key update`.execute(trx)
  const { waiting, in_progress } = reportStatuses
  const running = await sql`select 1 from reports
    where user_id = ${actor.userId} and status_id in (${waiting.id}, ${in_progress.id})`.execute(trx)
  if (running.rows.length > 0) throw new Conflict(oneIsRunning)
  const { rows } = await sql<ReportRow>`
    insert into reports (user_id, kind, format, from_day, to_day, created_at)
    values (${actor.userId}, ${kind}, ${format}, ${from}, ${to}, ${actor.now}) returning ${reportColumns}`.execute(trx)
  const row = rows[0]!
  await enqueue(trx, 'reports.make', { report_id: row.id })
  await record(trx, actor, [
    { subject: 'report', id: row.id, organizationId: null, event: 'requested', data: about(row) },
  ])
  return row
}

/** Cancels one of the actor's reports; the job stops behind its next portion. @throws NotFound, Conflict */
export async function cancelReport(trx: Trx, actor: Actor, id: number): Promise<ReportRow> {
  const row = await findOwn(trx, actor, id, sql`for update`)
  refuse(whyNotCanceled(row))
  const { rows } = await sql<ReportRow>`
    update reports set status_id = ${reportStatuses.canceled.id}, ended_at = ${actor.now}, expires_at = ${keptUntil(actor.now)}
    where id = ${id} returning ${reportColumns}`.execute(trx)
  await record(trx, actor, [{ subject: 'report', id, organizationId: null, event: 'canceled', data: about(row) }])
  return rows[0]!
}

/** Deletes the reports of a person who is deleted; a job removes their files. */
export async function deleteReportsOf(trx: Db, userId: number): Promise<void> {
  const { rows } = await sql<Pick<ReportRow, 'id' | 'format'>>`
    delete from reports where user_id = ${userId} returning id, format`.execute(trx)
  if (rows.length > 0) await enqueue(trx, 'reports.remove-files', { keys: rows.map(storageKeyOf) })
}
