import { toCents } from '@archwire/contract/core/money.ts'
import type { OwnPricesBody, PriceListBody } from '@archwire/contract/pricing/bodies.ts'
import { fieldsOf, sentFields, type OwnValue } from '@archwire/contract/pricing/overrides.ts'
import { listInCents, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, permit } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { pricesNow, type PriceRow } from '../pricing/index.ts'
import { isSame } from './changes.ts'
import { setsPrices } from './policy.ts'

/**
 * Replaces the lab's list; it is in force at once, and what was submitted keeps its own (`rx-form/prices`). The same list
 * again makes no version. @throws Conflict when another version holds than the page showed
 */
export async function saveList(trx: Trx, actor: Actor, { version, ...body }: PriceListBody): Promise<void> {
  // Two saves run one after the other; the newest list is read behind the lock.
  await sql`select from lab_settings for no key update`.execute(trx)
  const { rows } = await sql<{ version: number; prices: PriceList }>`
    select l.version, l.prices from price_lists l order by l.version desc limit 1`.execute(trx)
  const newest = rows[0]!
  checkVersion(version, newest.version)
  const { version: _, ...list } = listInCents({ ...body, version, arch_volume_discounts: byVolume(body) })
  const changed = changedFields(fieldsOf(newest.prices), fieldsOf(list))
  if (Object.keys(changed).length === 0) return
  const { rows: added } = await sql<{ version: number }>`
    insert into price_lists (prices, created_at, created_by)
    values (${JSON.stringify(list)}::jsonb, ${actor.now}, ${actor.userId}) returning version`.execute(trx)
  const after = added[0]!.version
  await record(trx, actor, [
    {
      subject: 'price_list',
      id: after,
      organizationId: null,
      event: 'changed',
      data: { version: after, fields: changed },
    },
  ])
}

/**
 * Sets prices of a practice's own: fields that are left out stay, null is the list's again (`rx-form/own-prices`). They are
 * in force at once; the closing of an order comes before or after. What is the same already makes no version.
 * @throws NotFound, Forbidden, Conflict while the practice is archived or disabled, and for another version
 */
export async function saveOwnPrices(
  trx: Trx,
  actor: Actor,
  organizationId: number,
  { overrides: version, ...body }: OwnPricesBody,
): Promise<void> {
  const organization = await lockOrganization(trx, actor, organizationId, { only: 'practice' })
  permit(setsPrices(actor), whyClosed(organization))
  const { rows } = await sql<{ row: PriceRow }>`
    select ${pricesNow} as row from organizations o where o.id = ${organizationId}`.execute(trx)
  const { overrides: held } = rows[0]!.row
  checkVersion(version, held.version)
  const changed = changedFields(held.fields, inUnitsOfLists(body))
  const fields = Object.entries(changed)
  if (fields.length === 0) return
  const next = held.version + 1
  await scoped(trx, actor.scope)
    .add('price_overrides')
    .values(
      fields.map(([field, value]) => ({
        organization_id: organizationId,
        version: next,
        field,
        value: value === null ? null : JSON.stringify(value),
        created_at: actor.now,
        created_by: actor.userId,
      })),
    )
    .execute()
  await record(trx, actor, [
    {
      subject: 'organization',
      id: organizationId,
      organizationId,
      event: 'prices_changed',
      data: { version: next, fields: changed },
    },
  ])
}

const byVolume = ({ arch_volume_discounts: tiers }: Pick<PriceListBody, 'arch_volume_discounts'>) =>
  tiers.toSorted((a, b) => a.volume - b.volume)

/** What was sent of own prices, by field: cents, days, and the volume discounts by volume. */
const inUnitsOfLists = (body: Omit<OwnPricesBody, 'overrides'>): Record<string, OwnValue | null> =>
  Object.fromEntries(
    Object.entries(sentFields(body)).flatMap(([field, value]): [string, OwnValue | null][] => {
      if (value === undefined) return []
      if (Array.isArray(value)) return [[field, byVolume({ arch_volume_discounts: value })]]
      return [[field, value === null || field.startsWith('settings.delay_') ? value : toCents(value)]]
    }),
  )

/** Those that are different from what holds; a field that no one has set is as null. */
const changedFields = (
  held: Partial<Record<string, OwnValue | null>>,
  wanted: Record<string, OwnValue | null>,
): Record<string, OwnValue | null> =>
  Object.fromEntries(Object.entries(wanted).filter(([field, value]) => !isSame(held[field], value)))
