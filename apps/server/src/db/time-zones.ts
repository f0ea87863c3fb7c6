import { isTimeZone, zoneNameOf } from '@archwire/contract/core/time-zones.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './client.ts'

/** PostgreSQL's name of a zone, the one that was given before the one that `Intl` lists; null for what it does not know. */
export function zoneInDatabase(name: string): RawBuilder<string | null> {
  if (!isTimeZone(name)) return sql`null::text`
  return sql`(select z.name from pg_timezone_names z where lower(z.name) = any(${[name, zoneNameOf(name)!].map((zone) => zone.toLowerCase())})
    order by lower(z.name) = ${name.toLowerCase()} desc limit 1)`
}

/** The name to store for a time zone; null for one that `Intl` or PostgreSQL does not know. */
export async function storedZone(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`select ${zoneInDatabase(name)} as zone`.execute(db)
  return rows[0]!.zone
}

/** Refuses a zone that PostgreSQL does not know: every day that SQL reads would fail. @throws TypeError */
export async function refuseUnknownZone(db: Db, zone: string): Promise<void> {
  if ((await storedZone(db, zone)) === null) throw new TypeError(`LAB_ZONE: PostgreSQL does not know ${zone}.`)
}
