import { mostViews, nameIsTaken, tooManyViews } from '@archwire/contract/case-list-views/limits.ts'
import type { CaseListViewBody, CaseListViewEdit } from '@archwire/contract/case-list-views/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts'
import { updateVersioned } from '../../kernel/records.ts'

interface Own {
  id: number
  version: number
}

/** Saves a view behind the caller's others; returns its id. @throws Conflict over the limit, Invalid for a name that is taken */
export async function createView(trx: Trx, actor: Actor, { name, search, columns }: CaseListViewBody): Promise<number> {
  const own = await lockOwn(trx, actor)
  if (own.length >= mostViews) throw new Conflict(tooManyViews)
  await refuseTaken(trx, actor, name, null)
  const { rows } = await sql<{ id: number }>`
    insert into case_list_views (user_id, name, search, columns, position, created_at, updated_at)
    values (${actor.userId}, ${name}, ${search}, ${columns}::text[], ${own.length + 1}, ${actor.now}, ${actor.now})
    returning id`.execute(trx)
  return rows[0]!.id
}

/** Changes one of the caller's views. @throws NotFound for another person's, Invalid for a name that is taken */
export async function updateView(trx: Trx, actor: Actor, id: number, edit: CaseListViewEdit): Promise<void> {
  const own = await lockOwn(trx, actor)
  const row = own.find((view) => view.id === id)
  if (!row) throw new NotFound('This view')
  const { version, position, name, search, columns } = edit
  if (name !== undefined) await refuseTaken(trx, actor, name, id)
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(search === undefined ? {} : { search }),
    ...(columns === undefined ? {} : { columns }),
  }
  await updateVersioned(trx, 'case_list_views', row, version, values, actor.now)
  if (position === undefined) return
  const others = own.map((view) => view.id).filter((other) => other !== id)
  await setPositions(trx, actor, others.toSpliced(position - 1, 0, id))
}

/** Deletes one of the caller's views. @throws NotFound for another person's */
export async function deleteView(trx: Trx, actor: Actor, id: number): Promise<void> {
  const own = await lockOwn(trx, actor)
  if (!own.some((view) => view.id === id)) throw new NotFound('This view')
  await sql`delete from case_list_views where id = ${id} and user_id = ${actor.userId}`.execute(trx)
  await setPositions(
    trx,
    actor,
    own.map((view) => view.id).filter((other) => other !== id),
  )
}

/**
 * The caller's views in their order, while no other call of the same person changes them. The weaker lock of the person:
 * keys of calls and messages refer to that row, too.
 */
async function lockOwn(trx: Trx, actor: Actor): Promise<Own[]> {
  await sql`select id from users where id = ${actor.userId} for no key update`.execute(trx)
  const { rows } = await sql<Own>`
    select id, version from case_list_views where user_id = ${actor.userId} order by position, id`.execute(trx)
  return rows
}

async function setPositions(trx: Trx, actor: Actor, order: number[]): Promise<void> {
  await sql`update case_list_views v set position = o.position
    from unnest(${order}::int[]) with ordinality o(id, position)
    where v.id = o.id and v.user_id = ${actor.userId} and v.position <> o.position`.execute(trx)
}

async function refuseTaken(trx: Trx, actor: Actor, name: string, but: number | null): Promise<void> {
  const { rows } = await sql`select 1 from case_list_views
    where user_id = ${actor.userId} and lower(name) = lower(${name}) and id is distinct from ${but}`.execute(trx)
  if (rows.length > 0) throw new Invalid({ name: [nameIsTaken] })
}
