import type { SearchHit, SearchModel } from '@archwire/contract/search/document.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { documentsOf } from './documents.sql.ts'

/** What a refresh wrote: documents that are new or changed, and ids of those that are no more. */
export interface Refreshed {
  changed: SearchHit[]
  removed: string[]
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
  'document',
  'words',
] as const
const written = sql.raw(columns.join(', '))
const replaced = sql.raw(
  columns
    .filter((name) => !name.startsWith('model'))
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
)

/**
 * Makes the documents of some records of a kind anew, in one statement: what is the same is not written, what has no
 * record any more is removed (`search/index`). `records` is a condition on the records, `kept` the same on the documents
 * `s` that exist.
 */
async function refresh(
  db: Db,
  model: SearchModel,
  records: RawBuilder<unknown>,
  kept: RawBuilder<unknown>,
): Promise<Refreshed> {
  const { rows } = await sql<{ id: string; document: SearchHit | null }>`
    with fresh as materialized (${documentsOf(model, records, now())}), known as (
      insert into search_words select distinct w from fresh, unnest(tsvector_to_array(words)) w
      where w not like '=%' and not exists (select 1 from search_words x where x.word = w) on conflict do nothing
    ), changed as (
      insert into search_documents as s (${written}) select ${written} from fresh
      on conflict (model, model_id) do update set ${replaced}
        where s.document <> excluded.document or s.words <> excluded.words or s.status_until is distinct from excluded.status_until
      returning s.model || '-' || s.model_id as id, s.document
    ), removed as (
      delete from search_documents s where s.model = ${model} and ${kept}
        and not exists (select 1 from fresh f where f.model_id = s.model_id) returning s.model || '-' || s.model_id as id
    )
    select id, document from changed union all select id, null from removed`.execute(db)
  return {
    changed: rows.flatMap(({ document }) => (document === null ? [] : [document])),
    removed: rows.filter(({ document }) => document === null).map(({ id }) => id),
  }
}

const together = (parts: Refreshed[]): Refreshed => ({
  changed: parts.flatMap(({ changed }) => changed),
  removed: parts.flatMap(({ removed }) => removed),
})

/** An organization, its people and its locations: all that takes something over from it. */
export async function refreshOrganization(db: Db, id: number): Promise<Refreshed> {
  const its = sql`s.organization_ids @> array[${id}::int]`
  return together([
    await refresh(db, 'organization', sql`o.id = ${id}`, sql`s.model_id = ${id}`),
    await refresh(db, 'location', sql`l.organization_id = ${id}`, its),
    await refreshPeople(
      db,
      sql`(select m.user_id from memberships m where m.organization_id = ${id}
      union select s.model_id from search_documents s where s.model = 'user' and ${its})`,
    ),
  ])
}

/** One person. */
export const refreshPerson = (db: Db, id: number): Promise<Refreshed> =>
  refresh(db, 'user', sql`u.id = ${id}`, sql`s.model_id = ${id}`)

const refreshPeople = (db: Db, ids: RawBuilder<unknown>): Promise<Refreshed> =>
  refresh(db, 'user', sql`u.id in ${ids}`, sql`s.model_id in ${ids}`)

const sources = {
  organization: ['organizations', 'o.id'],
  user: ['users', 'u.id'],
  location: ['locations', 'l.id'],
} as const
const step = 1_000

/** All documents, a thousand ids at a time; what each batch changed is handed on before the next one begins. */
export async function refreshAll(db: Db, take: (part: Refreshed) => Promise<void>): Promise<number> {
  let differences = 0
  for (const model of Object.keys(sources) as SearchModel[]) {
    const { rows } = await sql<{ last: number }>`select greatest((select max(id) from ${sql.table(sources[model][0])}),
      (select max(model_id) from search_documents where model = ${model}), 0) as last`.execute(db)
    for (let from = 1; from <= rows[0]!.last; from += step) {
      const within = (id: string) => sql`${sql.ref(id)} between ${from} and ${from + step - 1}`
      const part = await refresh(db, model, within(sources[model][1]), within('s.model_id'))
      differences += part.changed.length + part.removed.length
      await take(part)
    }
  }
  return differences
}

/** Documents whose status changes by time alone, a thousand at a time. */
export async function refreshDue(db: Db): Promise<Refreshed> {
  const due = (model: SearchModel) =>
    sql`(select s.model_id from search_documents s where s.model = ${model} and s.status_until <= ${now()} order by s.status_until limit ${step})`
  return together([
    await refresh(db, 'organization', sql`o.id in ${due('organization')}`, sql`false`),
    await refresh(db, 'user', sql`u.id in ${due('user')}`, sql`false`),
  ])
}
