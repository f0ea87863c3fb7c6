import type { SearchModel } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SearchServer } from '../../services/search-index/port.ts'
import type { Db } from '../../db/client.ts'
import { named } from '../../db/prepared.ts'
import { labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import { documentsOf } from './documents.sql.ts'

/** Whose documents are refreshed, and for whom: a search server beside the portal is told of what changed. */
export interface RefreshTools {
  db: Db
  search?: SearchServer | undefined
}

const columns = [
  'model',
  'model_id',
  'filter',
  'is_archived',
  'status',
  'payments',
  'fees',
  'organization_types',
  'invoice_versions',
  'onboardings',
  'organization_ids',
  'full_name_sort',
  'joined_timestamp',
  'first_case_timestamp',
  'newest_case_timestamp',
  'number_of_users',
  'number_of_patients',
  'number_of_cases',
  'average_cases',
  'status_until',
  'words',
] as const
const everyColumn = sql.raw(columns.join(', '))
const replaced = sql.raw(
  columns
    .filter((name) => !name.startsWith('model'))
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
)

/** Any number. One refresh at a time, on all servers: none writes what it read before another one's newer document. */
const refreshers = 738_114_102

/**
 * Makes the documents of some records of a kind anew, in one statement: what is the same is not written, what has no
 * record any more is removed (`search/index`). `records` is a condition on the records, `kept` the same on the documents
 * `s` that exist. Returns how many were missing, wrong or to be removed; the average alone changes from day to day.
 */
async function refresh(
  { db, search }: RefreshTools,
  model: SearchModel,
  records: RawBuilder<unknown>,
  kept: RawBuilder<unknown>,
): Promise<number> {
  const isSent = search === undefined
  const at = now()
  const written = (trx: Db) =>
    named(
      'search.refresh',
      sql<{ n: number }>`
        with fresh as materialized (${documentsOf(model, records, at)}), known as (
          insert into search_words select distinct w from fresh, unnest(tsvector_to_array(words)) w
          where w not like '=%' and not exists (select 1 from search_words x where x.word = w)
          on conflict do nothing
        ), different as (
          select f.*, s.model_id is null or s.words <> f.words or h.document - 'average_cases' <> f.document - 'average_cases' as is_wrong
          from fresh f left join search_documents s on s.model = ${model} and s.model_id = f.model_id
            left join search_hits h on h.model = ${model} and h.model_id = f.model_id
          where s.model_id is null or s.words <> f.words or h.document <> f.document or s.status_until is distinct from f.status_until
        ), changed as (
          insert into search_documents (${everyColumn}, is_sent, changed_at) select ${everyColumn}, ${isSent}, ${at} from different
          on conflict (model, model_id) do update set ${replaced}, is_sent = excluded.is_sent, changed_at = excluded.changed_at
        ), hits as (
          insert into search_hits (model, model_id, document) select model, model_id, document from different
          on conflict (model, model_id) do update set document = excluded.document
        ), removed as (
          delete from search_documents s where s.model = ${model} and ${kept}
            and not exists (select 1 from fresh f where f.model_id = s.model_id) returning s.model || '-' || s.model_id as id
        ), to_remove as (
          insert into search_removals select id from removed where not ${isSent}::boolean on conflict do nothing
        )
        select ((select count(*) from different where is_wrong) + (select count(*) from removed))::int as n`,
    ).execute(trx)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${refreshers})`.execute(trx)
    // A statement of its own behind the lock sees what the refresh before it has written.
    return (await written(trx)).rows[0]!.n
  })
}

/** Whose documents an activity changed. */
export interface Stale {
  organizations?: readonly number[]
  people?: readonly number[]
}

/**
 * Organizations with their people and locations, which take something over from them; people with the organizations that
 * count them and name their owner. All at once, however many: three statements.
 */
export async function refreshStale(tools: RefreshTools, { organizations = [], people = [] }: Stale): Promise<void> {
  const ids = (values: readonly number[]) => sql`${[...new Set(values)]}::int[]`
  const theirs = sql`(select unnest(${ids(organizations)})
    union select m.organization_id from memberships m where m.user_id = any(${ids(people)}))`
  await refresh(tools, 'organization', sql`o.id in ${theirs}`, sql`s.model_id in ${theirs}`)
  const its = sql`s.organization_ids && ${ids(organizations)}`
  if (organizations.length > 0)
    await refresh(tools, 'location', sql`l.organization_id = any(${ids(organizations)})`, its)
  const members = sql`(select unnest(${ids(people)})
    union select m.user_id from memberships m where m.organization_id = any(${ids(organizations)})
    union select s.model_id from search_documents s where s.model = 'user' and ${its})`
  await refresh(tools, 'user', sql`u.id in ${members}`, sql`s.model_id in ${members}`)
}

const sources = {
  organization: { id: 'o.id', last: sql`select max(o.id) from organizations o` },
  user: { id: 'u.id', last: sql`select max(u.id) from users u` },
  location: { id: 'l.id', last: sql`select max(l.id) from ${rows(labScope, 'locations', 'l')}` },
} as const
const step = 250

/** All documents, a few hundred ids at a time. Returns how many differed. */
export async function refreshAll(tools: RefreshTools): Promise<number> {
  let differences = 0
  for (const model of Object.keys(sources) as SearchModel[]) {
    const found = await sql<{ last: number }>`
      select greatest((${sources[model].last}),
        (select max(model_id) from search_documents where model = ${model}), 0) as last`.execute(tools.db)
    for (let from = 1; from <= found.rows[0]!.last; from += step) {
      const within = (id: string) => sql`${sql.ref(id)} between ${from} and ${from + step - 1}`
      differences += await refresh(tools, model, within(sources[model].id), within('s.model_id'))
    }
  }
  return differences
}

/** Documents whose status changes by time alone, a few hundred at a time. */
export async function refreshDue(tools: RefreshTools): Promise<void> {
  const due = (model: SearchModel) =>
    sql`(select s.model_id from search_documents s where s.model = ${model} and s.status_until <= ${now()} order by s.status_until limit ${step})`
  await refresh(tools, 'organization', sql`o.id in ${due('organization')}`, sql`false`)
  await refresh(tools, 'user', sql`u.id in ${due('user')}`, sql`false`)
}
