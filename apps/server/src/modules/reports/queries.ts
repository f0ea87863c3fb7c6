import type { Report } from '@archwire/contract/reports/schema.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, refuse } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import type { Storage } from '../../services/storage/index.ts'
import { fileNameOf, mediaTypes, presentReport, storageKeyOf, type ReportRow } from './present.ts'
import { isExpired, whyNotDownloaded } from './rules.ts'

/** More than a person makes in a week. */
const mostListed = 100

/** What is read of a report. */
export const reportColumns =
  sql.raw(`id, kind, format, from_day::text as from_day, to_day::text as to_day, status_id, rows_done, rows_total,
  size, created_at, ended_at, expires_at`)

/** The actor's reports, the newest first; expired ones no longer exist, also before the nightly job (`exports/kept`). */
export async function listReports(db: Db, actor: Actor): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`
    select ${reportColumns} from reports where user_id = ${actor.userId} and (expires_at is null or expires_at > ${actor.now})
    order by id desc limit ${sql.lit(mostListed)}`.execute(db)
  return rows.map(presentReport)
}

/** One of the actor's reports, locked if wanted; another person's counts as unknown. @throws NotFound */
export async function findOwn(db: Db, actor: Actor, id: number, lock: RawBuilder<unknown> = sql``): Promise<ReportRow> {
  const { rows } = await sql<ReportRow>`
    select ${reportColumns} from reports where id = ${id} and user_id = ${actor.userId} ${lock}`.execute(db)
  const [row] = rows
  if (!row || isExpired(row, actor.now)) throw new NotFound('This report')
  return row
}

/** A link to the file of one of the actor's reports; who downloads is recorded. @throws NotFound, Conflict */
export async function giveDownloadLink(db: Db, actor: Actor, storage: Storage, id: number): Promise<string> {
  const row = await findOwn(db, actor, id)
  refuse(whyNotDownloaded(row))
  await record(db, actor, [{ subject: 'report', id, organizationId: null, event: 'downloaded', data: about(row) }])
  return storage.getLink(storageKeyOf(row), { type: mediaTypes[row.format], fileName: fileNameOf(row) })
}

/** What auditors read of a report. */
export const about = ({ kind, format, from_day, to_day }: ReportRow): object => ({
  kind,
  format,
  from: from_day,
  to: to_day,
})
