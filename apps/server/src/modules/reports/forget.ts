import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { timeToRemove } from '../../kernel/database-clock.ts'
import type { Storage } from '../../services/storage/index.ts'
import { storageKeyOf, type ReportRow } from './present.ts'

/**
 * Removes reports whose time is over: first the file, then the row, so that no file is left without one (`exports/kept`).
 * Safe to run twice.
 */
export async function forgetReports({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const present = await timeToRemove(db)
  for (;;) {
    const { rows } = await sql<Pick<ReportRow, 'id' | 'format'>>`
      select id, format from reports where expires_at < ${present} order by id limit 100`.execute(db)
    if (rows.length === 0) return
    for (const row of rows) await storage.remove(storageKeyOf(row))
    await sql`delete from reports where id = any(${rows.map(({ id }) => id)}::int[])`.execute(db)
  }
}
