import type { PriceOverrides } from '@archwire/contract/pricing/overrides.ts'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/** Prices of practices. */
export function pricesIn({ connection: { db } }: TestApp) {
  /** Gives a practice prices of its own, in cents, in the place of those that it had; returns their version. */
  async function ownPrices(practice: { id: number }, fields: PriceOverrides['fields']): Promise<number> {
    const { rows } = await sql<{ version: number }>`
      insert into price_overrides (organization_id, version, field, value)
      select ${practice.id}, (select coalesce(max(version), 0) + 1 from price_overrides where organization_id = ${practice.id}),
        f.key, nullif(f.value, 'null') from jsonb_each(${JSON.stringify(fields)}::jsonb) f returning version`.execute(
      db,
    )
    return rows[0]!.version
  }
  return { ownPrices }
}
