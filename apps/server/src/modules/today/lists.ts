import { contracts } from '@archwire/contract/contracts/routes.ts'
import { PatientListQuery } from '@archwire/contract/patients/routes.ts'
import { todayLists, type TodayKind } from '@archwire/contract/today/lists.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { countLists, type CaseSearch } from '../case-list/index.ts'
import { listContracts } from '../contracts/index.ts'

/** Whose work is meant: that of one practice of a person, or of the practices that a person of the lab has chosen. */
export interface Place {
  organizationId?: number | undefined
  chosen?: number[] | undefined
}

/** What orders the lines of a list, where that is not the list's own order: what has waited longest comes first. */
const ordered: Partial<Record<TodayKind, object>> = {
  to_approve: { orderBy: 'setup_completed_at', order: 'asc' },
  questions: { orderBy: 'updated_at', order: 'asc' },
  arriving: { orderBy: 'ship_date', order: 'asc' },
  overdue: { orderBy: 'ship_date', order: 'asc' },
}

const keysFor = (kind: TodayKind, { chosen }: Place): object => ({
  ...todayLists[kind].search,
  ...(chosen && { chosen_wi_organization_id: chosen.join(',') }),
})

/** The search of a list of cases, as its page sends it. */
export const caseSearchOf = (kind: TodayKind, place: Place, perPage: number): CaseSearch =>
  PatientListQuery.parse({ ...keysFor(kind, place), ...ordered[kind], perPage: String(perPage) }) as CaseSearch

/** The subscriptions that are not paid, as their page lists them. */
export const unpaid = (db: Db, actor: Actor, place: Place, at: { zone: string; perPage: number }) =>
  listContracts(
    db,
    actor,
    contracts.list.query.parse({ ...keysFor('unpaid', place), sort: 'full_name_sort', perPage: String(at.perPage) }),
    at,
  )

/** How much waits of each of some kinds, each number the total of the list behind it (`today/number`). */
export async function countToday(
  db: Db,
  actor: Actor,
  kinds: readonly TodayKind[],
  place: Place,
  zone: string,
): Promise<Map<TodayKind, number>> {
  const ofCases = kinds.filter((kind) => kind !== 'unpaid')
  const searches = Object.fromEntries(ofCases.map((kind) => [kind, caseSearchOf(kind, place, 1)]))
  const counted = await countLists(db, actor, searches, zone, place.organizationId)
  const debts = kinds.includes('unpaid') ? (await unpaid(db, actor, place, { zone, perPage: 1 })).meta.total : 0
  return new Map(kinds.map((kind) => [kind, kind === 'unpaid' ? debts : counted[kind]!]))
}
