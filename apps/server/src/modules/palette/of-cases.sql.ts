import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { statusLookup } from '../case-core/index.ts'
import { requestType } from '../requests/index.ts'
import { visible } from './cases.sql.ts'
import type { Asked, Found } from './kinds.ts'

const shown = 3

/** The request `cr` with its print `pr`, of the case `c`, as a hit. */
const requestHit = sql`jsonb_build_object('kind', 'request', 'id', cr.id, 'name', c.row ->> 'formatted_name',
  'number', coalesce(nullif(c.row ->> 'case_number_text', ''), c.row ->> 'case_code'), 'about', ${requestType},
  'status', ${statusLookup(customerRequestStatuses)} -> cr.status_id::text ->> 'label',
  'organization', jsonb_build_object('id', c.organization_id, 'name', c.row #>> '{organization,name}'), 'cases', null, 'logged', jsonb_build_array(c.patient_id))`

const from = (actor: Actor) => sql`${rows(actor.scope, 'case_rows', 'c')}
  join customer_requests cr on cr.organization_id = c.organization_id and cr.patient_id = c.patient_id
  left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id`

/**
 * Requests of the cases that were found, as closely as these, open ones first; as in their list, none of archived cases.
 */
export async function findRequests(
  db: Db,
  actor: Actor,
  cases: readonly { id: number; place: Found['place'] }[],
): Promise<Found[]> {
  if (cases.length === 0) return []
  const wanted = cases.map(({ id }) => id)
  const { rows: found } = await sql<{ hit: Found; patient_id: number }>`
    select ${requestHit} as hit, c.patient_id from ${from(actor)}
      join unnest(${wanted}::int[], ${cases.map(({ place }) => place)}::int[]) with ordinality p (id, place, n) on p.id = c.patient_id
    where c.patient_id = any(${wanted}::int[]) and not c.archived
    order by p.place, cr.status_id <> ${ids(customerRequestStatuses.pending)}, p.n, cr.id desc limit ${shown}`.execute(
    db,
  )
  const placeOf = new Map(cases.map(({ id, place }) => [id, place]))
  return found.map(({ hit, patient_id }) => ({ ...hit, place: placeOf.get(patient_id)! }))
}

/** Requests by their ids, as far as the person sees them. */
export async function namedRequests(db: Db, actor: Actor, wanted: readonly number[]): Promise<Found[]> {
  const { rows: found } = await sql<{ hit: Found }>`
    select ${requestHit} as hit from ${from(actor)} where cr.id = any(${[...wanted]}::int[]) and not c.archived`.execute(
    db,
  )
  return found.map(({ hit }) => ({ ...hit, place: 1 }))
}

interface ParcelRow {
  id: number
  number: string
  cases: number[]
  name: string
  organizations: { id: number; name: string }[]
}

/**
 * Parcels by their tracking number in its one form (`requests/tracking`), or by six signs of it or more: fewer would find
 * every other one.
 */
export async function findParcels(db: Db, actor: Actor, { typed, chosen }: Asked): Promise<Found[]> {
  const number = bareTracking(typed)
  if (!/^(?=.*\d)[A-Z\d]{6,40}$/.test(number)) return []
  const { rows: found } = await sql<ParcelRow>`
    select max(pr.customer_request_id) as id, upper(pr.tracking_number) as number, array_agg(distinct c.patient_id) as cases,
      min(c.row ->> 'formatted_name') as name,
      jsonb_agg(distinct jsonb_build_object('id', c.organization_id, 'name', c.row #>> '{organization,name}')) as organizations
    from (select pr.* from ${rows(actor.scope, 'printing_requests', 'pr')}
        where pr.tracking_number is not null and upper(pr.tracking_number) like ${`%${number}%`} order by pr.id desc limit 200) pr
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = pr.organization_id and c.patient_id = pr.patient_id
    where ${visible(actor, chosen)}
    group by upper(pr.tracking_number) order by upper(pr.tracking_number) <> ${number}, max(pr.id) desc limit ${shown}`.execute(
    db,
  )
  return found.map(({ id, number: tracking, cases, name, organizations: [organization, other] }) => ({
    kind: 'parcel',
    id,
    name: tracking,
    number: null,
    about: cases.length === 1 ? name : null,
    cases: cases.length,
    status: null,
    organization: other ? null : organization!,
    place: tracking === number ? 0 : 1,
    logged: cases,
  }))
}
