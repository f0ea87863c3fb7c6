import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { doctorAllowedSteps } from '@archwire/contract/onboardings/guides.ts'
import type { Onboarding, OnboardingDetails, OnboardingMeta } from '@archwire/contract/onboardings/schema.ts'
import type { onboardingSearch } from '@archwire/contract/onboardings/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { shownName } from '../organizations/index.ts'
import { doneJson, linksJson, onboardingJson, onboardingsFrom, waitingSince } from './onboarding.sql.ts'
import { readsAllOnboardings, readsOnboardingsOf } from './policy.ts'
import { presentOnboarding, type Done } from './present.ts'

const orders = {
  moved_at: waitingSince,
  full_name_sort: sql`plain(${shownName('o')})`,
  status: sql`n.status`,
  current_step: sql`n.current_step`,
  signed_up_at: sql`o.created_at`,
}

/** The condition that this person reads the onboarding of `o`; that of an archived practice only the lab does. */
const readable = (actor: Actor): RawBuilder<unknown> =>
  readsAllOnboardings(actor)
    ? sql`true`
    : sql`(o.deleted_at is null and o.id = any(${readsOnboardingsOf(actor)}::int[]))`

const readingOf = (actor: Actor, zone: string) => ({
  today: dayIn(zone, actor.now),
  now: actor.now,
  staff: readsAllOnboardings(actor),
})

/** The onboardings that this person reads, without those of archived practices (`onboarding/list`). */
export async function listOnboardings(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof onboardingSearch>,
  { zone }: { zone: string },
): Promise<{ onboardings: Onboarding[]; meta: Meta }> {
  const name = (search.search_organization_name ?? search.searchOrganizationName)?.trim()
  const { rows, meta } = await listPage<Onboarding>(db, search, {
    from: onboardingsFrom(actor.scope),
    where: [
      readable(actor),
      sql`o.deleted_at is null`,
      ...whenSet(name, (part) => {
        const found = likeWord(part)
        return sql`(plain(${shownName('o')}) like plain(${found}) or lower(o.account_number) like lower(${found}))`
      }),
      ...whenSet(search.status, (states) => sql`n.status = any(${states.map(Number)}::int[])`),
      ...whenSet(search.chosen_wi_organization_id, (ids) => sql`o.id = any(${ids}::int[])`),
    ],
    row: onboardingJson(readingOf(actor, zone)),
    order: orderBy(search.sort, orders, sql`n.id`),
  })
  return { onboardings: rows, meta }
}

type Found = { row: Onboarding; done: Done; links: OnboardingMeta['links'] }

/** An onboarding within reach with its steps, and what is the same for all (`onboarding/page`). @throws NotFound */
export async function readOnboarding(
  db: Db,
  actor: Actor,
  id: number,
  { zone }: { zone: string },
): Promise<{ onboarding: OnboardingDetails; meta: OnboardingMeta }> {
  const { rows } = await sql<Found>`
    select ${onboardingJson(readingOf(actor, zone))} as row, ${doneJson(actor.scope)} as done, ${linksJson} as links
    from ${onboardingsFrom(actor.scope)} where n.id = ${id} and ${readable(actor)}`.execute(db)
  const [found] = rows
  if (!found) throw new NotFound('This onboarding')
  return {
    onboarding: presentOnboarding(actor, found.row, found.done),
    meta: { doctor_allowed_steps: doctorAllowedSteps, links: found.links },
  }
}

/** The organization of an onboarding that this person reads, by id. @throws NotFound */
export async function organizationOfOnboarding(db: Db, actor: Actor, id: number): Promise<number> {
  const { rows } = await sql<{ organization_id: number }>`
    select n.organization_id from ${onboardingsFrom(actor.scope)} where n.id = ${id} and ${readable(actor)}`.execute(db)
  if (!rows[0]) throw new NotFound('This onboarding')
  return rows[0].organization_id
}
