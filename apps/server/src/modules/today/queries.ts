import { dayIn } from '@archwire/contract/core/dates.ts'
import { namedToday, type TodayKind } from '@archwire/contract/today/lists.ts'
import type { TodayItem, TodayList } from '@archwire/contract/today/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { arrives, listCases } from '../case-list/index.ts'
import { caseSearchOf, unpaid, type Place } from './lists.ts'
import { kindsFor } from './policy.ts'
import { presentCase, presentDebt, type MoreOfCase } from './present.ts'

interface Today {
  lists: TodayList[]
  today: string
  monday_mail: boolean
}

/**
 * What waits for a person: each kind with the total of its list and its first lines (`today/number`). `ids` are the cases
 * that are named. @throws NotFound for a practice that is none of the person's
 */
export async function readToday(
  db: Db,
  actor: Actor,
  asked: { organizationId: number | undefined; chosen: number[] | undefined },
  zone: string,
): Promise<Today & { ids: number[] }> {
  const place = placeOf(actor, asked)
  const lists: TodayList[] = []
  const ids: number[] = []
  for (const kind of kindsFor(actor, place.organizationId)) {
    const list = kind === 'unpaid' ? await debts(db, actor, place, zone) : await cases(db, actor, { kind, place, zone })
    lists.push({ kind, ...list })
    if (kind !== 'unpaid') ids.push(...list.items.map(({ id }) => id))
  }
  return { lists, today: dayIn(zone, actor.now), monday_mail: await isMailOn(db, actor.userId), ids: [...new Set(ids)] }
}

/** The lab chooses practices, a person of a practice looks at one of theirs. */
function placeOf(
  actor: Actor,
  { organizationId, chosen }: { organizationId: number | undefined; chosen: number[] | undefined },
): Place {
  if (actor.isManagement) return { chosen: organizationId === undefined ? chosen : [organizationId] }
  if (organizationId === undefined) return { organizationId: actor.memberships[0]?.organizationId }
  if (!actor.memberships.some((membership) => membership.organizationId === organizationId))
    throw new NotFound('This organization')
  return { organizationId }
}

async function cases(db: Db, actor: Actor, at: { kind: TodayKind; place: Place; zone: string }) {
  const { kind, place, zone } = at
  const search = caseSearchOf(kind, place, namedToday)
  const page = await listCases(db, actor, search, zone, place.organizationId)
  const more = kind === 'questions' || kind === 'arriving' ? await moreOf(db, actor, page.ids, zone) : undefined
  const items: TodayItem[] = page.patients.toJSON().map((row) => presentCase(actor, kind, row, more?.get(row.id)))
  return { total: page.meta.total, items }
}

/** What the lines of held and of arriving cases say, and no ready row knows. */
async function moreOf(db: Db, actor: Actor, ids: number[], zone: string): Promise<Map<number, MoreOfCase>> {
  if (ids.length === 0) return new Map()
  const found = await sql<MoreOfCase & { id: number }>`
    select p.id, h.note, iso(h.created_at) as held_at, (select min(pr.expected_arrival_date)::text
      from ${rows(actor.scope, 'printing_requests', 'pr')} where pr.organization_id = p.organization_id and pr.patient_id = p.id
        and ${arrives(actor, zone)}) as arrives_on
    from ${rows(actor.scope, 'patients', 'p')} left join lateral (
      select n.note, n.created_at from on_hold_notes n where n.organization_id = p.organization_id and n.patient_id = p.id
        and n.is_on_hold_reason order by n.id desc limit 1) h on p.is_on_hold
    where p.id = any(${ids}::int[])`.execute(db)
  return new Map(found.rows.map(({ id, ...more }) => [id, more]))
}

async function debts(db: Db, actor: Actor, place: Place, zone: string) {
  const page = await unpaid(db, actor, place, { zone, perPage: namedToday })
  const practices = page.contracts.map(({ organization }) => organization.id)
  const due = await sql<{ organization_id: number; day: string | null }>`
    select r.organization_id, min(r.due_day)::text as day from ${rows(actor.scope, 'orders', 'r')}
    where r.organization_id = any(${practices}::int[]) and r.fm_invoice_status in ('NOT_PAID', 'BLOCKED') group by 1`.execute(
    db,
  )
  const days = new Map(due.rows.map((row) => [row.organization_id, row.day]))
  const items = page.contracts.map((contract) => presentDebt(contract, days.get(contract.organization.id) ?? null))
  return { total: page.meta.total, items }
}

/** Whether a person gets the Monday mail: everyone who has not turned it off (`today/switch`). */
export async function isMailOn(db: Db, userId: number): Promise<boolean> {
  const { rows: off } = await sql`select 1 from monday_mail_switches where user_id = ${userId} and not enabled`.execute(
    db,
  )
  return off.length === 0
}
