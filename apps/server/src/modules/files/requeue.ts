import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, rows } from '../../db/scope.ts'
import { jobRows } from '../../kernel/outbox.ts'

/**
 * Creates a new job for files that have waited 15 minutes without a live one: its tries were used up while the storage
 * was unavailable, or it was removed by hand. Times and jobs are the database's own. Failed jobs of files that have
 * since been checked or deleted go, too; others stay visible. Files of a demo that is still being made are left to it:
 * it checks them as of their own time.
 */
export async function requeueWaiting(db: Db, log: FastifyBaseLogger): Promise<void> {
  const requeued = await sql<{ patient_file_id: number }>`
    ${jobRows(sql`select 'files.process', jsonb_build_object('patient_file_id', f.id), 0 from ${rows(labScope, 'patient_files', 'f')} join patients p on p.organization_id = f.organization_id and p.id = f.patient_id
    where f.processing = 'waiting' and f.deleted_at is null and f.created_at < now() - interval '15 minutes'
      and not exists (select 1 from pgboss.job j where j.name = 'files.process' and j.state in ('created', 'retry', 'active')
        and j.data ->> 'patient_file_id' = f.id::text)
      and not exists (select 1 from outbox o where o.name = 'files.process' and o.payload ->> 'patient_file_id' = f.id::text)
      and not exists (select 1 from demo_data d where d.finished_at is null and f.created_at < d.present)
    order by f.id`)}
    returning (payload ->> 'patient_file_id')::int as patient_file_id`.execute(db)
  if (requeued.rows.length > 0)
    log.error({ files: requeued.rows.map((row) => row.patient_file_id) }, 'files waited without a job')
  await sql`
    delete from pgboss.job j using ${rows(labScope, 'patient_files', 'f')}
    where j.name = 'failed-jobs' and j.state = 'created' and j.source_name = 'files.process'
      and j.data ->> 'patient_file_id' = f.id::text and (f.processing <> 'waiting' or f.deleted_at is not null)`.execute(
    db,
  )
}
