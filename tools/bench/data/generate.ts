import pg from 'pg'
import { connect } from '../../../apps/server/src/db/client.ts'
import { prepareDatabase } from '../../../apps/server/src/prepare-database.ts'
import { refreshCaseRows } from '../../../apps/server/src/modules/case-core/case-row.sql.ts'
import type { Trx } from '../../../apps/server/src/db/client.ts'
import { caseSql, planSql } from './cases.sql.ts'
import { peopleSql } from './people.sql.ts'
import { sizesFor } from './sizes.ts'
import { workSql } from './work.sql.ts'

/** The seed: another number generates other people of the same kind. */
const seed = 20_261_121
const rowsPerBatch = 5_000

/**
 * Fills an empty database of this owner with `patients` cases and everything that belongs to them, always the same.
 * Ready rows come from the product's own SQL. Takes about 90 seconds for 200,000 patients on two cores.
 */
export async function generate(ownerUrl: string, patients: number, say: (text: string) => void): Promise<void> {
  await prepareDatabase(ownerUrl)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'archwire-bench-generator' })
  await client.connect()
  try {
    const sizes = sizesFor(patients)
    // Foreign keys hold by construction; checking tens of millions of them row by row would take most of the time.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
    await client.query(`create function pick(i bigint, salt int) returns float8 language sql immutable parallel safe as
      $$ select (hashint8extended(i, ${seed} + salt) & 4503599627370495) / 4503599627370496.0::float8 $$`)
    const indexes = await dropIndexes(client)
    for (const statement of [...peopleSql(sizes), ...planSql(sizes), ...caseSql(), ...workSql(patients)])
      await client.query(statement)
    await moveSequences(client)
    say('tables are filled')
    for (const index of indexes.filter(({ table }) => table !== 'case_rows')) await client.query(index.definition)
    await client.query('drop table plan, plan_steps, plan_prints; drop function pick; analyze')
    say('indexes are built')
    await buildCaseRows(ownerUrl, patients)
    for (const index of indexes.filter(({ table }) => table === 'case_rows')) await client.query(index.definition)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    say('ready rows are built')
  } finally {
    await client.end()
  }
}

/** Drops every index that no constraint needs and returns how to create it again: filling is faster without. */
async function dropIndexes(client: pg.Client): Promise<{ table: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select t.relname as table, i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return rows
}

/** Rows were written with their ids; the next ones must follow. */
async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(pg_get_serial_sequence(%L, %L), (select coalesce(max(%I), 0) + 1 from %I), false)',
      table_name, column_name, column_name, table_name) as statement
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
  for (const { statement } of rows) await client.query(statement)
}

/** Two connections, as many as the machine we aim at has cores. */
async function buildCaseRows(ownerUrl: string, patients: number): Promise<void> {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', '-c session_replication_role=replica -c synchronous_commit=off -c jit=off')
  const { db, close } = connect(url.toString(), { pool: 2, name: 'archwire-bench-generator' })
  let next = 1
  const work = async () => {
    for (let from = next; from <= patients; from = next) {
      next += rowsPerBatch
      const ids = Array.from({ length: Math.min(rowsPerBatch, patients - from + 1) }, (_, index) => from + index)
      await refreshCaseRows(db as unknown as Trx, ids)
    }
  }
  try {
    await Promise.all([work(), work()])
  } finally {
    await close()
  }
}
