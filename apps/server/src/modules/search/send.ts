import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import type { KeptDocument, SearchServer } from '../../services/search-index/port.ts'

const batch = 1_000

/** What `search_hits h` says, as a search server keeps it. */
const kept = sql`h.document || jsonb_build_object('checksum', md5(h.document::text),
  'phone_digits', regexp_replace(h.document ->> 'phone_number', '\\D', '', 'g'))`

/** Any number; one sender at a time, so that no older document overtakes a newer one. */
const senders = 738_114_101

/**
 * Sends to the search server what it does not have yet. What was sent is marked behind the call, unless it changed
 * in the meantime: whatever is lost between, it is sent again. No row is locked while the server works.
 */
export async function sendChanges(db: Db, server: SearchServer): Promise<void> {
  // A transaction each: what one has marked stays locked until it ends.
  const sent = () =>
    db.transaction().execute(async (trx) => {
      // It does nothing while the server works, which takes up to two minutes.
      await sql`select pg_advisory_xact_lock(${senders}), set_config('idle_in_transaction_session_timeout', '150s', true)`.execute(
        trx,
      )
      return sendBatch(trx, server)
    })
  while ((await sent()) === batch);
}

interface Unsent {
  model: string
  model_id: number
  changed_at: string
  document: KeptDocument
}

async function sendBatch(db: Db, server: SearchServer): Promise<number> {
  const { rows } = await sql<Unsent>`
    select s.model, s.model_id, s.changed_at::text, ${kept} as document
    from search_documents s join search_hits h using (model, model_id) where not s.is_sent
    order by s.changed_at limit ${batch}`.execute(db)
  const removed = await sql<{ id: string }>`select id from search_removals order by id limit ${batch}`.execute(db)
  if (rows.length + removed.rows.length === 0) return 0
  const ids = removed.rows.map(({ id }) => id)
  await server.write(
    rows.map(({ document }) => document),
    ids,
  )
  const sent = rows.map(({ model, model_id, changed_at }) => ({ model, model_id, changed_at }))
  await sql`update search_documents s set is_sent = true
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as t (model text, model_id int, changed_at timestamptz)
    where s.model = t.model and s.model_id = t.model_id and s.changed_at = t.changed_at`.execute(db)
  await sql`delete from search_removals where id = any(${ids}::text[])`.execute(db)
  return Math.max(rows.length, ids.length)
}

/** Gives the search server a new index of everything; what changed in the meantime is sent behind it. */
export async function replaceIndex(db: Db, server: SearchServer): Promise<void> {
  const began = now()
  await server.replace(allDocuments(db))
  await sql`update search_documents set is_sent = false where changed_at >= ${began}`.execute(db)
  await sendChanges(db, server)
}

async function* allDocuments(db: Db): AsyncIterable<KeptDocument[]> {
  let after: { model: string; model_id: number } = { model: '', model_id: 0 }
  for (;;) {
    const { rows } = await sql<{ model: string; model_id: number; document: KeptDocument }>`
      select h.model, h.model_id, ${kept} as document from search_hits h
      where (h.model, h.model_id) > (${after.model}, ${after.model_id}::int) order by h.model, h.model_id limit ${batch}`.execute(
      db,
    )
    if (rows.length === 0) return
    yield rows.map(({ document }) => document)
    after = rows.at(-1)!
  }
}

/**
 * Compares what the search server has with the documents here, and sends what differs. Returns how many did.
 */
export async function compareIndex(db: Db, server: SearchServer): Promise<number> {
  let differences = 0
  await sql`update search_documents set is_sent = false where is_sent`.execute(db)
  for await (const part of server.kept()) {
    const { rows } = await sql<{ id: string }>`
      with told as (
        select t.id, t.checksum, split_part(t.id, '-', 1) as model,
          case when t.id ~ '^[a-z]+-[1-9][0-9]{0,8}$' then split_part(t.id, '-', 2)::int end as model_id
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t (id text, checksum text)
      ), same as (
        update search_documents s set is_sent = true from told t join search_hits h on h.model = t.model and h.model_id = t.model_id
        where s.model = t.model and s.model_id = t.model_id and md5(h.document::text) = t.checksum
      )
      insert into search_removals select t.id from told t
      where not exists (select 1 from search_documents s where s.model = t.model and s.model_id = t.model_id)
      on conflict do nothing returning id`.execute(db)
    differences += rows.length
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from search_documents where not is_sent`.execute(
    db,
  )
  await sendChanges(db, server)
  return differences + rows[0]!.n
}
