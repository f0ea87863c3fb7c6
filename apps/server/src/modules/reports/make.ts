import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userRolePermissions } from '@archwire/contract/grants.ts'
import { isTooLong, reportStatuses, type ReportStatus } from '@archwire/contract/reports/kinds.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope } from '../../db/scope.ts'
import type { Attempt, JobTools } from '../../jobs/define.ts'
import { now } from '../../kernel/clock.ts'
import { keptUntil } from './commands.ts'
import { storageKeyOf, titleOf, type ReportRow } from './present.ts'
import { reportColumns } from './queries.ts'
import type { Cell } from './source.ts'
import { sources } from './sources.ts'
import { writeReport } from './write-file.ts'

/** The report was canceled, or no longer exists: the job ends without a word. */
class Stopped extends Error {}

const { waiting, in_progress } = reportStatuses
const open = sql`status_id in (${sql.lit(waiting.id)}, ${sql.lit(in_progress.id)})`

/**
 * The job behind a report: reads its rows in portions, writes them into a file of this machine and stores that. Each
 * portion tells the page how far it is, and notices that its person has canceled. Restarted from the first row when a
 * worker died; safe to run twice.
 */
export async function makeReport(
  { db, storage, labZone }: Pick<JobTools, 'db' | 'storage' | 'labZone'>,
  id: number,
  { signal, last }: Attempt,
): Promise<void> {
  const report = await begin(db, id)
  if (!report) return
  if (!mayExport(report.role)) {
    await end(db, id, 'canceled')
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'archwire-report-'))
  try {
    const path = join(folder, `report.${report.format}`)
    const source = sources[report.kind]
    const asked = { scope: labScope, from: report.from_day, to: report.to_day, zone: labZone }
    const total = await source.count(db, asked)
    await advance(db, id, sql`rows_total = ${total}`)
    if (isTooLong(report.format, total)) {
      await end(db, id, 'failed')
      return
    }
    const portions = counted(db, id, source.portions(db, asked))
    await writeReport(path, report.format, { title: titleOf(report.kind), columns: source.columns, portions }, signal)
    const { size } = await stat(path)
    await storage.store(storageKeyOf(report), path)
    // Canceled at the last moment: no one would find the file.
    if (!(await end(db, id, 'completed', sql`size = ${size}, rows_total = rows_done`)))
      await storage.remove(storageKeyOf(report))
  } catch (error) {
    if (error instanceof Stopped) return
    if (last) await end(db, id, 'failed')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts the rows that go through, portion by portion. */
async function* counted(db: Db, id: number, portions: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  for await (const rows of portions) {
    yield rows
    await advance(db, id, sql`rows_done = rows_done + ${rows.length}`)
  }
}

async function begin(db: Db, id: number): Promise<(ReportRow & { role: UserRole | null }) | undefined> {
  const { rows } = await sql<ReportRow & { role: UserRole | null }>`
    update reports set status_id = ${in_progress.id}, rows_done = 0, rows_total = null where id = ${id} and ${open}
    returning ${reportColumns},
      (select u.role from users u where u.id = reports.user_id and u.deleted_at is null) as role`.execute(db)
  return rows[0]
}

/** Who may no longer export by the time a report is made gets none. */
const mayExport = (role: UserRole | null): boolean =>
  role !== null && userRolePermissions[role].includes('reports.export')

/** @throws Stopped when the report is no longer being made */
async function advance(db: Db, id: number, values: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`update reports set ${values} where id = ${id} and ${open} returning id`.execute(db)
  if (rows.length === 0) throw new Stopped()
}

/** Ends a report; false when it has ended already. */
async function end(
  db: Db,
  id: number,
  status: ReportStatus,
  values: RawBuilder<unknown> = sql`size = null`,
): Promise<boolean> {
  const at = now()
  const { rows } = await sql`
    update reports set status_id = ${reportStatuses[status].id}, ended_at = ${at}, expires_at = ${keptUntil(at)}, ${values}
    where id = ${id} and ${open} returning id`.execute(db)
  return rows.length > 0
}
